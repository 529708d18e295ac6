import type { Call, Machine } from '../../../run/machine.ts';

/** The names that a list holds, one a line or each followed by a null character; `-` is standard input. Empty if the list is unknown. */
export function namesIn(call: Call, machine: Machine, list: string): string[] {
  const text = list === '-' ? call.io.stdin?.text : machine.content(call, list);
  return (text ?? '').split(/[\n\0]/).filter((name) => name !== '');
}
