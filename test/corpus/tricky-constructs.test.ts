import { expect, test } from 'vitest';
import { splitCommands } from '../../src/shell/index.ts';
import { corpusMissing, readCorpus, report } from './read-corpus.ts';

type Row = { id: string; command: string; commands: string[][] };

test.skipIf(corpusMissing)('every simple command is found, and no other (skipped: ../shared/corpus is absent)', () => {
  const rows = readCorpus<Row>('tricky-constructs');
  const wrong = rows.filter((row) => {
    const { commands, understood } = splitCommands(row.command);
    const left = commands.map((command) => command.words);
    for (const expected of row.commands) {
      const at = left.findIndex((words) => fits(expected, words));
      if (at < 0) return true;
      left.splice(at, 1);
    }
    return left.length > 0 || !understood;
  });
  const percent = report(
    'tricky-constructs',
    rows.length - wrong.length,
    rows.length,
    wrong.map((row) => row.command),
  );
  expect(percent).toBeGreaterThanOrEqual(98);
});

/** A word with `$` or a backtick stands for anything. */
function fits(expected: string[], words: string[]): boolean {
  return expected.length === words.length && expected.every((word, i) => /[$`]/.test(word) || word === words[i]);
}
