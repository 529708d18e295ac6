import type { Call, Machine } from '../../../run/machine.ts';
import type { Parsed } from '../options.ts';

/** Options that name a path without opening it. */
const NOT_OPENED = /exclude|ignore|skip|omit|newer|reference|relative|prefix|strip|hide|without|except/;

/**
 * Files that options name and of which the program's description says nothing: a list, a script, settings, a body to send. A program that opens a file
 * shows its lines, at least where it complains about them.
 */
export function readNamedByOptions(call: Call, machine: Machine, { given }: Parsed, firstEffect: number): void {
  for (const { name, value } of given) {
    const path = value === undefined || NOT_OPENED.test(name) ? undefined : pathIn(value);
    if (path !== undefined && !isMentioned(call, machine, path, firstEffect)) machine.read(call, path);
  }
  // A file of further arguments, as compilers and many other programs take it.
  for (const arg of call.args) {
    const file = /^(?:[a-z]+:)?@(\/[^\s@]+)$/.exec(arg)?.[1];
    if (file !== undefined) machine.read(call, file);
  }
}

/** `/path`, `@/path`, `name=@/path`, `key=/path`, `type=x,src=/path`. */
function pathIn(value: string): string | undefined {
  return /^(?:[\w.,=-]*(?:=@?|=<|@))?(\/[^\s,:;*?]+)$/.exec(value)?.[1];
}

function isMentioned(call: Call, machine: Machine, path: string, firstEffect: number): boolean {
  const located = machine.locate(call, path);
  return machine.analysis.effects.slice(firstEffect).some((effect) => {
    if (!('path' in effect)) return false;
    return `${effect.path}/`.startsWith(`${located}/`) || located.startsWith(`${effect.path}/`);
  });
}
