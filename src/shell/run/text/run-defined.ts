import { runProgram } from '../../programs/support/run-program.ts';
import type { Call, Machine } from '../machine.ts';
import type { Either } from '../scope.ts';
import { asSecondReading, isWorthRunning } from '../second-reading.ts';
import { runFunction } from './run-function.ts';

/** Runs the alias or the function of that name; undefined: the script has defined neither. */
export function runDefined(machine: Machine, name: string, call: Call): string | undefined {
  const { frame, scope } = call;
  const alias = frame.active.includes(`alias ${name}`) ? undefined : scope.aliases.get(name);
  if (alias === undefined && !scope.functions.has(name)) return undefined;
  const printed = alias === undefined ? runFunction(machine, name, call) : runAlias(machine, name, alias, call);
  runShadowed(machine, call);
  return printed;
}

/** What the alias means, and in a second reading what else it may mean. */
function runAlias(machine: Machine, name: string, [text, ...others]: Either, call: Call): string {
  for (const other of others) runAliasText(machine, name, other, asSecondReading(machine, call));
  return runAliasText(machine, name, text, call);
}

/**
 * A function or an alias with the name of a program may never have been defined (`false && rm() { :; }`), or may not count (aliases in a script): the
 * program itself is the second reading.
 */
function runShadowed(machine: Machine, call: Call): void {
  if (!isWorthRunning(call.program)) return;
  runProgram(asSecondReading(machine, call), machine);
}

function runAliasText(machine: Machine, name: string, alias: string, call: Call): string {
  const text = [alias, ...call.args.map(quote)].join(' ');
  const frame = { ...call.frame, active: [...call.frame.active, `alias ${name}`] };
  return machine.script({ ...call, frame }, text, { via: 'alias', capture: call.io.capture, inPlace: true });
}

/** Single quotes, so that a re-parse gives the same word. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
