import { type Condition, conditionOf } from '../../expand/loop-condition.ts';
import type { Here, Machine } from '../machine.ts';
import type { ArithmeticExpression, SyntaxNode } from '../../parse/parse.ts';
import { type Body, bodyOf, statementsOf } from './body.ts';
import { isEndless, isVast, startsWithoutEnd } from './endless.ts';
import { beginOf, type Rounds, runMiddleRound, runNextRounds } from './next-round.ts';
import { pseudoCall } from '../redirects.ts';
import { hasUnknown } from '../../expand/unknown.ts';
import { join } from '../ways/join.ts';
import { apart, arrive, inLoop } from '../ways/landings.ts';
import { branch, type Loop } from '../scope.ts';
import { isReference, refer, runArithmeticText, setVariable } from '../variables.ts';
import { cookWord, type Field } from '../../expand/words.ts';

/** A loop may spell out a command, letter by letter. */
const MOST_ROUNDS = 512;

/** A loop that starts this many processes at once is as bad as an endless one. */
const MANY_PROCESSES = 1000;

type Node<T extends SyntaxNode['type']> = Extract<SyntaxNode, { type: T }>;

export function runFor(machine: Machine, node: Node<'For' | 'Select'>, here: Here): string {
  return untilEnd(machine, here, (loop) => followFor(machine, node, here, loop));
}

/** Runs a loop, and lets those arrive behind it that left it by `break`. */
function untilEnd(machine: Machine, here: Here, run: (loop: Loop) => string): string {
  const loop: Loop = { next: [], end: [] };
  const printed = run(loop);
  arrive(machine, here, loop.end);
  return printed;
}

function followFor(machine: Machine, node: Node<'For' | 'Select'>, here: Here, loop: Loop): string {
  const fields =
    node.wordlist === undefined
      ? (here.scope.positional ?? [machine.unknown('$@')]).map((text) => ({ text, glob: false }))
      : node.wordlist.flatMap((word) => cookWord(machine, word, here)).map((field) => withoutLongRange(machine, field));
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
  const followed = isLong ? [...values.slice(0, MOST_ROUNDS / 2), ...values.slice(-MOST_ROUNDS / 2)] : values;
  if ((values.length >= MANY_PROCESSES || isVast(node)) && startsWithoutEnd(node.body)) bomb(machine, here);
  const mayGoOn = allowance(machine);
  const begin = beginOf(machine, here);
  const body = bodyOf(node.body);
  const isSure = node.type === 'For' && !body.mayLeave && !fields.some(({ text, glob }) => glob || hasUnknown(text));
  let printed = '';
  for (const [round, value] of followed.entries()) {
    if (round >= MOST_ROUNDS || !mayGoOn()) {
      // Each word may be a new command; one more number hardly is.
      machine.mark(isCounting ? 'dynamic-argument' : 'too-many', 'loop rounds', here.frame);
      break;
    }
    if (isReference(here.scope, node.name.value)) refer(here.scope, node.name.value, value);
    else setVariable(here.scope, node.name.value, value);
    printed += runBody(machine, body, here, loop);
    if (body.leave === 'break' && node.type === 'For') break;
  }
  const run = (at: Here) => runBody(machine, body, at, loop);
  const rounds: Rounds = { here, begin, text: writtenText(node.body, here), run };
  if (isLong) runMiddleRound(machine, rounds);
  else if (body.leave !== 'break' && fields.some(({ text, glob }) => glob || hasUnknown(text)))
    runNextRounds(machine, rounds);
  if (node.type === 'Select') setVariable(here.scope, 'REPLY', machine.unknown('$REPLY', 'stdin'));
  if (!isSure) join(machine, here, begin.way);
  return printed;
}

/** `{1..5000}` is more numbers than are counted: one that is not known stands for them. */
function withoutLongRange(machine: Machine, field: Field): Field {
  return /^\{-?\w+\.\.-?\w+(?:\.\.-?\d+)?\}$/.test(field.text)
    ? { ...field, text: machine.unknown(field.text) }
    : field;
}

function writtenText({ pos, end }: SyntaxNode, { frame }: Here): string {
  return frame.source.slice(pos, end);
}

function runBody(machine: Machine, { reached, rest }: Body, here: Here, loop: Loop): string {
  const printed = machine.walk(reached, { ...here, frame: inLoop(here.frame, loop) });
  if (rest !== undefined) runUnreached(machine, rest, here);
  arrive(machine, here, loop.next);
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
  return untilEnd(machine, here, (loop) => followArithmeticFor(machine, node, here, loop));
}

function followArithmeticFor(machine: Machine, node: Node<'ArithmeticFor'>, here: Here, loop: Loop): string {
  const value = (part: ArithmeticExpression | undefined) =>
    part === undefined ? 1 : runArithmeticText(machine, here.frame.source.slice(part.pos, part.end), here);
  value(node.initialize);
  if (node.test === undefined && startsWithoutEnd(node.body)) bomb(machine, here);
  const mayGoOn = allowance(machine);
  const begin = beginOf(machine, here);
  const body = bodyOf(node.body);
  let printed = '';
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const goesOn = value(node.test);
    if (goesOn === 0 && round === 0) return runUnreached(machine, node.body, here);
    if (goesOn === 0) break;
    printed += runBody(machine, body, here, loop);
    if (body.leave === 'break') break;
    value(node.update);
    if (goesOn === undefined || node.test === undefined || !mayGoOn() || round === MOST_ROUNDS - 1) {
      const isCut = goesOn !== undefined && node.test !== undefined;
      if (isCut) machine.mark('dynamic-argument', 'loop rounds', here.frame);
      const run = (at: Here) => runBody(machine, body, at, loop);
      const rounds: Rounds = { here, begin, text: writtenText(node, here), run };
      if (isCut) runMiddleRound(machine, rounds);
      else runNextRounds(machine, rounds);
      join(machine, here, begin.way);
      return printed;
    }
  }
  if (body.mayLeave) join(machine, here, begin.way);
  return printed;
}

function bomb(machine: Machine, here: Here): void {
  machine.emit(pseudoCall(here), { kind: 'process', operation: 'fork-bomb', target: 'loop' });
}

/** By our reckoning this never runs; it is read all the same, apart from what does. */
function runUnreached(machine: Machine, body: SyntaxNode, here: Here): string {
  const frame = { ...apart(here.frame), assumed: true as const };
  machine.walk(body, { scope: branch(machine, here.scope), frame, io: { ...here.io, capture: false } });
  return '';
}

/** As many rounds as the numbers of its condition say, one for each line while `read` finds known input, or one. */
export function runWhile(machine: Machine, node: Node<'While'>, here: Here): string {
  return untilEnd(machine, here, (loop) => followWhile(machine, node, here, loop));
}

function followWhile(machine: Machine, node: Node<'While'>, here: Here, loop: Loop): string {
  if (isEndless(node.kind, node.clause) && startsWithoutEnd(node.body)) bomb(machine, here);
  const mayGoOn = allowance(machine);
  const begin = beginOf(machine, here);
  const body = bodyOf(node.body);
  const run = (at: Here) => {
    machine.walk(node.clause, at);
    runBody(machine, body, at, loop);
  };
  const rounds: Rounds = { here, begin, text: writtenText(node, here), run };
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
    printed += runBody(machine, body, here, loop);
    if (body.leave === 'break') {
      isSure = goesOn === true;
      break;
    }
    // Where no number counts the rounds, only input that is left makes the next one differ.
    const changes = compared === undefined || condition?.values?.(machine, here) !== compared;
    const isCounted = goesOn === true && condition?.counts === true && changes;
    if (!isCounted && inputLeft(here) === left) {
      runNextRounds(machine, rounds);
      break;
    }
    if (mayGoOn() && round < MOST_ROUNDS - 1) continue;
    stopEarly(machine, rounds, inputLeft(here) < left);
    break;
  }
  if (!isSure || body.mayLeave) join(machine, here, begin.way);
  return printed;
}

/** Stops before a loop ends: marks it where the other rounds would get something new, and follows one in the middle. */
function stopEarly(machine: Machine, rounds: Rounds, takesLines: boolean): void {
  const { here, begin } = rounds;
  // Each line that is left may be a new command, and so may each word that is left of `$@`.
  const hasLines = takesLines && inputLeft(here) > 0;
  const takesWords = here.scope.positional?.length !== begin.way.scope.positional?.length;
  if (hasLines || takesWords) machine.mark('too-many', 'loop rounds', here.frame);
  runMiddleRound(machine, rounds);
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
