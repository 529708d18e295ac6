import { originOf, sourceOf } from '../../../expand/unknown.ts';
import type { Call, Machine } from '../../../run/machine.ts';

/** The text that an interpreter runs came from the network or was decoded; nobody has seen it. */
export function noteForeignCode(call: Call, machine: Machine, text: string): void {
  const origin = originOf(machine.unknowns, text);
  if (origin !== 'network' && origin !== 'decoded') return;
  machine.emit(call, { kind: 'code', source: sourceOf(machine.unknowns, text), interpreter: call.program });
}
