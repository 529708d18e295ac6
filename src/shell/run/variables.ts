import { calculateText } from '../expand/arithmetic.ts';
import type { Here, Machine } from './machine.ts';
import type { Scope } from './scope.ts';

const ELEMENT = /^([A-Za-z_]\w*)\[(.*)\]$/s;
const MOST_ELEMENTS = 256;

/** Sets a variable, an element (`a[1]`) or what a reference (`declare -n`) points to. */
export function setVariable(scope: Scope, name: string, value: string | string[]): void {
  const target = referred(scope, name);
  const element = ELEMENT.exec(target);
  if (element === null || typeof value !== 'string') scope.vars.set(target, value);
  else setElement(scope, element[1] ?? '', element[2] ?? '', value);
}

export function setElement(scope: Scope, array: string, index: string, value: string): void {
  const name = referred(scope, array);
  const at = calculateText(index, (other) => textOf(scope, other));
  if (at === undefined || at < 0 || at >= MOST_ELEMENTS) {
    // Keys of an associative array, and indexes too large to make room for.
    scope.vars.set(`${name}[${index}]`, value);
    return;
  }
  const old = scope.vars.get(name);
  const list = Array.isArray(old) ? [...old] : typeof old === 'string' && old !== '' ? [old] : [];
  list[at] = value;
  scope.vars.set(
    name,
    Array.from(list, (item) => item ?? ''),
  );
}

/** An element's values: `a[1]`, `a[k]`, `a[i+1]`, or all of them. Undefined when the variable is not set in the text. */
export function elementsOf(scope: Scope, name: string, index: string | undefined): string[] | undefined {
  const value = scope.vars.get(name);
  if (index === '@' || index === '*') {
    const keyed = [...scope.vars].flatMap(([key, one]) => (key.startsWith(`${name}[`) ? one : []));
    if (value === undefined) return keyed.length === 0 ? undefined : keyed;
    return typeof value === 'string' ? [value, ...keyed] : [...value, ...keyed];
  }
  const keyed = index === undefined ? undefined : scope.vars.get(`${name}[${index}]`);
  if (typeof keyed === 'string') return [keyed];
  if (value === undefined) return undefined;
  const at = index === undefined ? 0 : calculateText(index, (other) => textOf(scope, other));
  if (at === undefined) return undefined;
  if (typeof value === 'string') return [at === 0 || at === -1 ? value : ''];
  return value.length === 0 ? [] : [value.at(at) ?? ''];
}

/** The name behind a chain of references; a circle ends somewhere. */
export function referred(scope: Scope, name: string): string {
  let at = name;
  for (let round = 0; round < 8; round++) {
    const next = scope.references?.get(at);
    if (next === undefined) return at;
    at = next;
  }
  return at;
}

export function refer(scope: Scope, name: string, target: string): void {
  scope.references ??= new Map();
  scope.references.set(name, target);
}

/** Remembers what a name was before the function at hand made it its own. */
export function makeLocal(scope: Scope, name: string): void {
  if (scope.saved === undefined || scope.saved.has(name)) return;
  scope.saved.set(name, { value: scope.vars.get(name), reference: scope.references?.get(name) });
}

export function restoreLocals(scope: Scope, saved: NonNullable<Scope['saved']>): void {
  for (const [name, { value, reference }] of saved) {
    if (value === undefined) scope.vars.delete(name);
    else scope.vars.set(name, value);
    if (reference === undefined) scope.references?.delete(name);
    else refer(scope, name, reference);
  }
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

/** An expression that came as a text, so that its substitutions have not run yet: `let`, a side of `-eq`. */
export function runArithmeticText(machine: Machine, expression: string, here: Here): void {
  runSubscripts(machine, expression, here);
  runArithmeticNames(machine, expression, here);
}

function textOf(scope: Scope, name: string): string | undefined {
  const value = scope.vars.get(referred(scope, name));
  return Array.isArray(value) ? value[0] : value;
}
