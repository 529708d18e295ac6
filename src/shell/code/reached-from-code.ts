import type { Reached } from '../run/machine.ts';

/** How code of another language reaches what it starts: nothing of the command's input or output goes there. */
export function reachedFromCode(program: string): Reached {
  return { wrapper: program, via: 'interpreter', stdin: null, capture: false };
}
