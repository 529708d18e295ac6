import type { Call, Machine } from '../run/machine.ts';
import { baseName } from './paths.ts';
import { isDescribed } from '../programs/support/find-program.ts';
import { BINARY } from '../parse/program-bytes.ts';
import { hasUnknown, lookup } from '../expand/unknown.ts';

/** After `cp /bin/rm x` the file x is rm. Only programs we know something about are remembered. */
export function noteCopy(machine: Machine, call: Call, path: string): void {
  if (path === '?') return;
  const source = call.args
    .map((arg) => (arg.startsWith('if=') ? arg.slice(3) : arg))
    .find((arg) => machine.locate(call, arg) !== path && originalOf(machine, call, arg) !== undefined);
  const original = source === undefined ? undefined : originalOf(machine, call, source);
  if (original !== undefined && baseName(path) !== original) machine.copies.set(path, original);
}

/** After `cat /bin/rm > x` the file x is rm. */
export function noteBytes(machine: Machine, path: string, content: string | undefined): void {
  const program = content?.length === 1 ? lookup(machine.unknowns, content)?.program : undefined;
  if (path !== '?' && program !== undefined && isDescribed(program)) machine.copies.set(path, program);
}

/** What a copy is a copy of; also by its name alone, since PATH may lead to it. */
export function copyOf(machine: Machine, call: Call, text: string): string | undefined {
  if (machine.copies.size === 0) return undefined;
  const exact = machine.copies.get(machine.locate(call, text));
  if (exact !== undefined || text.includes('/') || isDescribed(text)) return exact;
  for (const [path, original] of machine.copies) if (baseName(path) === text) return original;
  return undefined;
}

/** `/bin/rm`, or `rm` as `which rm` answers in our model. */
function originalOf(machine: Machine, call: Call, text: string): string | undefined {
  if (text === '' || text.startsWith('-') || hasUnknown(text)) return undefined;
  const copied = machine.copies.get(machine.locate(call, text));
  if (copied !== undefined) return copied;
  const name = baseName(text);
  return (BINARY.test(text) || text === name) && isDescribed(name) ? name : undefined;
}
