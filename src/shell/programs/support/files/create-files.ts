import type { Call, Machine } from '../../../run/machine.ts';
import type { Parsed } from '../options.ts';

/** Programs that make their operands, empty or longer. `touch -c` makes none and still changes those that are there. */
export function createFiles(call: Call, machine: Machine, { has, operands, value }: Parsed): string {
  if (has('help') || has('version')) return '';
  const reference = value('reference');
  if (reference !== undefined) machine.read(call, reference);
  for (const path of operands) machine.write(call, path, 'create', { append: true });
  return '';
}
