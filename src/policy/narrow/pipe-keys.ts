import { type Analysis, programKind } from '../../shell/index.ts';
import { shownEffect } from './effect-keys.ts';
import { isGlob } from '../match/glob.ts';

/** How the keys of this file begin. */
export const PIPE_KEYS = 'pipe ';

const ANY = `${PIPE_KEYS}*`;

/** Keys by which rules on flows (`network > shell`) are found: the program at the end of the pipe, by name or by kind, or code that came the same way without one. */
export function keysOfFlows(flows: readonly (readonly (readonly string[])[])[]): string[] {
  const keys = new Set<string>();
  for (const flow of flows) {
    const last = flow.at(-1) ?? [];
    for (const word of last) keys.add(isGlob(word) || word.includes('\\') ? ANY : `${PIPE_KEYS}${word.toLowerCase()}`);
    const source = flow.length === 2 ? sourceOf(flow[0] ?? []) : null;
    if (source !== null) keys.add(shownEffect('code', source));
  }
  return [...keys];
}

/** `sh -c "$(curl …)"` is a flow as well. */
export function sourceOf(stage: readonly string[]): 'network' | 'decoded' | null {
  return stage.includes('network') ? 'network' : stage.includes('decoder') ? 'decoded' : null;
}

export function showPipes({ pipes, invocations }: Analysis, shown: Set<string>): void {
  if (pipes.length > 0) shown.add(ANY);
  for (const { stages } of pipes) {
    for (const index of stages.flat()) {
      const program = invocations[index]?.program ?? '';
      shown.add(`${PIPE_KEYS}${program.toLowerCase()}`).add(`${PIPE_KEYS}${programKind(program)}`);
    }
  }
}
