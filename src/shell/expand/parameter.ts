import { calculateText } from './arithmetic.ts';
import { unescape } from './escapes.ts';
import type { Here, Machine } from '../run/machine.ts';
import type { ParameterExpansionPart, WordNode } from '../parse/parse.ts';
import { cut, replace } from './pattern.ts';
import type { Scope } from '../run/scope.ts';
import { addUnknown, hasUnknown } from './unknown.ts';
import { elementsOf, referred, runArithmeticNames, runSubscripts, setVariable } from '../run/variables.ts';

/** `list`: each value is a separate field even in quotes (`"$@"`). */
export type Expanded = { values: string[]; list: boolean };

type Cook = (machine: Machine, word: WordNode, here: Here) => string;

/** `$x`, `${x…}`. `cook` is passed in because words hold parameters and parameters hold words. */
export function expandParameter(
  machine: Machine,
  asked: { text: string; name: string; part?: ParameterExpansionPart },
  here: Here,
  cook: Cook,
): Expanded {
  const { name, part, text } = asked;
  const written = part?.index?.text;
  const index =
    part?.index === undefined || written === '@' || written === '*' ? written : cook(machine, part.index, here);
  if (index !== undefined) runArithmeticNames(machine, index, here);
  if (part?.prefix === '#') return one(length(machine, name, index, text, here.scope));
  const all = name === '@' || name === '*' || index === '@' || index === '*';
  const found = lookup(machine, name, here.scope, index);
  if (part?.prefix === '!') return indirect(machine, part, found, here);
  if (part?.operation === undefined) {
    if (found === undefined)
      return one(name === 'TMPDIR' ? machine.unknown(text, 'value', '/tmp/**') : machine.unknown(text));
    return { values: found, list: all && (name === '@' || index === '@') };
  }
  const values = operate(machine, part, found, here, cook);
  return { values, list: all && values.length !== 1 };
}

/** A variable's value when the text, the environment or the shell itself fixes it. */
export function lookupVariable(machine: Machine, name: string, scope: Scope): string | undefined {
  return lookup(machine, name, scope, undefined)?.join(' ');
}

function one(value: string): Expanded {
  return { values: [value], list: false };
}

function lookup(machine: Machine, name: string, scope: Scope, index: string | undefined): string[] | undefined {
  const target = referred(scope, name);
  const [array, element] =
    target === name ? [name, index] : [target.replace(/\[.*$/s, ''), index ?? subscriptOf(target)];
  const value = elementsOf(scope, array, element);
  if (value !== undefined) return value;
  const special = specialValue(machine, name, scope);
  if (special !== undefined) return special;
  const env = Object.hasOwn(machine.env, name) ? machine.env[name] : undefined;
  return env === undefined ? fallback(machine, name) : [env];
}

function specialValue(machine: Machine, name: string, scope: Scope): string[] | undefined {
  if (name === '@' || name === '*') return scope.positional ?? [];
  if (name === '#') return [String(scope.positional?.length ?? 0)];
  if (name === 'PWD') return scope.cwd === null ? [machine.unknown('$PWD')] : [scope.cwd];
  if (name === 'OLDPWD') return scope.previous === null ? undefined : [scope.previous];
  if (name === '0') return ['bash'];
  if (/^[1-9]\d?$/.test(name))
    return scope.positional === null ? undefined : [scope.positional[Number(name) - 1] ?? ''];
  return undefined;
}

/** Variables every login has; SHELL is answered so that `$SHELL -c '…'` is followed. */
function fallback(machine: Machine, name: string): string[] | undefined {
  if (name === 'HOME') return machine.home === null ? undefined : [machine.home];
  if (name === 'IFS') return [' \t\n'];
  if (name === 'SHELL') return ['/bin/bash'];
  if (name === 'BASH') return ['/bin/bash'];
  if (name === 'USER' || name === 'LOGNAME') {
    const home = machine.home;
    return home === null ? undefined : [home.slice(home.lastIndexOf('/') + 1)];
  }
  return undefined;
}

function length(machine: Machine, name: string, index: string | undefined, text: string, scope: Scope): string {
  if (name === '' || name === '@' || name === '*') return String(scope.positional?.length ?? 0);
  const found = lookup(machine, name, scope, index);
  if (found === undefined || found.some(hasUnknown)) return machine.unknown(text);
  return String(index === '@' || index === '*' ? found.length : (found[0] ?? '').length);
}

function subscriptOf(name: string): string | undefined {
  return /\[(.*)\]$/s.exec(name)?.[1];
}

/** `${!x}` is the variable that x names; of a reference it is the name itself. */
function indirect(machine: Machine, part: ParameterExpansionPart, found: string[] | undefined, here: Here): Expanded {
  const { scope } = here;
  if (part.operation?.type === 'Names')
    return { values: [...scope.vars.keys()].filter((name) => name.startsWith(part.parameter)), list: true };
  const reference = scope.references?.get(part.parameter);
  if (reference !== undefined) return one(reference);
  const target = found?.[0];
  if (target === undefined || hasUnknown(target)) return one(machine.unknown(part.text));
  runSubscripts(machine, target, here);
  const values = lookup(machine, target.replace(/\[.*$/s, ''), scope, subscriptOf(target));
  return values === undefined ? one(machine.unknown(part.text)) : { values, list: target.endsWith('[@]') };
}

function operate(
  machine: Machine,
  part: ParameterExpansionPart,
  found: string[] | undefined,
  here: Here,
  cook: Cook,
): string[] {
  const operation = part.operation;
  if (operation === undefined) return found ?? [machine.unknown(part.text)];
  if (operation.type === 'Default')
    return [orDefault(machine, part, operation.operator, cook(machine, operation.operand, here), found, here)];
  if (operation.type === 'Transform') return [transform(machine, part, operation.operand.text, found, here)];
  const operands =
    operation.type === 'Replace'
      ? [cook(machine, operation.pattern, here), cook(machine, operation.replacement, here)]
      : operation.type === 'Slice'
        ? [
            cook(machine, operation.offset, here),
            operation.length === undefined ? '' : cook(machine, operation.length, here),
          ]
        : operation.type === 'Remove'
          ? [cook(machine, operation.operand, here)]
          : [];
  if (operands.some(hasUnknown)) return [machine.unknown(part.text)];
  const change = (values: string[]) => changed(machine, part, values, operands, here);
  if (found === undefined) return samePart(part.parameter, change) ?? [machine.unknown(part.text)];
  return found.some(hasUnknown) ? [machine.unknown(part.text)] : change(found);
}

/** Values a variable could have; what is the same of all of them is known: `${PATH:0:1}` is a slash. */
function samePart(name: string, change: (values: string[]) => string[]): string[] | undefined {
  if (!/^(?:PATH|OLDPWD|TMPDIR|MANPATH|XDG_[A-Z_]+_(?:HOME|DIR|DIRS))$/.test(name)) return undefined;
  const [one = '', other] = ['/usr/local/bin:/usr/bin:/bin', '/opt/x/y'].map((value) => change([value]).join(' '));
  return one === other && one !== '' && !hasUnknown(one) ? [one] : undefined;
}

function changed(
  machine: Machine,
  part: ParameterExpansionPart,
  found: string[],
  operands: readonly string[],
  here: Here,
): string[] {
  const { operation } = part;
  const [first = '', second = ''] = operands;
  switch (operation?.type) {
    case 'Remove':
      return found.map((value) =>
        cut(
          value,
          first,
          operation.operator.startsWith('#') ? 'start' : 'end',
          operation.operator.length > 1 ? 'long' : 'short',
        ),
      );
    case 'Replace':
      return found.map((value) => replace(value, first, second, operation.operator));
    case 'Slice':
      return (
        slice(found, first, second, part, (name) => lookupVariable(machine, name, here.scope)) ?? [
          machine.unknown(part.text),
        ]
      );
    case 'CaseModification':
      return found.map((value) => changeCase(value, operation.operator));
    default:
      return [machine.unknown(part.text)];
  }
}

function orDefault(
  machine: Machine,
  part: ParameterExpansionPart,
  operator: string,
  operand: string,
  found: string[] | undefined,
  here: Here,
): string {
  // No value at all is a variable that was taken away: `unset x`.
  const value = found?.join(' ');
  const empty = value === '' && (operator.startsWith(':') || found?.length === 0);
  const kind = operator.at(-1);
  if (kind === '+' && value === undefined)
    return addUnknown(machine.unknowns, { raw: part.text, origin: 'value', otherwise: operand });
  if (kind === '+') return empty ? '' : operand;
  if (value !== undefined && !empty) return value;
  if (kind === '?') return addUnknown(machine.unknowns, { raw: part.text, origin: 'value', required: true });
  if (value === undefined && !Object.hasOwn(machine.env, part.parameter))
    machine.mark('assumed-default', part.text, here.frame);
  if (kind === '=') setVariable(here.scope, part.parameter, operand);
  return operand;
}

function transform(
  machine: Machine,
  part: ParameterExpansionPart,
  letter: string,
  found: string[] | undefined,
  here: Here,
): string {
  const value = found?.join(' ');
  if (letter === 'P') return prompt(machine, part, value, here);
  if (value === undefined || hasUnknown(value)) return machine.unknown(part.text);
  if (letter === 'U') return value.toUpperCase();
  if (letter === 'L') return value.toLowerCase();
  if (letter === 'u') return changeCase(value, '^');
  if (letter === 'Q') return value;
  if (letter === 'E') return unescape(value);
  return machine.unknown(part.text);
}

/** Prompt expansion runs the substitutions inside the value: code execution in disguise. */
function prompt(machine: Machine, part: ParameterExpansionPart, value: string | undefined, here: Here): string {
  if (value === undefined || hasUnknown(value)) {
    machine.mark('dynamic-script', part.text, here.frame);
    return machine.unknown(part.text);
  }
  return machine.expandText(value, here);
}

function slice(
  found: string[],
  offset: string,
  size: string,
  part: ParameterExpansionPart,
  variable: (name: string) => string | undefined,
): string[] | undefined {
  const from = offset.trim() === '' ? 0 : calculateText(offset, variable);
  const count = size.trim() === '' ? undefined : calculateText(size, variable);
  if (from === undefined || (count === undefined && size.trim() !== '')) return undefined;
  const range = (length: number): [number, number] => {
    const start = from < 0 ? Math.max(0, length + from) : from;
    const end = count === undefined ? length : count < 0 ? length + count : start + count;
    return [start, end];
  };
  if (part.parameter === '@' || part.parameter === '*' || part.index?.text === '@') {
    const list = part.parameter === '@' || part.parameter === '*' ? [variable('0') ?? '', ...found] : found;
    return list.slice(...range(list.length));
  }
  return found.map((value) => value.slice(...range(value.length)));
}

function changeCase(value: string, operator: string): string {
  if (operator === '^^') return value.toUpperCase();
  if (operator === ',,') return value.toLowerCase();
  const first = value.charAt(0);
  return (operator === '^' ? first.toUpperCase() : first.toLowerCase()) + value.slice(1);
}
