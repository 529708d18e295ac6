import { runsByVariable } from '../programs/support/start/variable-commands.ts';
import type { Span } from '../analysis.ts';
import type { Here, Machine } from './machine.ts';
import { type AssignmentNode, type Command, parseWord, type WordNode } from '../parse/parse.ts';
import { pseudoCall } from './redirects.ts';
import { asItems, UNSET, type Value } from './value.ts';
import {
  appendItems,
  elementsOf,
  hide,
  type Locals,
  referred,
  restoreLocals,
  runArithmeticText,
  runSubscripts,
  setElement,
  setVariable,
  textOf,
} from './variables.ts';
import { cookText, cookValue, cookWord, type Field } from '../expand/words.ts';

/** `export A=x` and friends set the variable later; the word is kept as the program sees it, and the items of an array apart. */
export function assignmentFields(machine: Machine, node: AssignmentNode, here: Here, isKeyed: boolean): Field[] {
  const hasBraces =
    node.value.type !== 'ArrayValue' && node.value.parts?.some((part) => part.type === 'BraceExpansion');
  // Braces come first, and what they leave are ordinary words.
  const word = hasBraces === true ? parseWord(node.text) : undefined;
  return word === undefined ? [assignmentField(machine, node, here, isKeyed)] : cookWord(machine, word, here);
}

function assignmentField(machine: Machine, node: AssignmentNode, here: Here, isKeyed: boolean): Field {
  const name = `${node.name}${node.index === undefined ? '' : `[${node.index.text}]`}`;
  const sign = node.append === true ? '+=' : '=';
  // Without delimiters `declare x=$*` joins in another way than `x=$*`.
  const isOpen = textOf(here.scope, 'IFS') === '' && /\$\*|\$\{\*|\[\*\]/.test(node.text);
  if (isOpen && node.value.type === 'ArrayValue') arrayOf(machine, node, here, isKeyed);
  if (isOpen) return { text: `${name}${sign}${machine.unknown(node.text)}`, glob: false };
  if (node.value.type !== 'ArrayValue')
    return { text: `${name}${sign}${cookValue(machine, node.value, here)}`, glob: false };
  const value = arrayOf(machine, node, here, isKeyed);
  return {
    text: `${name}${sign}${node.text.slice(node.text.indexOf('=') + 1)}`,
    glob: false,
    array: { name: node.name, value },
  };
}

/** An assignment in front of a command, or without one: it holds at once, so that the next one sees it. */
function assign(machine: Machine, node: AssignmentNode, here: Here): void {
  const { scope } = here;
  if (node.value.type === 'ArrayValue') {
    scope.vars.set(referred(scope, node.name), arrayOf(machine, node, here));
    return;
  }
  const value = cookValue(machine, node.value, here);
  const index = node.index === undefined ? undefined : cookText(machine, node.index, here);
  if (index !== undefined) {
    const old = node.append === true ? elementsOf(scope, referred(scope, node.name), index)?.[0] : undefined;
    setElement(scope, node.name, index, valueFor(machine, here, { name: node.name, old, value }));
  } else {
    const old = node.append === true ? textOf(scope, node.name) : undefined;
    setVariable(scope, node.name, valueFor(machine, here, { name: node.name, old, value }));
  }
}

/** The new value of `x=…` and `x+=…`. Where the variable is a number (`declare -i`), the text is an expression. */
export function valueFor(
  machine: Machine,
  here: Here,
  { name, old, value }: { name: string; old: string | undefined; value: string },
): string {
  const target = referred(here.scope, name);
  if (here.scope.attributes.get(target)?.includes('i') !== true) return (old ?? '') + value;
  const sum = old === undefined || old === '' ? value : `(${old})+(${value})`;
  const number = runArithmeticText(machine, sum, here);
  return number === undefined ? machine.unknown(value) : String(number);
}

/** `a=(x [3]=y [k]=z)` */
function arrayOf(machine: Machine, node: AssignmentNode, here: Here, keyed = false): Value {
  if (node.value.type !== 'ArrayValue') return UNSET;
  const { scope } = here;
  const name = referred(scope, node.name);
  const { elements } = node.value;
  // All items are expanded before the first one is assigned.
  const cooked = elements.map((word) =>
    isElement(word) ? cookText(machine, word, here) : cookWord(machine, word, here).map((field) => field.text),
  );
  const old = asItems(scope.vars.get(name));
  const isKeyed = keyed || old.keyed || scope.attributes.get(name)?.includes('A') === true;
  let value: Value = node.append === true ? { ...old, keyed: isKeyed } : { keyed: isKeyed, items: new Map() };
  if (isKeyed && !elements.some(isElement)) return pairsOf(cooked.flat(), value);
  for (const text of listsJoined(cooked)) {
    if (typeof text !== 'string') {
      value = appendItems(value, text);
      continue;
    }
    const [whole = '', index = '', sign = ''] = ELEMENT.exec(text) ?? [];
    runSubscripts(machine, `[${index}]`, here);
    // Items may refer to what the array held before, so a copy of the scope takes them.
    const own = { ...scope, vars: new Map(scope.vars).set(name, value) };
    const before = sign === '+' ? (elementsOf(own, name, index)?.[0] ?? '') : '';
    setElement(own, name, index, before + text.slice(whole.length));
    value = own.vars.get(name) ?? value;
  }
  return value;
}

/** Items without an index that follow each other are one list: to append thousands one by one would copy the array each time. */
function listsJoined(cooked: readonly (string | string[])[]): (string | string[])[] {
  const joined: (string | string[])[] = [];
  for (const texts of cooked) {
    const last = joined.at(-1);
    if (typeof texts === 'string') joined.push(texts);
    else if (Array.isArray(last)) for (const text of texts) last.push(text);
    else joined.push([...texts]);
  }
  return joined;
}

/** `declare -A m=(key value key value)` */
function pairsOf(texts: readonly string[], value: Value): Value {
  const items = new Map(asItems(value).items);
  for (let i = 0; i < texts.length; i += 2) items.set(texts[i] ?? '', texts[i + 1] ?? '');
  return { keyed: true, items };
}

const ELEMENT = /^\[([^\]]*)\](\+?)=/;

/** Braces come first, and what they leave are plain items. */
function isElement(word: WordNode): boolean {
  return ELEMENT.test(word.text) && word.parts?.some((part) => part.type === 'BraceExpansion') !== true;
}

/** Assignments without a command stay in the shell. */
export function keep(machine: Machine, node: Command, here: Here, span: Span | undefined): void {
  const assignments = new Map<string, string>();
  for (const item of node.prefix) {
    if (item.type !== 'Assignment') continue;
    assign(machine, item, here);
    assignments.set(item.name, (elementsOf(here.scope, referred(here.scope, item.name), '@') ?? []).join(' '));
  }
  if (assignments.size > 0) here.scope.lastWord = undefined;
  if (assignments.size > 0)
    runsByVariable(
      { ...pseudoCall({ ...here, frame: { ...here.frame, span } }), scope: here.scope, assignments },
      machine,
    );
}

/** `A=1 B=$A program`: what the program sees. The shell's own variables are as before. */
export function assignedFor(machine: Machine, node: Command, here: Here): Map<string, string> {
  const assignments = new Map<string, string>();
  const items = node.prefix.filter((item) => item.type === 'Assignment');
  if (items.length === 0) return assignments;
  const { scope } = here;
  const hidden: Locals = { names: new Map(), outer: scope.locals };
  for (const item of items) {
    if (!hidden.names.has(item.name)) hide(scope, hidden, item.name);
    assign(machine, item, here);
    assignments.set(item.name, (elementsOf(scope, referred(scope, item.name), '@') ?? []).join(' '));
  }
  restoreLocals(scope, hidden);
  return assignments;
}

/** `X=<(cmd) program`: the parser takes the substitution for the program; to bash it is the value. */
export function gluedTo(node: Command): AssignmentNode | undefined {
  const last = node.prefix.at(-1);
  if (node.name?.parts?.[0]?.type !== 'ProcessSubstitution') return undefined;
  return last?.type === 'Assignment' && last.end === node.name.pos && last.text.endsWith('=') ? last : undefined;
}
