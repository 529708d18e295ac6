import { expect, test } from 'vitest';
import { listValue, textValue, UNKNOWN } from '../value.ts';
import { pickledCalls } from './pickle.ts';

test.each([
  ["cos\nsystem\n(S'ls -l'\ntR.", [{ name: 'os.system', args: [textValue('ls -l')] }]],
  ['(S"ls"\nios\nsystem\n.', [{ name: 'os.system', args: [textValue('ls')] }]],
  ['(cos\nsystem\nVls\no.', [{ name: 'os.system', args: [textValue('ls')] }]],
  // `pickle.dumps` of a class with `__reduce__`, protocol 4: `print` of two texts.
  [
    '\u0080\u0004\u0095\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u008c\u0008builtins\u0094\u008c\u0005print\u0094\u0093\u0094\u008c\u0001a\u0094\u008c\u0001b\u0094\u0086\u0094R\u0094.',
    [{ name: 'builtins.print', args: [textValue('a'), textValue('b')] }],
  ],
  // `subprocess.run(['ls', '-l'])`, protocol 0 with a memo.
  [
    "csubprocess\nrun\np0\n((lp1\nS'ls'\np2\naS'-l'\nag2\natR.",
    [{ name: 'subprocess.run', args: [listValue([textValue('ls'), textValue('-l'), textValue('ls')])] }],
  ],
  ['c__builtin__\neval\n(NtR.', [{ name: 'builtins.eval', args: [UNKNOWN] }]],
  ["(dp0\nS'a'\np1\nI1\ns.", []],
  ['R', []],
])('%j calls', (text, calls) => {
  expect(pickledCalls(text)).toEqual(calls);
});
