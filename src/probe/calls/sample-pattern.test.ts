import { expect, it } from 'vitest';
import { samplesOf } from './sample-pattern.ts';

it.each<[string, string[]]>([
  ['npm publish', ['npm publish']],
  ['rm\\s+-rf', ['rm -rf']],
  ['^git push.*(--force|-f)( |$)', ['git push --force']],
  ['\\bmoonctl\\s+launch\\b', ['moonctl launch']],
  ['a-word|another', ['a-word', 'another']],
  ['/ledger/schema-\\d+\\.sql$', ['/ledger/schema-1.sql']],
  ['(?i)drop\\s+table', ['drop table']],
  ['AKIA[0-9A-Z]{16}', ['AKIA0000000000000000']],
  ['*.env*', ['.env']],
  ['[[:space:]]sudo[^a-z]', ['sudo1']],
  ['(?<!not )force', ['force']],
  ['colou?r', ['color']],
  ['x', []],
])('%s', (pattern, expected) => {
  expect(samplesOf(pattern)).toEqual(expected);
});
