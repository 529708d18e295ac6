import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { settingsIn } from '../../src/shell/programs/git/settings-file.ts';
import { scratch } from '../support/scratch.ts';

/** What git reads in a file; null: it refuses the file. */
function asGitReads(file: string): [key: string, value: string][] | null {
  const { status, stdout } = spawnSync('git', ['config', '--file', file, '--null', '--list'], { encoding: 'utf8' });
  if (status !== 0) return null;
  return stdout
    .split('\0')
    .slice(0, -1)
    .map((entry) => {
      const end = entry.indexOf('\n');
      // A key without a value is true.
      return end === -1 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)];
    });
}

const PIECES = [
  '[alias]\n',
  '[ alias ]',
  '[Include]\n',
  '[includeIf "gitdir:~/Work/"]\n',
  '[alias "a\\"B"]\n',
  '\tx = reset --hard\n',
  'Y=log # why\n',
  'z = "push ; --force" ; no\n',
  'empty =\n',
  'flag\n',
  'long = !f() { \\\n rm -rf x; \\\n}; f\n',
  'tab = a\\tb\\\\c \\"d\\"\n',
  ' spaced   =   a   b   \n',
  '; comment\n',
  '# comment\n',
  '\n',
  '\r\n',
];

test('settings of a file are read as git reads them', () => {
  const file = join(scratch(), 'config');
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }), (pieces) => {
      const text = `[core]\n${pieces.join('')}`;
      writeFileSync(file, text);
      const expected = asGitReads(file);
      fc.pre(expected !== null);
      expect(settingsIn(text).map(({ key, value }) => [key, value])).toEqual(expected);
    }),
    { numRuns: 150 },
  );
});
