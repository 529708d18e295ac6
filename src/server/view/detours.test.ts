import { expect, it } from 'vitest';
import { createDetours } from './detours.ts';

type Made = [what: string, verdict?: 'deny' | 'ask' | 'none', actor?: string];

/** `way`: the detour or the retry that each call is, by the number of the refused call. */
const waysOf = (calls: readonly Made[]) => {
  const detours = createDetours();
  return calls.map(([what, verdict = 'none', actor = null], place) => {
    const { detourOf, retryOf } = detours({ id: String(place), what, verdict, actor });
    if (retryOf !== null) return `retry of ${retryOf}`;
    return detourOf === null ? '' : `detour of ${detourOf.id}: ${detourOf.shared.join(' ')}`;
  });
};

const cases: [string, Made[], string[]][] = [
  [
    'the same file by another tool',
    [['modify /p/db/1.sql', 'deny'], ['run sed x db/1.sql']],
    ['', 'detour of 0: 1.sql'],
  ],
  [
    'the same target by another program',
    [['run rmdir build', 'deny'], ['run ls'], ['run find build']],
    ['', '', 'detour of 0: build'],
  ],
  ['the same program at once', [['run git checkout .', 'deny'], ['run git stash']], ['', 'detour of 0: git']],
  ['the same program, but only to look', [['run git checkout .', 'deny'], ['run git status']], ['', '']],
  ['the same program later', [['run git checkout .', 'deny'], ['run ls'], ['run git stash']], ['', '', '']],
  ['options are no target', [['run a --force one', 'deny'], ['run b --force two']], ['', '']],
  [
    'the same call again',
    [['run x one', 'deny'], ['run x one', 'deny'], ['run x one']],
    ['', 'retry of 0', 'retry of 0'],
  ],
  [
    'what is asked about is no way round',
    [
      ['run x one', 'deny'],
      ['run y one', 'ask'],
    ],
    ['', ''],
  ],
  ['another agent', [['run x one', 'deny', 'sub'], ['run y one']], ['', '']],
  [
    'too late',
    [['run x one', 'deny'], ...Array.from({ length: 6 }, (): Made => ['run ls']), ['run y one']],
    ['', '', '', '', '', '', '', ''],
  ],
];

it.each(cases)('%s', (_, calls, ways) => {
  expect(waysOf(calls)).toEqual(ways);
});
