import type { Here, Machine } from './machine.ts';
import type { ArithmeticExpression, Statement, SyntaxNode } from '../parse/parse.ts';
import { pseudoCall } from './redirects.ts';
import { branch } from './scope.ts';
import { runArithmeticText, setVariable } from './variables.ts';
import { cookWord } from '../expand/words.ts';

/** A loop may spell out a text, letter by letter. */
const MOST_ROUNDS = 512;

type Node<T extends SyntaxNode['type']> = Extract<SyntaxNode, { type: T }>;

export function runFor(machine: Machine, node: Node<'For' | 'Select'>, here: Here): string {
  const values =
    node.wordlist === undefined
      ? (here.scope.positional ?? [machine.unknown('$@')])
      : node.wordlist.flatMap((word) => cookWord(machine, word, here).map((field) => field.text));
  // Words that came to nothing may do so only in our model; the body must not go unseen.
  if (values.length === 0 && node.wordlist?.length !== 0) {
    const scope = branch(machine, here.scope);
    setVariable(scope, node.name.value, machine.unknown(`$${node.name.value}`));
    return runUnreached(machine, node.body, { ...here, scope });
  }
  const isCounting = values.every((value) => /^-?\d+$/.test(value));
  // Of a long row of numbers the first and the last ones stand for all.
  const isLong = isCounting && values.length > MOST_ROUNDS;
  const rounds = isLong ? [...values.slice(0, MOST_ROUNDS / 2), ...values.slice(-MOST_ROUNDS / 2)] : values;
  const mayGoOn = allowance(machine);
  let printed = '';
  for (const [round, value] of rounds.entries()) {
    if (round >= MOST_ROUNDS || !mayGoOn()) {
      // Each word may be a new command; one more number hardly is.
      machine.mark(isCounting ? 'dynamic-argument' : 'too-many', 'loop rounds', here.frame);
      break;
    }
    setVariable(here.scope, node.name.value, value);
    printed += machine.walk(node.body, here);
  }
  return printed;
}

/** A loop may use half of what is left, so that it cannot keep us from what comes after it. */
function allowance({ budget }: Machine): () => boolean {
  const steps = budget.steps / 2;
  const commands = budget.commands / 2;
  return () => budget.steps > steps && budget.commands > commands && budget.chars > 0;
}

/** `for ((i = 0; i < n; i++))`: as many rounds as the numbers say; one where they do not. */
export function runArithmeticFor(machine: Machine, node: Node<'ArithmeticFor'>, here: Here): string {
  const value = (part: ArithmeticExpression | undefined) =>
    part === undefined ? 1 : runArithmeticText(machine, here.frame.source.slice(part.pos, part.end), here);
  value(node.initialize);
  if (node.test === undefined && startsWithoutEnd(node.body)) bomb(machine, here);
  const mayGoOn = allowance(machine);
  let printed = '';
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const goesOn = value(node.test);
    if (goesOn === 0) return round === 0 ? runUnreached(machine, node.body, here) : printed;
    printed += machine.walk(node.body, here);
    value(node.update);
    if (goesOn === undefined || node.test === undefined) return printed;
    if (!mayGoOn()) break;
  }
  machine.mark('dynamic-argument', 'loop rounds', here.frame);
  return printed;
}

function bomb(machine: Machine, here: Here): void {
  machine.emit(pseudoCall(here), { kind: 'process', operation: 'fork-bomb', target: 'loop' });
}

/** By our reckoning this never runs; it is read all the same, apart from what does. */
function runUnreached(machine: Machine, body: SyntaxNode, here: Here): string {
  const frame = { ...here.frame, assumed: true as const };
  machine.walk(body, { scope: branch(machine, here.scope), frame, io: { ...here.io, capture: false } });
  return '';
}

/** One round, or one for each line while `read` finds known input. */
export function runWhile(machine: Machine, node: Node<'While'>, here: Here): string {
  if (isEndless(node.kind, node.clause) && startsWithoutEnd(node.body)) bomb(machine, here);
  const mayGoOn = allowance(machine);
  let printed = '';
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const left = inputLeft(here);
    printed += machine.walk(node.clause, here);
    printed += machine.walk(node.body, here);
    const now = inputLeft(here);
    if (now === left || !mayGoOn()) break;
    if (now > 0) continue;
    if (node.kind === 'while') leaveNames(machine, node.clause, here);
    break;
  }
  return printed;
}

/** The last `read` finds nothing and leaves its names empty. What it does has been recorded by the rounds before. */
function leaveNames(machine: Machine, clause: SyntaxNode, here: Here): void {
  const { invocations, effects, pipes } = machine.analysis;
  const [commands, done, joined] = [invocations.length, effects.length, pipes.length];
  machine.walk(clause, here);
  invocations.length = commands;
  effects.length = done;
  pipes.length = joined;
}

/** How much known input a loop can still read, from any descriptor. */
function inputLeft({ io, scope }: Here): number {
  let length = io.stdin?.text.length ?? 0;
  for (const input of scope.inputs?.values() ?? []) length += input?.text.length ?? 0;
  return length;
}

/** Commands that take no time, so that a round of the loop ends at once. */
const QUICK = /^(?:echo|printf|:|true|false|let|export|declare|local|set|shift|test|\[|disown|\(\()$/;

/** A loop that never ends and whose every round starts something in the background without waiting: it fills the table of processes. */
function startsWithoutEnd(body: SyntaxNode): boolean {
  const statements = statementsOf(body);
  return (
    statements.some(({ background }) => background === true) &&
    statements.every((statement) => statement.background === true || isQuick(statement.command))
  );
}

/** `while true`, `while :`, `until false`, `while [ 1 ]`, `while ((1))`. */
function isEndless(kind: 'while' | 'until', clause: SyntaxNode): boolean {
  const [only, ...others] = statementsOf(clause);
  if (only === undefined || others.length > 0) return false;
  const { command } = only;
  if (command.type === 'ArithmeticCommand') return kind === 'while' && /^\s*[1-9]\d*\s*$/.test(command.body);
  if (command.type !== 'Command') return false;
  const words = [command.name?.value ?? '', ...command.args.map((arg) => arg.text)].join(' ');
  return (
    kind === 'while' ? /^(?:true|:|\/bin\/true|(?:\[|test) \w+(?: \])?)$/ : /^(?:false|\/bin\/false|\[ \])$/
  ).test(words);
}

function isQuick(node: SyntaxNode): boolean {
  if (node.type === 'ArithmeticCommand') return true;
  return node.type === 'Command' && (node.name === undefined || QUICK.test(node.name.value));
}

function statementsOf(node: SyntaxNode): readonly Statement[] {
  if (node.type === 'CompoundList' || node.type === 'Script')
    return node.commands.flatMap((statement) =>
      statement.background !== true &&
      (statement.command.type === 'BraceGroup' || statement.command.type === 'Subshell')
        ? statementsOf(statement.command.body)
        : [statement],
    );
  return [];
}
