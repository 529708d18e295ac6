import { calculateText } from './arithmetic.ts';
import { change } from './changes.ts';
import type { Values } from './fields.ts';
import type { Here, Machine } from '../run/machine.ts';
import type { ParameterExpansionPart, WordNode } from '../parse/parse.ts';
import { directoryOf, directoryText } from '../run/ways/directories.ts';
import type { Scope } from '../run/scope.ts';
import { plainText } from '../run/value.ts';
import { addUnknown, eitherOf, hasUnknown, valuesOf } from './unknown.ts';
import { usualPlace } from './usual-places.ts';
import {
  elementsOf,
  keysNamed,
  referred,
  runArithmeticNames,
  runSubscripts,
  setVariable,
  settingNames,
  textOf,
} from '../run/variables.ts';

/**
 * What an expansion gives: one text (none where the name is unset), or a list. Each text of `$@` is a field even in quotes; those of `$*` are joined
 * there. `word`: a word of the expansion takes its place, `${x:-word}`, and is cooked like what is around it.
 */
export type Expanded = Values | { word: WordNode };

/** Words hold parameters and parameters hold words, so the cooks are passed in. */
export type Cooks = {
  text: (machine: Machine, word: WordNode, here: Here) => string;
  /** Quoted parts are escaped, so that they mean themselves. */
  pattern: (machine: Machine, word: WordNode, here: Here) => string;
  replacement: (machine: Machine, word: WordNode, here: Here) => string;
};

type Operation = NonNullable<ParameterExpansionPart['operation']>;

type Asked = { text: string; name: string; part?: ParameterExpansionPart };

/** `$x`, `${x…}` */
export function expandParameter(machine: Machine, asked: Asked, here: Here, cooks: Cooks): Expanded {
  const { name, part, text } = asked;
  const written = part?.index?.text;
  const index =
    part?.index === undefined || written === '@' || written === '*' ? written : cooks.text(machine, part.index, here);
  if (index !== undefined) runArithmeticNames(machine, index, here);
  const list = listOf(name, index);
  const found = part?.prefix === '#' ? undefined : lookup(machine, name, here.scope, index);
  const expansion: Expansion = { machine, here, cooks, text, name, part, list, found };
  if (part?.prefix === '#') return one(length(expansion, index));
  return part?.prefix === '!' ? indirect(expansion, part, index) : operate(expansion);
}

/** A parameter that is being expanded: what is written, and what it holds. */
type Expansion = {
  machine: Machine;
  here: Here;
  cooks: Cooks;
  text: string;
  name: string;
  part: ParameterExpansionPart | undefined;
  list: '@' | '*' | undefined;
  /** Undefined: not known. No value: known to be unset. */
  found: string[] | undefined;
};

/** `$@`, `${a[*]}` */
function listOf(name: string, index: string | undefined): '@' | '*' | undefined {
  return name === '@' || name === '*' ? name : index === '@' || index === '*' ? index : undefined;
}

/** A variable's value when the text, the environment or the shell itself fixes it. */
function lookupVariable(machine: Machine, name: string, scope: Scope): string | undefined {
  return lookup(machine, name, scope, undefined)?.join(' ');
}

function one(value: string): Expanded {
  return { values: [value] };
}

/** Undefined: not known. No value: known to be unset. */
function lookup(machine: Machine, name: string, scope: Scope, index: string | undefined): string[] | undefined {
  const target = referred(scope, name);
  const [array, element] =
    target === name ? [name, index] : [target.replace(/\[.*$/s, ''), index ?? subscriptOf(target)];
  const value = elementsOf(scope, array, element);
  const kept = scope.kept.get(array);
  if (value !== undefined && kept !== undefined && element === undefined)
    return [eitherOf(machine.unknowns, `$${array}`, [value.join(' '), plainText(kept) ?? ''])];
  if (value !== undefined) return value;
  // Which item an unknown index means is not known, but it is one of them.
  const all = element === undefined ? [] : (elementsOf(scope, array, '@') ?? []);
  if (all.length > 0) return [eitherOf(machine.unknowns, `$${array}`, all)];
  const special = specialValue(machine, array, scope);
  if (special !== undefined) return special;
  const env = Object.hasOwn(machine.env, array) ? machine.env[array] : undefined;
  return env === undefined ? fallback(machine, array) : [env];
}

function specialValue(machine: Machine, name: string, scope: Scope): string[] | undefined {
  if (name === '@' || name === '*') return scope.positional ?? [];
  if (name === '#')
    return scope.positional?.some(mayBeMany) === true
      ? [machine.unknown('$#')]
      : [String(scope.positional?.length ?? 0)];
  if (name === '_' && scope.lastWord !== undefined) return [scope.lastWord];
  if (name === 'PWD') return [directoryText(machine, directoryOf(scope), '$PWD')];
  if (name === 'OLDPWD')
    return scope.previous === null ? undefined : [directoryText(machine, scope.previous, '$OLDPWD')];
  if (name === '0') return ['bash'];
  if (/^[1-9]\d{0,4}$/.test(name)) return scope.positional?.slice(Number(name) - 1, Number(name));
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
  const place = machine.home === null ? undefined : usualPlace(machine.home, name);
  return place === undefined ? undefined : [place];
}

function length({ machine, here: { scope }, name, text }: Expansion, index: string | undefined): string {
  if (name === '' || name === '@' || name === '*')
    return scope.positional?.some(mayBeMany) === true ? machine.unknown(text) : String(scope.positional?.length ?? 0);
  const found = lookup(machine, name, scope, index);
  if (found === undefined) return machine.unknown(text);
  if (index === '@' || index === '*') return found.some(mayBeMany) ? machine.unknown(text) : String(found.length);
  return found.some(hasUnknown) ? machine.unknown(text) : String(Array.from(found[0] ?? '').length);
}

/** An unknown value alone may be a whole list. */
function mayBeMany(value: string): boolean {
  return hasUnknown(value);
}

function subscriptOf(name: string): string | undefined {
  return /\[(.*)\]$/s.exec(name)?.[1];
}

/** `${!x}` is the variable that x names; of a reference it is the name itself. `${!a[@]}` are the keys, `${!p*}` names. */
function indirect(expansion: Expansion, part: ParameterExpansionPart, index: string | undefined): Expanded {
  const { machine, here, found } = expansion;
  const { scope } = here;
  if (part.operation?.type === 'Names') {
    const names = namesWith(machine, part.parameter, scope);
    // Without delimiters bash joins these names also where they are not quoted.
    const isJoined = part.operation.operator === '*' && textOf(scope, 'IFS') === '';
    return isJoined ? one(names.join('')) : { values: names, list: part.operation.operator };
  }
  if ((index === '@' || index === '*') && part.operation === undefined) {
    const keys = keysNamed(scope, part.parameter);
    return keys === undefined ? one(machine.unknown(part.text)) : { values: keys, list: index, isChanged: true };
  }
  const reference = scope.references.get(part.parameter);
  if (reference !== undefined) return one(reference);
  const target = found?.[0];
  if (target !== undefined && part.operation === undefined && hasUnknown(target)) {
    const texts = valuesOf(machine.unknowns, target).flatMap((name) => lookup(machine, name, scope, undefined) ?? []);
    if (texts.length > 0) return one(eitherOf(machine.unknowns, part.text, texts));
  }
  if (target === undefined || hasUnknown(target)) return one(machine.unknown(part.text));
  runSubscripts(machine, target, here);
  const name = target.replace(/\[.*$/s, '');
  const subscript = subscriptOf(target);
  const values = lookup(machine, name, scope, subscript);
  return operate({ ...expansion, text: part.text, name, list: listOf(name, subscript), found: values });
}

function namesWith(machine: Machine, prefix: string, scope: Scope): string[] {
  const own = [...scope.vars].flatMap(([name, value]) =>
    typeof value === 'string' || value.items.size > 0 ? [name] : [],
  );
  const names = [...new Set([...own, ...Object.keys(machine.env)])];
  return names.filter((name) => name.startsWith(prefix)).sort();
}

function operate(expansion: Expansion): Expanded {
  const { machine, here, text, name, list, found } = expansion;
  const operation = expansion.part?.operation;
  if (operation === undefined) {
    if (found !== undefined) return { values: found, list };
    return one(name === 'TMPDIR' ? machine.unknown(text, 'value', '/tmp/**') : machine.unknown(text));
  }
  if (operation.type === 'Default') return orDefault(expansion, operation);
  if (operation.type === 'Transform' && operation.operand.text === 'P')
    return one(prompt(machine, text, found?.join(' '), here));
  const operands = operandsOf(operation, expansion);
  const unknown = () => one(machine.unknown(text));
  if (operands.some(hasUnknown)) return unknown();
  const names = settingNames(machine, here.scope);
  if (operation.type === 'Slice') for (const operand of operands) runArithmeticNames(machine, operand, here);
  const numbers = operation.type === 'Slice' ? operands.map((operand) => calculateText(operand, names)) : [];
  const positional = name === '@' || name === '*' ? (lookupVariable(machine, '0', here.scope) ?? 'bash') : undefined;
  const keys = list === undefined ? undefined : keysNamed(here.scope, name);
  // Searching a long text for a pattern has its price.
  if (operation.type === 'Remove' || operation.type === 'Replace') {
    const size = found?.join('').length ?? 0;
    machine.budget.steps -= (size * (size + 64) * (operands[0]?.length ?? 0)) >> 14;
  }
  const apply = (values: string[]) => change(operation, values, { operands, numbers, list, positional, keys, name });
  if (found === undefined) {
    const same = samePart(name, apply);
    return same === undefined ? unknown() : one(same);
  }
  const values = found.some(hasUnknown) ? undefined : apply(found);
  return values === undefined ? unknown() : { values, list, isChanged: true };
}

/** The words of an operation, expanded. */
function operandsOf(operation: Operation, { machine, here, cooks }: Expansion): string[] {
  switch (operation.type) {
    case 'Replace':
      return [cooks.pattern(machine, operation.pattern, here), cooks.replacement(machine, operation.replacement, here)];
    case 'Slice': {
      const offset = cooks.text(machine, operation.offset, here);
      return [offset, operation.length === undefined ? '' : cooks.text(machine, operation.length, here)];
    }
    case 'Remove':
    case 'CaseModification':
      return operation.operand === undefined ? [] : [cooks.pattern(machine, operation.operand, here)];
    default:
      return [];
  }
}

/** Values that have nothing in common: an operation that makes the same of all of them does so of every value, as `${x##*}` and `${x:0:0}` do. */
const ANY_VALUES = ['', 'a', '/usr/local/bin:/usr/bin:/bin', 'Zz 9.-_=%', '*?[~$'];

/** Values of variables that hold paths. */
const PATH_VALUES = ['/usr/local/bin:/usr/bin:/bin', '/opt/x/y'];

/** Values a variable could have; what is the same of all of them is known: `${PATH:0:1}` is a slash. */
function samePart(name: string, apply: (values: string[]) => string[] | undefined): string | undefined {
  const isPath = /^(?:PATH|OLDPWD|TMPDIR|MANPATH|XDG_[A-Z_]+_(?:HOME|DIR|DIRS))$/.test(name);
  const common = (samples: readonly string[]) => {
    const [first, ...others] = samples.map((value) => apply([value])?.join(' '));
    return first === undefined || hasUnknown(first) || others.some((other) => other !== first) ? undefined : first;
  };
  return common(ANY_VALUES) ?? (isPath ? common(PATH_VALUES) || undefined : undefined);
}

function orDefault(expansion: Expansion, { operand, operator }: Extract<Operation, { type: 'Default' }>): Expanded {
  const { machine, here, cooks, text, name, list, found } = expansion;
  const kind = operator.at(-1);
  const isEmpty = found !== undefined && (found.length === 0 || (operator.startsWith(':') && found.join('') === ''));
  if (kind === '+') {
    if (found !== undefined) return isEmpty ? { values: [] } : { word: operand };
    const otherwise = cooks.text(machine, operand, here);
    if (otherwise === '') return one('');
    return one(addUnknown(machine.unknowns, { raw: text, origin: 'value', otherwise }));
  }
  if (found !== undefined && !isEmpty) {
    if (here.scope.ofParent?.has(name) === true) cooks.text(machine, operand, here);
    return { values: found, list };
  }
  if (kind === '?') {
    cooks.text(machine, operand, here);
    return one(addUnknown(machine.unknowns, { raw: text, origin: 'value', required: true }));
  }
  if (found === undefined && !Object.hasOwn(machine.env, name)) machine.mark('assumed-default', text, here.frame);
  if (kind !== '=') return { word: operand };
  const value = cooks.text(machine, operand, here);
  setVariable(here.scope, name, value);
  return one(value);
}

/** Prompt expansion runs the substitutions inside the value: code execution in disguise. */
function prompt(machine: Machine, text: string, value: string | undefined, here: Here): string {
  if (value === undefined || hasUnknown(value)) {
    machine.mark('dynamic-script', text, here.frame);
    return machine.unknown(text);
  }
  // Escapes come first, and what they stand for is expanded like the rest.
  return machine.expandText(promptText(machine, value, here.scope), here);
}

/** The escapes of a prompt: numbers, and the few letters whose meaning the text itself fixes. */
function promptText(machine: Machine, value: string, scope: Scope): string {
  return value.replaceAll(/\\([0-7]{3}|.)/gs, (whole, code: string) => {
    if (/^[0-7]{3}$/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 255);
    if (code === 'w') return directoryText(machine, directoryOf(scope), '$PWD');
    if (code === 'u') return lookupVariable(machine, 'USER', scope) ?? machine.unknown('$USER');
    if (code === 's') return 'bash';
    return PROMPT_LETTERS[code] ?? (/[\w!@#]/.test(code) ? machine.unknown(whole) : whole);
  });
}

const PROMPT_LETTERS: Readonly<Record<string, string>> = { '\\': '\\', n: '\n', r: '\r', '[': '', ']': '', $: '$' };
