import type { Call, Machine } from '../run/machine.ts';
import { makeLocal, refer, runArithmeticText, setVariable } from '../run/variables.ts';
import { defineProgram } from './support/define-program.ts';
import { runsByVariable } from './support/start/variable-commands.ts';

export const declare = defineProgram({ names: 'declare typeset local export readonly', effects: setVariables });

/** `declare`, `local`, `export`, `readonly`: they set variables, and inside a function they make them its own. */
export function setVariables(call: Call, machine: Machine): string {
  const { scope } = call;
  const set = new Map<string, string>();
  const options = call.args.filter((arg) => /^-[A-Za-z]+$/.test(arg)).join('');
  const exports = /[fx]/.test(options);
  const isLocal = !/^(?:export|readonly)$/.test(call.program) && !options.includes('g');
  for (const arg of call.args) {
    const definition = exports ? scope.functions.get(arg) : undefined;
    if (definition !== undefined) scope.functions.set(arg, { ...definition, exported: true });
    if (/^[-+]/.test(arg)) continue;
    const equals = arg.indexOf('=');
    const name = (equals < 0 ? arg : arg.slice(0, equals)).replace(/\+$/, '');
    const value = equals < 0 ? undefined : arg.slice(equals + 1);
    // Array values were stored while the words were cooked, before this name could be made local.
    const isArray = value?.startsWith('(') === true && Array.isArray(scope.vars.get(name));
    if (isLocal && !isArray) makeLocal(scope, name);
    if (options.includes('n') && value !== undefined) {
      refer(scope, name, value);
      continue;
    }
    if (isLocal && scope.saved !== undefined && value === undefined && definition === undefined)
      scope.vars.set(name, '');
    if (value === undefined) continue;
    if (options.includes('i')) runArithmeticText(machine, value, call);
    if (!isArray) setVariable(scope, name, value);
    set.set(name, value);
  }
  if (set.size > 0) runsByVariable({ ...call, assignments: set }, machine);
  return '';
}
