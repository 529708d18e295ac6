import type { Machine } from '../../run/machine.ts';

/** Lisp, Tcl, Julia, R and Elixir expand a leading tilde themselves. */
export function withTilde(machine: Machine, path: string): string {
  return machine.home === null ? path : path.replace(/^~(?=\/|$)/, () => machine.home ?? '~');
}
