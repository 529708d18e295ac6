import type { Mode } from '../judgement.ts';

/** From the mildest to the strictest. */
export const MODES: readonly Mode[] = ['observe', 'warn', 'enforce'];

export function milder(a: Mode, b: Mode): Mode {
  return MODES.indexOf(a) < MODES.indexOf(b) ? a : b;
}

export function stricter(a: Mode, b: Mode): Mode {
  return milder(a, b) === a ? b : a;
}
