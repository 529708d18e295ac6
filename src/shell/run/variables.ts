import { calculateText, type Names } from '../expand/arithmetic.ts';
import { hasUnknown, isUnknownCode, variableOf } from '../expand/unknown.ts';
import type { Here, Machine } from './machine.ts';
import type { Scope } from './scope.ts';
import {
  asItems,
  itemAt,
  keysOf,
  lastIndex,
  listOf,
  plainText,
  textsOf,
  UNSET,
  type Value,
  withItem,
  withoutItem,
} from './value.ts';

const ELEMENT = /^([A-Za-z_]\w*)\[(.*)\]$/s;

/** Sets a variable, an element (`a[1]`) or what a reference (`declare -n`) points to, as its attributes want it. */
export function setVariable(scope: Scope, name: string, value: string | readonly string[]): void {
  const target = referred(scope, name);
  // `declare -n r` waits for its first value, which is the name.
  if (typeof value === 'string' && scope.attributes.get(target)?.includes('n') === true)
    return refer(scope, target, value);
  const [, array, index] = ELEMENT.exec(target) ?? [];
  if (array !== undefined && typeof value === 'string') return setElement(scope, array, index ?? '', value);
  if (isReadonly(scope, target)) return;
  const old = scope.vars.get(target);
  if (typeof value !== 'string') scope.vars.set(target, listOf(value.map((text) => formed(scope, target, text))));
  // An array that is assigned a string takes it as its item 0.
  else if (typeof old === 'object' && (old.items.size > 0 || old.keyed))
    scope.vars.set(target, withItem(old, '0', formed(scope, target, value)));
  else scope.vars.set(target, formed(scope, target, value));
}

export function setElement(scope: Scope, array: string, index: string, value: string): void {
  const name = referred(scope, array);
  if (isReadonly(scope, name)) return;
  // Two arrays of the shell itself: what aliases mean, and where programs are.
  if (name === 'BASH_ALIASES') scope.aliases.set(index, [value]);
  if (name === 'BASH_CMDS') scope.hashed = new Map(scope.hashed).set(index, [value]);
  if (/^BASH_(?:ALIASES|CMDS)$/.test(name) && !scope.vars.has(name))
    scope.vars.set(name, { keyed: true, items: new Map() });
  const old = scope.vars.get(name);
  scope.vars.set(name, withItem(old, keyOf(scope, name, index), formed(scope, name, value)));
}

export function unsetVariable(scope: Scope, name: string): void {
  const target = referred(scope, name);
  const [, array, index] = ELEMENT.exec(target) ?? [];
  if (isReadonly(scope, array ?? target)) return;
  if (array !== undefined) {
    const old = scope.vars.get(array);
    if (old !== undefined) scope.vars.set(array, withoutItem(old, keyOf(scope, array, index ?? '')));
    return;
  }
  if (scope.attributes.has(target)) scope.attributes = new Map(scope.attributes).set(target, '');
  // Taking away the variable of a function further out shows the one it hides.
  const outer = ownerOf(scope.locals?.outer, target);
  if (scope.locals?.names.has(target) !== true && outer !== undefined) restoreOne(scope, outer, target);
  else scope.vars.set(target, UNSET);
}

/** Tests that fail, or send the text another way, when their operand is empty. */
const TESTS_EMPTINESS = /^-[nzdefrswx]$/;

/** `[ -d "$x" ] && …`: from here on the text relies on `x` being set. */
export function noteTested(machine: Machine, scope: Scope, operator: string, operand: string): void {
  if (!TESTS_EMPTINESS.test(operator) || !isUnknownCode(operand.charCodeAt(0))) return;
  const name = variableOf(machine.unknowns, operand.charAt(0));
  if (name !== undefined) scope.tested = new Set(scope.tested).add(name);
}

/** Has the text set or tested this name, or made the shell end where it is unset? */
export function isExpectedSet({ vars, tested, nounset }: Scope, name: string): boolean {
  return vars.has(name) || tested.has(name) || nounset;
}

/** The key that a subscript means: a number, or a string in an associative array or if the number is unknown. */
function keyOf(scope: Scope, name: string, index: string): string {
  const value = scope.vars.get(name);
  if (typeof value === 'object' && value.keyed) return index;
  const at = calculateText(index, namesOf(scope));
  return at === undefined ? index : String(at);
}

/** An element's values: `a[1]`, `a[k]`, `a[i+1]`, or all of them. Undefined when the variable is not set in the text. */
export function elementsOf(scope: Scope, name: string, index: string | undefined): string[] | undefined {
  const value = scope.vars.get(name);
  if (value === undefined) return undefined;
  if (index === '@' || index === '*') return textsOf(value);
  const key = index === undefined ? undefined : keyOf(scope, name, index);
  const text = key === undefined ? plainText(value) : itemAt(value, key);
  if (text !== undefined) return [text];
  // Which item an unknown index means is not known.
  const isKeyed = typeof value === 'object' && value.keyed;
  return key !== undefined && (hasUnknown(key) || (!isKeyed && !/^-?\d+$/.test(key))) ? undefined : [];
}

/** `${!a[@]}` */
export function keysNamed(scope: Scope, name: string): string[] | undefined {
  const value = scope.vars.get(referred(scope, name));
  if (value === undefined) return undefined;
  // An unknown item may be any number of items, and an unknown index is kept as it was written.
  const isOpen =
    typeof value !== 'string' &&
    !value.keyed &&
    [...value.items].some(([key, text]) => hasUnknown(text) || !/^\d+$/.test(key));
  return isOpen ? undefined : keysOf(value);
}

/** `declare -u`, `-l`, and `-c`, which no manual has: a capital first, then small letters. */
function formed(scope: Scope, name: string, value: string): string {
  const letters = scope.attributes.get(name) ?? '';
  if (letters.includes('c')) return value.charAt(0).toUpperCase() + value.slice(1).toLowerCase();
  if (letters.includes('u')) return value.toUpperCase();
  if (letters.includes('l')) return value.toLowerCase();
  return value;
}

/** An attribute that bash does not have: only one of the ways to this point has made the variable readonly. */
export const PERHAPS_READONLY = 'R';

function isReadonly(scope: Scope, name: string): boolean {
  const letters = scope.attributes.get(name) ?? '';
  const old = letters.includes(PERHAPS_READONLY) ? scope.vars.get(name) : undefined;
  if (old !== undefined && !scope.kept.has(name)) scope.kept = new Map(scope.kept).set(name, old);
  return letters.includes('r');
}

/** `declare -i x`, `declare +i x`. */
export function changeAttributes(scope: Scope, name: string, on: string, off = ''): void {
  const old = scope.attributes.get(name) ?? '';
  // Each of these three replaces the others; two at once cancel each other.
  const gone = off + ['u', 'l', 'c'].flatMap((one) => (on.includes(one) ? 'ulc'.replace(one, '') : [])).join('');
  const next = [...new Set(old + on)].filter((letter) => !gone.includes(letter) || letter === 'r').join('');
  if (next !== old) scope.attributes = new Map(scope.attributes).set(name, next);
}

/** The name at the end of a chain of references; a cycle is cut. */
export function referred(scope: Scope, name: string): string {
  let at = name;
  for (let round = 0; round < 8; round++) {
    const next = scope.references.get(at);
    if (next === undefined) return at;
    at = next;
  }
  return at;
}

/** `declare -n r`: a loop over r points it at each name in turn. */
export function isReference({ references, attributes }: Scope, name: string): boolean {
  return references.has(name) || attributes.get(name)?.includes('n') === true;
}

export function refer(scope: Scope, name: string, target: string): void {
  scope.references.set(name, target);
}

/** What names were before a function made them its own, and the same of the function that called it. */
export type Locals = { names: Map<string, Saved>; outer: Locals | undefined };

type Saved = { value: Value | undefined; reference: string | undefined; attributes: string | undefined };

/** Remembers what a name was before the current function made it local. */
export function makeLocal(scope: Scope, name: string): void {
  if (scope.locals === undefined || scope.locals.names.has(name)) return;
  const attributes = scope.attributes.get(name);
  scope.locals.names.set(name, { value: scope.vars.get(name), reference: scope.references.get(name), attributes });
  scope.references.delete(name);
  if (attributes !== undefined) scope.attributes = new Map(scope.attributes).set(name, '');
}

export function restoreLocals(scope: Scope, locals: Locals): void {
  for (const name of locals.names.keys()) restoreOne(scope, locals, name);
}

function restoreOne(scope: Scope, locals: Locals, name: string): void {
  const saved = locals.names.get(name);
  locals.names.delete(name);
  if (saved === undefined) return;
  if (saved.value === undefined) scope.vars.delete(name);
  else scope.vars.set(name, saved.value);
  if (saved.reference === undefined) scope.references.delete(name);
  else refer(scope, name, saved.reference);
  if (saved.attributes !== undefined || scope.attributes.has(name))
    scope.attributes = new Map(scope.attributes).set(name, saved.attributes ?? '');
}

/** Remembers what a name holds until it is restored; for variables in front of a command. */
export function hide(scope: Scope, hidden: Locals, name: string): void {
  const attributes = scope.attributes.get(name);
  hidden.names.set(name, { value: scope.vars.get(name), reference: scope.references.get(name), attributes });
}

function ownerOf(locals: Locals | undefined, name: string): Locals | undefined {
  for (let at = locals; at !== undefined; at = at.outer) if (at.names.has(name)) return at;
  return undefined;
}

/** `declare -g x=…` in a function: the variable outside of all functions, hidden or not. */
export function setGlobal(scope: Scope, name: string, value: string): void {
  let hidden: Saved | undefined;
  for (let at = scope.locals; at !== undefined; at = at.outer) hidden = at.names.get(name) ?? hidden;
  if (hidden === undefined) setVariable(scope, name, value);
  else hidden.value = value;
}

/** bash evaluates the subscript of a name it is given as text, and with it the substitutions inside: `[[ -v 'a[$(cmd)]' ]]`. */
export function runSubscripts(machine: Machine, text: string, here: Here): void {
  if (/\[[^\]]*(?:\$\(|`)/s.test(text)) machine.expandText(text, here);
}

/** An arithmetic expression evaluates the values of its names as expressions, and so on: `x='a[$(cmd)]'; echo $((x))`. */
export function runArithmeticNames(machine: Machine, expression: string, here: Here): void {
  let texts = [expression];
  for (let round = 0; round < 4 && texts.length > 0; round++) {
    const names = new Set(texts.flatMap((text) => text.slice(0, 2000).match(/[A-Za-z_]\w*/g) ?? []));
    texts = [...names].slice(0, 64).flatMap((name) => {
      const value = textOf(here.scope, name);
      return value === undefined || /^-?\d*$/.test(value) ? [] : [value];
    });
    for (const text of texts) runSubscripts(machine, text, here);
  }
}

/** An expression that came as a string, so that its substitutions have not run yet: `let`, a side of `-eq`. Its value, where it is known. */
export function runArithmeticText(machine: Machine, expression: string, here: Here): number | undefined {
  runArithmeticNames(machine, expression, here);
  const text = /[$`]/.test(expression) ? machine.expandText(expression, here) : expression;
  return calculateText(text, settingNames(machine, here.scope));
}

/** Names of a scope for arithmetic, which may also set them. */
export function settingNames(machine: Machine, scope: Scope): Names {
  return {
    get: (name, index) =>
      namesOf(scope).get(name, index) ?? (Object.hasOwn(machine.env, name) ? machine.env[name] : undefined),
    set: (name, index, value) => {
      const text = value === undefined ? machine.unknown(`$${name}`) : String(value);
      if (index === undefined) setVariable(scope, name, text);
      else setElement(scope, name, index, text);
    },
  };
}

function namesOf(scope: Scope): Names {
  return {
    get: (name, index) => {
      const target = referred(scope, name);
      const [, array = target, own] = ELEMENT.exec(target) ?? [];
      const found = elementsOf(scope, array, index ?? own);
      return found === undefined ? positionalText(scope, name) : (found[0] ?? '');
    },
    // An unknown value counts as unset.
    set: (name, index, value) => {
      if (value === undefined) scope.vars.delete(referred(scope, name));
      else if (index === undefined) setVariable(scope, name, String(value));
      else setElement(scope, name, index, String(value));
    },
  };
}

function positionalText(scope: Scope, name: string): string | undefined {
  return /^\d+$/.test(name) ? scope.positional?.[Number(name) - 1] : undefined;
}

/** An attribute as in `declare -x`: programs that the shell starts find the variable in their environment. */
export const EXPORTED = 'x';

export function exportedVariables(scope: Scope): Map<string, string> {
  const names = [...scope.attributes].filter(([, letters]) => letters.includes(EXPORTED)).map(([name]) => name);
  return new Map(names.map((name) => [name, textOf(scope, name) ?? '']));
}

export function textOf(scope: Scope, name: string): string | undefined {
  const value = scope.vars.get(referred(scope, name));
  return value === undefined ? undefined : plainText(value);
}

export function appendItems(old: Value | undefined, values: readonly string[]): Value {
  const items = asItems(old);
  return { keyed: items.keyed, items: new Map([...items.items, ...listOf(values, lastIndex(items) + 1).items]) };
}
