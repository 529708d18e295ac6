import type { Call, Machine } from '../../../run/machine.ts';
import type { Parsed } from '../options.ts';

/** Programs that make their operands, empty or longer. */
export function createFiles(call: Call, machine: Machine, { has, operands, value }: Parsed): string {
  if (has('help') || has('version') || has('no-create')) return '';
  const reference = value('reference');
  if (reference !== undefined) machine.read(call, reference);
  for (const path of operands) machine.write(call, path, 'create', { append: true });
  return '';
}
