import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, run } from '../support/hookctl.ts';

test('the mini agent prints what its README shows, and leaves nothing behind', async () => {
  const folder = join(ROOT, 'examples/mini-agent');
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const expected = /```text\n([\s\S]*?)```/.exec(readme)?.[1];
  const before = leftovers();
  const ran = await run(process.execPath, [join(folder, 'main.mjs')], { cwd: tmpdir() });
  expect(ran).toEqual({ stdout: expected, stderr: '', exitCode: 0 });
  expect(leftovers()).toEqual(before);
});

function leftovers(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('mini-agent-'));
}
