import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { analyse } from '../../src/shell/index.ts';

type Row = { command: string; writes: string[]; deletes: string[] };

/**
 * Commands in /p and the files that each of them changes, written from the manuals before the analysis was asked; `?` cannot be known. What may happen
 * counts: both sides of `||`, every branch of `case`. Of the second file, 494 rows were also run, in an empty directory as nobody.
 */
const ROWS = ['everyday-effects.jsonl', 'effects-by-manual.jsonl'].flatMap((file) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row),
);

test('there are enough rows', () => {
  expect(ROWS.length).toBeGreaterThan(1300);
});

test.each(ROWS)('$command', ({ command, writes, deletes }) => {
  const { effects } = analyse(command, { cwd: '/p', home: '/home/u' });
  const changed = (kind: 'write' | 'delete') => {
    const paths = effects.flatMap((one) => (one.kind === kind && one.place === 'local' ? [one.path] : []));
    return [...new Set(paths)].sort();
  };
  expect({ writes: changed('write'), deletes: changed('delete') }).toEqual({ writes, deletes });
});
