import { expect, test } from 'vitest';
import { tokenisePowerShell } from './tokenise.ts';

test('words, pipelines and redirects', () => {
  expect(tokenisePowerShell("Remove-Item -Recurse \"C:\\a b\" 2> err.txt; ls | % { r`m 'it''s' } # no")).toEqual([
    {
      words: ['Remove-Item', '-Recurse', 'C:\\a b'],
      redirects: [{ operator: '2>', target: 'err.txt' }],
      pipeline: 0,
      stage: 0,
    },
    { words: ['ls'], redirects: [], pipeline: 1, stage: 0 },
    { words: ['%'], redirects: [], pipeline: 1, stage: 1 },
    { words: ['rm', "it's"], redirects: [], pipeline: 2, stage: 0 },
  ]);
});

test('here-strings and line continuation', () => {
  expect(tokenisePowerShell('echo `\n @"\na "b"\n"@ >> out')).toEqual([
    { words: ['echo', 'a "b"'], redirects: [{ operator: '>>', target: 'out' }], pipeline: 0, stage: 0 },
  ]);
});
