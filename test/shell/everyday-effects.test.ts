import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { analyse } from '../../src/shell/index.ts';

type Row = { command: string; writes: string[]; deletes: string[] };

/** Everyday commands in /p and the files that each of them changes, written from the manuals before the analysis was asked; `?` cannot be known. */
const ROWS = readFileSync(new URL('everyday-effects.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row);

test('there are enough rows', () => {
  expect(ROWS.length).toBeGreaterThan(270);
});

test.each(ROWS)('$command', ({ command, writes, deletes }) => {
  const { effects } = analyse(command, { cwd: '/p', home: '/home/u' });
  const changed = (kind: 'write' | 'delete') => {
    const paths = effects.flatMap((one) => (one.kind === kind && one.place === 'local' ? [one.path] : []));
    return [...new Set(paths)].sort();
  };
  expect({ writes: changed('write'), deletes: changed('delete') }).toEqual({ writes, deletes });
});
