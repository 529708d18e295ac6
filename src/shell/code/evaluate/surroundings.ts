import { dirName } from '../../files/paths.ts';
import type { Call, Machine } from '../../run/machine.ts';

export function home(machine: Machine): string {
  return machine.home ?? machine.unknown('~');
}

export function environmentValue(machine: Machine, call: Call, name: string): string | undefined {
  const own = call.assignments.get(name) ?? ofShell(call, name);
  if (own !== undefined) return own;
  if (Object.hasOwn(machine.env, name)) return machine.env[name];
  return name === 'HOME' ? (machine.home ?? undefined) : name === 'PWD' ? (call.scope.cwd ?? undefined) : undefined;
}

/** A variable of the shell that starts the code. Whether it was exported is not asked: its author uses it. */
function ofShell(call: Call, name: string): string | undefined {
  const value = call.scope.vars.get(name);
  return typeof value === 'string' ? value : undefined;
}

/** The directory above a path, which is relative to the current directory. */
export function parentOf(call: Call, path: string): string {
  const whole = path.startsWith('/') || call.scope.cwd === null ? path : `${call.scope.cwd}/${path}`;
  return dirName(whole);
}

/** `$NAME` and `${NAME}` in a text that the code expands itself. */
export function expandVariables(machine: Machine, call: Call, text: string): string {
  return text.replace(
    /\$(?:(\w+)|\{(\w+)\})/g,
    (whole, plain: string | undefined, braced: string | undefined) =>
      environmentValue(machine, call, plain ?? braced ?? '') ?? machine.unknown(whole),
  );
}
