import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, run } from '../support/hookctl.ts';

/** The sizes for `npm test`; `--full` has those of docs/server.md. */
it.each([
  ['acceptance-spool.mjs', /^(?:exact|SKIPPED: .*)$/],
  ['acceptance-hostile.mjs', /^all as it should be$/],
])('scripts/%s', { timeout: 300_000 }, async (script, last) => {
  const { exitCode, stdout, stderr } = await run(process.execPath, [join(ROOT, 'scripts', script)], {
    env: process.env as Record<string, string>,
    cwd: ROOT,
  });
  expect([exitCode, stdout.trimEnd().split('\n').at(-1), stderr], stdout).toEqual([0, expect.stringMatching(last), '']);
});
