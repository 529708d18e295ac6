import type { Call, Machine } from '../../../run/machine.ts';

export type PackageOperation = 'install' | 'remove' | 'publish' | 'run';

export function emitPackages(
  call: Call,
  machine: Machine,
  operation: PackageOperation,
  names: readonly string[],
): void {
  const packages = names.map((name) => machine.render(name));
  machine.emit(call, { kind: 'package', manager: call.program, operation, packages });
}

/** A tool started by a package runner behaves like the tool of that name. */
export function runTool(call: Call, machine: Machine, words: readonly string[]): string | undefined {
  const [name = '', ...args] = words[0] === '--' ? words.slice(1) : words;
  if (name === '') return undefined;
  emitPackages(call, machine, 'run', [name]);
  // npm consumes the dashes after the name.
  const argv = args[0] === '--' ? args.slice(1) : args;
  return machine.run(call, [toolName(name), ...argv], { wrapper: call.program });
}

/** `@scope/tool@1.2` is `tool`. */
export function toolName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const version = name.indexOf('@', 1);
  return version > 0 ? name.slice(0, version) : name;
}
