import type { Call, Machine } from './machine.ts';
import { hasUnknown } from '../expand/unknown.ts';
import { isDescribed } from '../programs/support/find-program.ts';
import { runInScript, scriptOnDisk } from './script-files.ts';
import { isFetched } from '../files/written-files.ts';
import { textOf } from './variables.ts';

/** Programs by which a downloaded source tree is built; people run them all day. */
const BUILDS = /^(?:configure|autogen\.sh|gradlew|mvnw|waf|bootstrap)$/;

/**
 * Runs a program that was written or downloaded earlier in the same command: by its path, or by its name where PATH leads to its directory.
 * Undefined when it is no such program.
 */
export function runWritten(machine: Machine, name: string, call: Call): string | undefined {
  for (const path of name.includes('/') ? [name] : onPath(machine, call, name)) {
    const text = machine.content(call, path);
    if (text !== undefined) return machine.runFile(call, text, path);
    if (isFetched(machine, call, path) && name.includes('/') && !BUILDS.test(call.program)) {
      machine.emit(call, { kind: 'code', source: 'fetched', interpreter: call.program });
      return machine.unknown(`$(${path})`, 'network');
    }
  }
  if (name.includes('/') && !BUILDS.test(call.program)) runOnDisk(machine, name, call);
  return undefined;
}

/** `./x.sh`: what the script does counts beside what is known about a program of that name. */
function runOnDisk(machine: Machine, path: string, call: Call): void {
  const script = scriptOnDisk(machine, call, path);
  const quiet = { ...call, io: { ...call.io, capture: false } };
  if (script !== undefined) runInScript(machine, script, () => machine.runFile(quiet, script.text, path));
}

/** After an installation people look whether the tool is there. */
const ONLY_TRIES = /^(?:-v|-V|-h|--version|version|--help|help)$/;

/** Where the text itself makes the shell look. The directories it had before are not known, but programs are put into those named `bin` to be found. */
function onPath(machine: Machine, call: Call, name: string): string[] {
  if (machine.files.size === 0) return [];
  const own = call.assignments.get('PATH') ?? textOf(call.scope, 'PATH') ?? '';
  const named = own
    .split(':')
    .flatMap((directory) => (hasUnknown(directory) ? [] : [`${directory === '' ? '.' : directory}/${name}`]));
  const isTried = isDescribed(name) || (call.args.length > 0 && call.args.every((arg) => ONLY_TRIES.test(arg)));
  const installed = isTried
    ? []
    : [...machine.files.keys()].filter((path) => /\/s?bin\/[^/]+$/.test(path) && path.endsWith(`/${name}`));
  return own === '' ? installed : [...named, ...installed];
}
