import { asciiJson } from '../protocol/text/ascii.ts';
import { createEdits } from './edits.ts';
import type { Check, OnceEntry, SessionState } from './state.ts';

type Counts = SessionState['counts'];

/** What is small in every session. */
type Few = [
  length: number,
  prompts: number,
  checks: [string, Check][],
  stopDenials: [string, { inRow: number; total: number }][],
  once: [string, OnceEntry][],
];

/** A folded session as text in ASCII: a line of what is small, a line of counters, a line with the keys of what counts once, and the edits. */
export function packSession(state: SessionState, seen: string): string {
  const { length, prompts, checks, stopDenials, once } = state;
  const few: Few = [length, prompts, [...checks], [...stopDenials], [...once]];
  const counts = [...state.counts].map(([counter, keys]) => [counter, [...keys]]);
  return `${asciiJson(few)}\n${asciiJson(counts)}\n${seen}\n${state.edits.pack()}`;
}

/** Throws where the text is no packed session. */
export function unpackSession(packed: string): { state: SessionState; seen: string } {
  const first = packed.indexOf('\n');
  const second = packed.indexOf('\n', first + 1);
  const third = packed.indexOf('\n', second + 1);
  const [length, prompts, checks, stopDenials, once] = JSON.parse(packed.slice(0, first)) as Few;
  // Seldom asked for, and it holds every time that something was counted.
  let counts: Counts | null = null;
  const state: SessionState = {
    edits: createEdits(packed.slice(third + 1)),
    checks: new Map(checks),
    get counts() {
      return (counts ??= countsIn(packed.slice(first + 1, second)));
    },
    prompts,
    stopDenials: new Map(stopDenials),
    once: new Map(once),
    length,
  };
  return { state, seen: packed.slice(second + 1, third) };
}

function countsIn(text: string): Counts {
  return new Map((JSON.parse(text) as [string, [string, number[]][]][]).map(([name, keys]) => [name, new Map(keys)]));
}
