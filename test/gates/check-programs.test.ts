import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../support/scratch.ts';

/** A `man` that knows one page of sort. */
function check(page: string): { status: number | null; found: string[] } {
  const directory = scratch();
  const man = join(directory, 'man');
  writeFileSync(man, `#!/bin/sh\ncat <<'EOF'\n${page}\nEOF\n`);
  chmodSync(man, 0o755);
  const { status, stdout } = spawnSync(process.execPath, ['scripts/check-programs.mjs', 'sort'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${directory}:${process.env['PATH']}` },
  });
  return { status, found: stdout.split('\n').filter((line) => line.startsWith('sort: ')) };
}

test('npm run check:programs tells where a manual page differs from our table', () => {
  expect(
    check(`OPTIONS
       -o, --output=FILE
              write result to FILE
       -u, --unique=WORD
              a flag of ours that takes a value
       -k, --key  a value of ours that is a flag
       --new-one FILE
              unknown to us`),
  ).toEqual({
    status: 1,
    found: [
      'sort: -u takes a value, we read a flag',
      'sort: --unique takes a value, we read a flag',
      'sort: -k is a flag, we read a value',
      'sort: --key is a flag, we read a value',
      'sort: --new-one takes a value, we read a flag',
    ],
  });
});

test('npm run check:programs is silent where they agree', () => {
  expect(
    check(`OPTIONS
       -o, --output=FILE
              write result to FILE
       -r, --reverse  reverse the result
       -t SEP, --field-separator SEP`),
  ).toEqual({ status: 0, found: [] });
});
