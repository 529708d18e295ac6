import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isCaught, judgeCommand, policyOf } from './judge-command.ts';

/** Own variants, written against the rules and not against the corpus: other paths, flags, quoting, wrappers, and their harmless twins. `\n` in a here-document is a line break. */
const read = (name: string) =>
  readFileSync(new URL(`fixtures/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (/EOF|fork/.test(line) ? line.replaceAll('\\n', '\n') : line));

const policy = policyOf('recommended');

test('dangerous variants are stopped', () => {
  expect(read('dangerous').filter((command) => !isCaught(judgeCommand(policy, command)))).toEqual([]);
});

test('everyday commands pass in silence', () => {
  const alarms = read('harmless').flatMap((command) => {
    const { verdict, rules } = judgeCommand(policy, command);
    return verdict === 'none' ? [] : [{ command, verdict, rules }];
  });
  expect(alarms).toEqual([]);
});
