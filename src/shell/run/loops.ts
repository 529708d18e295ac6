import { type Condition, conditionOf } from '../expand/loop-condition.ts';
import type { Here, Machine } from './machine.ts';
import { type ArithmeticExpression, forEachChild, type Statement, type SyntaxNode } from '../parse/parse.ts';
import { pseudoCall } from './redirects.ts';
import { hasUnknown } from '../expand/unknown.ts';
import { join, wayOf } from './ways/join.ts';
import { branch } from './scope.ts';
import { isReference, refer, runArithmeticText, setVariable } from './variables.ts';
import { cookWord } from '../expand/words.ts';

/** A loop may spell out a command, letter by letter. */
const MOST_ROUNDS = 512;

/** A loop that starts this many processes at once is as bad as an endless one. */
const MANY_PROCESSES = 1000;

type Node<T extends SyntaxNode['type']> = Extract<SyntaxNode, { type: T }>;

export function runFor(machine: Machine, node: Node<'For' | 'Select'>, here: Here): string {
  const fields =
    node.wordlist === undefined
      ? (here.scope.positional ?? [machine.unknown('$@')]).map((text) => ({ text, glob: false }))
      : node.wordlist.flatMap((word) => cookWord(machine, word, here));
  const values = fields.map(({ text }) => text);
  // The word list may be empty only in our model, so the body is walked anyway.
  if (values.length === 0 && node.wordlist?.length !== 0) {
    const scope = branch(machine, here.scope);
    setVariable(scope, node.name.value, machine.unknown(`$${node.name.value}`));
    return runUnreached(machine, node.body, { ...here, scope });
  }
  const isCounting = values.every((value) => /^-?\d+$/.test(value));
  // A long row of numbers is represented by the first and the last ones.
  const isLong = isCounting && values.length > MOST_ROUNDS;
  const rounds = isLong ? [...values.slice(0, MOST_ROUNDS / 2), ...values.slice(-MOST_ROUNDS / 2)] : values;
  if ((values.length >= MANY_PROCESSES || isVast(node)) && startsWithoutEnd(node.body)) bomb(machine, here);
  const mayGoOn = allowance(machine);
  const before = wayOf(machine, here);
  const body = bodyOf(node.body);
  const isSure = node.type === 'For' && !body.mayLeave && !fields.some(({ text, glob }) => glob || hasUnknown(text));
  let printed = '';
  for (const [round, value] of rounds.entries()) {
    if (round >= MOST_ROUNDS || !mayGoOn()) {
      // Each word may be a new command; one more number hardly is.
      machine.mark(isCounting ? 'dynamic-argument' : 'too-many', 'loop rounds', here.frame);
      break;
    }
    if (isReference(here.scope, node.name.value)) refer(here.scope, node.name.value, value);
    else setVariable(here.scope, node.name.value, value);
    printed += runBody(machine, body, here);
    if (body.leave === 'break' && node.type === 'For') break;
  }
  if (node.type === 'Select') setVariable(here.scope, 'REPLY', machine.unknown('$REPLY', 'stdin'));
  if (!isSure) join(machine, here, before);
  return printed;
}

/** `{1..100000}`, `$(seq 1 100000)` and `$(yes)` are more words than anybody spells out. */
function isVast({ wordlist = [] }: Node<'For' | 'Select'>): boolean {
  return wordlist.some(({ text }) => /^\{-?\d+\.\.\d{4,}\}$|^[$`]\(?\s*(?:seq\s[^|]*\d{4,}|yes)\b[^|]*\)?$/.test(text));
}

type Body = {
  reached: SyntaxNode;
  /** The code after a `break` or `continue` that always runs. */
  rest: SyntaxNode | undefined;
  leave: 'break' | 'continue' | undefined;
  /** Somewhere inside, a condition decides whether a round ends early. */
  mayLeave: boolean;
};

function bodyOf(node: SyntaxNode): Body {
  if (node.type !== 'CompoundList') return { reached: node, rest: undefined, leave: undefined, mayLeave: true };
  const at = node.commands.findIndex((statement) => leaveOf(statement) !== undefined);
  const left = at < 0 ? undefined : leaveOf(node.commands[at] as Statement);
  const reached = at < 0 ? node.commands : node.commands.slice(0, left?.isInner === true ? at + 1 : at);
  return {
    reached: { ...node, commands: reached },
    rest: at < 0 ? undefined : { ...node, commands: node.commands.slice(at + 1) },
    // To go on with a loop further out ends this one.
    leave: left === undefined ? undefined : left.loops > 1 ? 'break' : left.by,
    mayLeave: reached.some(({ command }, i) => !(left?.isInner === true && i === at) && mayLeave(command)),
  };
}

type Leave = { by: 'break' | 'continue'; loops: number; isInner: boolean };

/** `break`, `continue 2`, and a loop inside that leaves this one as well. */
function leaveOf({ command, background }: Statement): Leave | undefined {
  if (background === true) return undefined;
  if (command.type === 'For' || command.type === 'While' || command.type === 'ArithmeticFor') {
    if (command.body.type !== 'CompoundList') return undefined;
    const [inner] = command.body.commands.flatMap((statement) => leaveOf(statement) ?? []);
    return inner === undefined || inner.loops < 2 ? undefined : { ...inner, loops: inner.loops - 1, isInner: true };
  }
  if (command.type !== 'Command' || command.args.length > 1) return undefined;
  const by = command.name?.value;
  const loops = Number(command.args[0]?.text ?? 1);
  return (by === 'break' || by === 'continue') && loops >= 1 ? { by, loops, isInner: false } : undefined;
}

const LEAVES = /^(?:break|continue|return|exit)$/;

function mayLeave(node: SyntaxNode): boolean {
  if (node.type === 'Command') return LEAVES.test(node.name?.value ?? '');
  let found = false;
  if (node.type === 'Function' || node.type === 'Subshell') return false;
  forEachChild(node, (child) => {
    found ||= mayLeave(child);
  });
  return found;
}

function runBody(machine: Machine, { reached, rest }: Body, here: Here): string {
  const printed = machine.walk(reached, here);
  if (rest !== undefined) runUnreached(machine, rest, here);
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
  const before = wayOf(machine, here);
  const body = bodyOf(node.body);
  let printed = '';
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const goesOn = value(node.test);
    if (goesOn === 0 && round === 0) return runUnreached(machine, node.body, here);
    if (goesOn === 0) break;
    printed += runBody(machine, body, here);
    if (body.leave === 'break') break;
    value(node.update);
    if (goesOn === undefined || node.test === undefined || !mayGoOn() || round === MOST_ROUNDS - 1) {
      if (goesOn !== undefined && node.test !== undefined) machine.mark('dynamic-argument', 'loop rounds', here.frame);
      join(machine, here, before);
      return printed;
    }
  }
  if (body.mayLeave) join(machine, here, before);
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

/** As many rounds as the numbers of its condition say, one for each line while `read` finds known input, or one. */
export function runWhile(machine: Machine, node: Node<'While'>, here: Here): string {
  if (isEndless(node.kind, node.clause) && startsWithoutEnd(node.body)) bomb(machine, here);
  const mayGoOn = allowance(machine);
  const before = wayOf(machine, here);
  const body = bodyOf(node.body);
  const condition = conditionIn(node.clause);
  let isSure = false;
  let printed = '';
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const left = inputLeft(here);
    const holds = condition?.holds(machine, here);
    const compared = condition?.values?.(machine, here);
    // Our model may miss what a variable holds; the first round must not go unseen.
    const isTrusted = round > 0 || compared === undefined || holds === (node.kind === 'while');
    const goesOn = holds === undefined || !isTrusted ? undefined : holds === (node.kind === 'while');
    if (goesOn === false) {
      if (round === 0) return runUnreached(machine, node.body, here);
      isSure = true;
      break;
    }
    // From the second round on, the clause tells nothing new unless it reads.
    printed +=
      condition !== undefined ? '' : round === 0 ? machine.walk(node.clause, here) : again(machine, node, here);
    // A `read` that finds nothing leaves its names empty and ends the loop.
    if (round > 0 && condition === undefined && inputLeft(here) === left) {
      isSure = node.kind === 'while';
      break;
    }
    printed += runBody(machine, body, here);
    if (body.leave === 'break') {
      isSure = goesOn === true;
      break;
    }
    // Where no number counts the rounds, only input that is left makes the next one differ.
    const changes = compared === undefined || condition?.values?.(machine, here) !== compared;
    const isCounted = goesOn === true && condition?.counts === true && changes;
    if (!isCounted && inputLeft(here) === left) break;
    if (mayGoOn() && round < MOST_ROUNDS - 1) continue;
    // Each line that is left may be a new command.
    if (inputLeft(here) > 0 && inputLeft(here) < left) machine.mark('too-many', 'loop rounds', here.frame);
    break;
  }
  if (!isSure || body.mayLeave) join(machine, here, before);
  return printed;
}

/** Walks the clause once more; what it does has been recorded by the first round unless it reads something. */
function again(machine: Machine, { clause }: Node<'While'>, here: Here): string {
  const { invocations, effects, pipes } = machine.analysis;
  const [commands, done, joined] = [invocations.length, effects.length, pipes.length];
  const left = inputLeft(here);
  const printed = machine.walk(clause, here);
  if (inputLeft(here) < left) return printed;
  invocations.length = commands;
  effects.length = done;
  pipes.length = joined;
  return printed;
}

/** Undefined where a clause has several commands or one whose values say nothing. */
export function conditionIn(clause: SyntaxNode): Condition | undefined {
  const [only, ...others] = statementsOf(clause);
  return only === undefined || others.length > 0 ? undefined : conditionOf(only, clause);
}

/** How much known input a loop can still read, from any descriptor. */
function inputLeft({ io, scope }: Here): number {
  let length = io.stdin?.text.length ?? 0;
  for (const input of scope.inputs.values()) length += input.text.length;
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

/** `while true`, `while :`, `until false`, `while [ 1 ]`, `while ((1))`, and a count that nobody lives to see: `while [ $i -lt 100000 ]`. */
function isEndless(kind: 'while' | 'until', clause: SyntaxNode): boolean {
  const [only, ...others] = statementsOf(clause);
  if (only === undefined || others.length > 0) return false;
  const { command } = only;
  if (command.type === 'ArithmeticCommand')
    return kind === 'while' && /^\s*[1-9]\d*\s*$|<=?\s*\d{4,}\s*$/.test(command.body);
  // `while [[ true ]]`
  if (command.type === 'TestCommand') {
    const { expression } = command;
    if (expression.type === 'TestBinary') {
      const { left, operator, right } = expression;
      const isSame = /^==?$|^-eq$/.test(operator) && /^\w+$/.test(left.text) && left.text === right.text;
      return kind === 'while' && (isSame || (/^-l[te]$/.test(operator) && /^\d{4,}$/.test(right.text)));
    }
    return (
      kind === 'while' &&
      expression.type === 'TestUnary' &&
      /^-n$|^$/.test(expression.operator) &&
      /^\w+$/.test(expression.operand.text)
    );
  }
  if (command.type !== 'Command') return false;
  const words = [command.name?.value ?? '', ...command.args.map((arg) => arg.text)].join(' ');
  // `while [ 1 = 1 ]`, `until test 1 -eq 0`
  const [, left, right] = /^(?:\[|test) (\w+) (?:==?|-eq) (\w+)(?: \])?$/.exec(words) ?? [];
  if (left !== undefined) return (left === right) === (kind === 'while');
  if (kind === 'while' && /^(?:\[|test) \S+ -l[te] \d{4,}(?: \])?$/.test(words)) return true;
  return (
    kind === 'while'
      ? /^(?:true|:|\/bin\/true|(?:\[|test) \w+(?: \])?|sleep 0|(?:echo|printf)(?: [^$`]*)?)$/
      : /^(?:false|\/bin\/false|\[ \])$/
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
