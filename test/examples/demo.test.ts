import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, run } from '../support/hookctl.ts';

test('the demo holds what it promises, without colours in a pipe, and leaves nothing behind', async () => {
  const before = leftovers();
  const { stdout, stderr, exitCode } = await run(process.execPath, [join(ROOT, 'scripts/demo.mjs')]);
  expect({ stderr, exitCode, failed: /✗ expected.*/.exec(stdout)?.[0] }).toEqual({ stderr: '', exitCode: 0 });
  expect(stdout).toContain('✓ with exit 1 the command goes ahead');
  expect(stdout).toContain('✓ the typo switches the whole file off');
  expect(stdout).not.toContain('\u001B');
  expect(leftovers()).toEqual(before);
});

function leftovers(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('hookctl-demo-'));
}
