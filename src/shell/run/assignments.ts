import { runsByVariable } from '../programs/support/start/variable-commands.ts';
import type { Here, Machine } from './machine.ts';
import type { AssignmentNode, Command, WordNode } from '../parse/parse.ts';
import { pseudoCall } from './redirects.ts';
import { referred, runSubscripts, setElement, setVariable } from './variables.ts';
import { cookText, cookWord } from '../expand/words.ts';

/** `export A=x` and friends set the variable too; the word is kept as the program sees it. */
export function assignmentText(machine: Machine, node: AssignmentNode, here: Here): string {
  const values = new Map<string, string>();
  assign(machine, node, here, values);
  const list = node.value.type === 'ArrayValue';
  if (list) assignArray(machine, node, here);
  return `${node.name}${node.append === true ? '+' : ''}=${list ? node.text.slice(node.text.indexOf('=') + 1) : (values.get(node.name) ?? '')}`;
}

export function assign(machine: Machine, node: AssignmentNode, here: Here, into: Map<string, string>): void {
  if (node.index !== undefined) cookText(machine, node.index, here);
  if (node.value.type === 'ArrayValue') {
    into.set(node.name, arrayOf(machine, node, here).join(' '));
    return;
  }
  const value = cookText(machine, node.value, here);
  const target = referred(here.scope, node.name);
  const old = node.append === true ? (into.get(node.name) ?? here.scope.vars.get(target) ?? '') : '';
  into.set(node.name, (typeof old === 'string' ? old : old.join(' ')) + value);
}

function arrayOf(machine: Machine, node: AssignmentNode, here: Here): string[] {
  if (node.value.type !== 'ArrayValue') return [];
  return node.value.elements.flatMap((word) =>
    isElement(word) ? [cookText(machine, word, here)] : cookWord(machine, word, here).map((field) => field.text),
  );
}

/** `a=(x [3]=y [k]=z)` */
function assignArray(machine: Machine, node: AssignmentNode, here: Here): void {
  if (node.value.type !== 'ArrayValue') return;
  const { scope } = here;
  const values = arrayOf(machine, node, here);
  const old = node.append === true ? scope.vars.get(node.name) : undefined;
  const head = old === undefined ? [] : typeof old === 'string' ? [old] : old;
  if (!node.value.elements.some(isElement)) return setVariable(scope, node.name, [...head, ...values]);
  setVariable(scope, node.name, head);
  for (const value of values) {
    const [whole = '', index = ''] = ELEMENT.exec(value) ?? [];
    runSubscripts(machine, `[${index}]`, here);
    if (whole !== '') setElement(scope, node.name, index, value.slice(whole.length));
  }
}

const ELEMENT = /^\[([^\]]*)\]\+?=/;

function isElement(word: WordNode): boolean {
  return ELEMENT.test(word.text);
}

/** Assignments without a command stay in the shell. */
export function keep(machine: Machine, node: Command, assignments: Map<string, string>, here: Here): void {
  const whole = new Set(assignments.keys());
  for (const item of node.prefix) if (item.type === 'Assignment' && item.index !== undefined) whole.delete(item.name);
  for (const name of whole) setVariable(here.scope, name, assignments.get(name) ?? '');
  for (const item of node.prefix) {
    if (item.type !== 'Assignment') continue;
    if (item.value.type === 'ArrayValue') assignArray(machine, item, here);
    else if (item.index !== undefined)
      setElement(here.scope, item.name, cookText(machine, item.index, here), assignments.get(item.name) ?? '');
  }
  if (assignments.size > 0) runsByVariable({ ...pseudoCall(here), assignments }, machine);
}

/** `X=<(cmd) program`: the parser takes the substitution for the program; to bash it is the value. */
export function gluedTo(node: Command): AssignmentNode | undefined {
  const last = node.prefix.at(-1);
  if (node.name?.parts?.[0]?.type !== 'ProcessSubstitution') return undefined;
  return last?.type === 'Assignment' && last.end === node.name.pos && last.text.endsWith('=') ? last : undefined;
}
