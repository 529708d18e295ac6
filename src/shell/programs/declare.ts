import { ansiQuoted, hasControl } from '../expand/escapes.ts';
import { valueFor } from '../run/assignments.ts';
import { isSecretName, showVariables } from '../files/loaded-files.ts';
import type { Call, Machine } from '../run/machine.ts';
import type { Definition } from '../run/scope.ts';
import { UNSET } from '../run/value.ts';
import {
  changeAttributes,
  EXPORTED,
  makeLocal,
  refer,
  runSubscripts,
  setGlobal,
  setVariable,
  textOf,
} from '../run/variables.ts';
import { defineProgram } from './support/define-program.ts';
import { runsByVariable, setsVariable } from './support/start/variable-commands.ts';

export const declare = defineProgram({ names: 'declare typeset local export readonly', effects: setVariables });

/** `declare`, `local`, `export`, `readonly`: they set variables, and inside a function they make them its own. */
function setVariables(call: Call, machine: Machine): string {
  const { scope } = call;
  const set = new Map<string, string>();
  const on = call.args.filter((arg) => /^-[A-Za-z]+$/.test(arg)).join('');
  const off = call.args.filter((arg) => /^\+[A-Za-z]+$/.test(arg)).join('');
  if (
    /^(?:declare|typeset)$/.test(call.program) &&
    /[fp]/.test(on) &&
    call.io.capture &&
    call.args.some((arg) => !/^[-+]/.test(arg))
  )
    return listed(call, machine, on);
  const isLocal = !/^(?:export|readonly)$/.test(call.program) && !on.includes('g');
  const isExporting = on.includes('x') || (call.program === 'export' && !/[nf]/.test(on));
  for (const arg of call.args) {
    const definition = /[fx]/.test(on) ? scope.functions.get(arg) : undefined;
    if (definition !== undefined) scope.functions.set(arg, { ...definition, exported: true });
    if (/^[-+]/.test(arg)) continue;
    const equals = arg.indexOf('=');
    const written = equals < 0 ? arg : arg.slice(0, equals);
    const value = equals < 0 ? undefined : arg.slice(equals + 1);
    declareOne(call, machine, { written, value, on, off, isLocal, isFunction: definition !== undefined });
    if (value !== undefined && !on.includes('n')) set.set(written.replace(/\+$/, ''), value);
    const held = value === undefined && isExporting ? textOf(scope, written) : undefined;
    // `printf -v X …; export X`
    if (held !== undefined) setsVariable(call, machine, written, held);
  }
  if (set.size > 0) runsByVariable({ ...call, assignments: set }, machine);
  const isListing = on.includes('p') || call.args.every((arg) => /^[-+]/.test(arg));
  if (!isListing) return '';
  const names = call.args.filter((arg) => !/^[-+]/.test(arg));
  if (!/[fF]/.test(on) && (names.length === 0 || names.some(isSecretName))) showVariables(call, machine);
  return machine.unknown(`$(${call.program})`);
}

/** `declare -f f`, `declare -p x`: statements that make the function or the variable again. */
function listed({ args, program, scope }: Call, machine: Machine, on: string): string {
  const names = args.filter((arg) => !/^[-+]/.test(arg));
  const texts = names.map((name) => {
    const definition = scope.functions.get(name);
    if (on.includes('f')) return definition === undefined ? '' : shownFunction(name, definition);
    const value = scope.vars.get(name);
    const letters = scope.attributes.get(name) ?? '';
    const isPlain = value !== undefined && letters.replace(/[Ax]/g, '') === '';
    // The order of keys is bash's own, and an array without items may be one that was unset.
    if (!isPlain || (typeof value === 'object' && (value.items.size === 0 || (value.keyed && value.items.size > 1))))
      return machine.unknown(`$(${program} -p ${name})`);
    if (typeof value === 'string')
      return `declare ${letters.includes(EXPORTED) ? '-x' : '--'} ${name}=${inDouble(value)}\n`;
    const items = [...value.items].map(([key, text]) => `[${key}]=${inDouble(text)}`);
    return `declare -${value.keyed ? 'A' : 'a'} ${name}=(${items.join(' ')})\n`;
  });
  return texts.join('');
}

/** As bash lays it out: the name, the brace, then the commands, each line further in. */
function shownFunction(name: string, { body, source }: Definition): string {
  const text = source.slice(body.pos, body.end);
  const commands = /^\{(.*)\}$/s.exec(text)?.[1]?.trim().replace(/;$/, '') ?? text;
  return `${name} () \n{ \n    ${commands}\n}\n`;
}

function inDouble(text: string): string {
  if (hasControl(text)) return ansiQuoted(text);
  return `"${text.replaceAll(/["$`\\]/g, String.raw`\$&`)}"`;
}

type Declared = {
  written: string;
  value: string | undefined;
  on: string;
  off: string;
  isLocal: boolean;
  isFunction: boolean;
};

function declareOne(call: Call, machine: Machine, { written, value, on, off, isLocal, isFunction }: Declared): void {
  const { scope } = call;
  const whole = written.replace(/\+$/, '');
  const name = whole.replace(/\[.*$/s, '');
  runSubscripts(machine, whole, call);
  if (!/^[A-Za-z_]\w*$/.test(name)) return;
  const isNew = isLocal && scope.locals !== undefined && !scope.locals.names.has(name);
  if (isLocal) makeLocal(scope, name);
  if (isNew && !isFunction && !on.includes('I')) scope.vars.set(name, UNSET);
  if (on.includes('n') && value !== undefined) return refer(scope, name, value);
  const exported = call.program === 'export' && !on.includes('n') ? EXPORTED : '';
  const hidden = call.program === 'export' && on.includes('n') ? EXPORTED : '';
  changeAttributes(scope, name, on.replace(/[^iulcnAx]/g, '') + exported, off + hidden);
  const array = call.arrays?.get(name);
  if (array !== undefined) scope.vars.set(name, array);
  else if (value !== undefined) {
    const old = written.endsWith('+') ? textOf(scope, whole) : undefined;
    const text = valueFor(machine, call, { name, old, value });
    if (on.includes('g') && whole === name) setGlobal(scope, name, text);
    else setVariable(scope, whole, text);
  } else if (on.includes('A') && typeof scope.vars.get(name) !== 'object')
    scope.vars.set(name, { keyed: true, items: new Map() });
  if (on.includes('r') || call.program === 'readonly') changeAttributes(scope, name, 'r');
}
