import { expect, test } from 'vitest';
import { corpusDirectory, readRows } from '../support/corpus.ts';
import { ROOT } from '../support/hookctl.ts';
import { judgeCommand, policyOf, USUAL } from './judge-command.ts';

/** Every rule on every command takes minutes; a seventh of the commands finds what the index hides as well. */
const STEP = 7;

test('the index of the strictest pack hides no rule that would have spoken', () => {
  const indexed = policyOf('strict');
  const everything = indexed.all().map((_, place) => place);
  const unindexed = { ...indexed, find: () => everything, findAll: () => everything, kindsOf: () => ['*'] };
  const differing = readRows(corpusDirectory(ROOT))
    .filter((_, row) => row % STEP === 0)
    .flatMap(({ command }) => {
      const found = judgeCommand(indexed, command, USUAL);
      const all = judgeCommand(unindexed, command, USUAL);
      return JSON.stringify(found) === JSON.stringify(all) ? [] : [{ command, found, all }];
    });
  expect(differing).toEqual([]);
});
