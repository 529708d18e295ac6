import { expect, test } from 'vitest';
import { analyse, paths } from '../../src/shell/index.ts';
import { corpusMissing, readCorpus, report } from './read-corpus.ts';

type Row = { id: string; command: string; cwd: string; home: string; writes: string[]; deletes: string[] };

test.skipIf(corpusMissing)('writes and deletes equal the labels (skipped: ../shared/corpus is absent)', () => {
  const rows = readCorpus<Row>('file-effects');
  const wrong = rows.filter((row) => {
    const analysis = analyse(row.command, { cwd: row.cwd, home: row.home });
    return !same(paths(analysis, 'write'), row.writes) || !same(paths(analysis, 'delete'), row.deletes);
  });
  const percent = report(
    'file-effects',
    rows.length - wrong.length,
    rows.length,
    wrong.map((row) => row.command),
  );
  expect(percent).toBeGreaterThanOrEqual(98);
});

function same(a: string[], b: string[]): boolean {
  return [...a].sort().join('\n') === [...b].sort().join('\n');
}
