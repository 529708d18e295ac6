import { runAndOr } from './and-or.ts';
import { runCommand } from './command.ts';
import { runCoprocess } from './coprocess.ts';
import { conditionIn, runArithmeticFor, runFor, runWhile } from './loops/loops.ts';
import type { Here, Machine } from './machine.ts';
import { type Pipeline, type Statement, substitutionsIn, type SyntaxNode } from '../parse/parse.ts';
import { closeRedirects, openDescriptors, openRedirects, pseudoCall } from './redirects.ts';
import { join, joinAll, wayOf } from './ways/join.ts';
import { apart, leaves, sinceLeft } from './ways/landings.ts';
import { branch, type Frame } from './scope.ts';
import { keepBackground, keepForLater, runLater } from './text/run-later.ts';
import { runTest } from '../expand/test-command.ts';
import { runArithmeticText } from './variables.ts';
import { cookText } from '../expand/words.ts';
import { hideFiltered } from '../programs/support/files/setting-names.ts';
import { MAX_DEPTH } from '../limits.ts';

/** Runs any node abstractly; returns what it prints when `io.capture` asks for it. */
export function walk(machine: Machine, node: SyntaxNode, here: Here): string {
  if (here.frame.depth > MAX_DEPTH) {
    machine.mark('too-deep', 'nesting', here.frame);
    return machine.unknown('…');
  }
  if (machine.budget.steps-- <= 0) {
    machine.mark('too-many', 'steps', here.frame);
    return machine.unknown('…');
  }
  switch (node.type) {
    case 'Statement':
      return runStatement(machine, node, here);
    case 'CompoundList':
      return runAll(machine, node.commands, here);
    case 'Command':
      return runCommand(machine, node, here);
    case 'Function':
      return define(machine, node, here);
    default:
      return walkNested(machine, node, within(here, { ...here.frame, depth: here.frame.depth + 1 }));
  }
}

/** Nodes that hold others: one level deeper. */
function walkNested(machine: Machine, node: SyntaxNode, inner: Here): string {
  switch (node.type) {
    case 'Script': {
      const printed = runAll(machine, node.commands, inner);
      runLater(machine, inner);
      return printed;
    }
    case 'AndOr':
      return runAndOr(machine, node, inner);
    case 'Pipeline':
      return runPipeline(machine, node, inner);
    case 'Redirected':
      return runRedirected(machine, node, inner);
    case 'BraceGroup':
      return walk(machine, node.body, inner);
    case 'Subshell':
      return runProcess(machine, node.body, { ...inner, frame: apart(inner.frame) });
    case 'If':
      return runIf(machine, node, inner);
    case 'For':
    case 'Select':
      return runFor(machine, node, inner);
    case 'While':
      return runWhile(machine, node, inner);
    case 'Case':
      return runCase(machine, node, inner);
    case 'Coproc':
      return runCoprocess(machine, node, inner);
    case 'ArithmeticFor':
      return runArithmeticFor(machine, node, inner);
    case 'ArithmeticCommand':
      return runArithmetic(machine, node, inner);
    case 'TestCommand':
      runNested(machine, node.expression, inner);
      runTest(machine, node.expression, inner);
      return '';
    default:
      return '';
  }
}

/** A function runs when it is called, except the one bash itself calls for an unknown command. */
function define(machine: Machine, node: Extract<SyntaxNode, { type: 'Function' }>, here: Here): string {
  const name = node.name.value;
  here.scope.functions.set(name, { body: node.body, source: here.frame.source });
  if (name !== 'command_not_found_handle') return '';
  keepForLater(machine, here, here.frame.source.slice(node.body.pos, node.body.end));
  walk(machine, node.body, {
    ...here,
    scope: branch(machine, here.scope),
    frame: { ...here.frame, via: 'deferred', depth: here.frame.depth + 1 },
  });
  return '';
}

function within({ scope, io }: Here, frame: Frame): Here {
  return { scope, frame, io };
}

function runAll(machine: Machine, statements: readonly Statement[], here: Here): string {
  let printed = '';
  for (const statement of statements) printed += runStatement(machine, statement, here);
  return printed;
}

function runStatement(machine: Machine, statement: Statement, here: Here): string {
  machine.stashed = null;
  if (statement.background !== true) return walk(machine, statement.command, here);
  const beside = { ...here, frame: { ...apart(here.frame), concurrent: true } };
  const printed = runProcess(machine, statement.command, beside);
  keepBackground(machine, { ...beside, scope: here.scope }, statement.command);
  return printed;
}

/** A process of its own: nothing of what it changes stays, and what it keeps for later runs at its end. */
function runProcess(machine: Machine, node: SyntaxNode, here: Here): string {
  const inner = { ...here, scope: branch(machine, here.scope) };
  const printed = walk(machine, node, inner);
  runLater(machine, inner, here.scope.later);
  return printed;
}

function runPipeline(machine: Machine, node: Pipeline, here: Here): string {
  const timed = node.prefixes.some((prefix) => prefix.type === 'Time');
  const frame: Frame = timed ? { ...here.frame, wrappers: [...here.frame.wrappers, 'time'] } : here.frame;
  const [first] = node.commands;
  if (node.commands.length === 1 && first !== undefined) return walk(machine, first, { ...here, frame });
  const stages: number[][] = [];
  let stdin = here.io.stdin;
  let printed = '';
  node.commands.forEach((command, i) => {
    const from = machine.analysis.invocations.length;
    const last = i === node.commands.length - 1;
    printed = walk(machine, command, {
      scope: last && here.scope.lastpipe ? here.scope : branch(machine, here.scope),
      frame: { ...(last && here.scope.lastpipe ? frame : apart(frame)), concurrent: true },
      io: { stdin, capture: !last || here.io.capture, taken: !last || here.io.taken },
    });
    stdin = { text: printed };
    stages.push(Array.from({ length: machine.analysis.invocations.length - from }, (_, n) => from + n));
  });
  machine.analysis.pipes.push({ stages });
  const written = node.commands.map((command) => here.frame.source.slice(command.pos, command.end));
  hideFiltered(machine.analysis, stages, written);
  return printed;
}

function runRedirected(machine: Machine, node: Extract<SyntaxNode, { type: 'Redirected' }>, here: Here): string {
  const opened = openRedirects(machine, node.redirects, here);
  const close = openDescriptors(opened, here.scope);
  const call = pseudoCall(here);
  const from = machine.analysis.invocations.length;
  const printed = walk(machine, node.command, {
    ...here,
    io: {
      stdin: opened.stdin ?? here.io.stdin,
      capture: here.io.capture || opened.taken,
      taken: here.io.taken || opened.taken,
    },
  });
  close();
  if (machine.analysis.invocations.length > from) call.index = from;
  closeRedirects(machine, opened, call, printed);
  return opened.taken ? '' : printed;
}

function runIf(machine: Machine, node: Extract<SyntaxNode, { type: 'If' }>, here: Here): string {
  const condition = conditionIn(node.clause);
  let printed = condition === undefined ? walk(machine, node.clause, here) : '';
  // If its values decide the condition, the other branch is still walked, but its changes are dropped.
  const holds = condition?.holds(machine, here);
  const branches: Here[] = [];
  const take = (body: SyntaxNode, isTaken = true) => {
    const way = wayOf(machine, here);
    const early = sinceLeft(here.frame);
    printed += walk(machine, body, way);
    if (!isTaken) early.forget();
    endWay(machine, body, way, branches);
  };
  take(node.then, holds !== false);
  if (holds === false) branches.length = 0;
  const sure = holds === true ? branches.slice() : undefined;
  for (const other of node.elif) {
    printed += walk(machine, other.clause, here);
    take(other.then, sure === undefined);
  }
  if (node.else === undefined) branches.push(here);
  else take(node.else, sure === undefined);
  joinAll(machine, here, sure ?? branches);
  return printed;
}

/** What follows never sees a way that leaves the script; its traps run where it ends. */
function endWay(machine: Machine, body: SyntaxNode, way: Here, branches: Here[]): void {
  if (leaves(body)) runLater(machine, way);
  else branches.push(way);
}

function runCase(machine: Machine, node: Extract<SyntaxNode, { type: 'Case' }>, here: Here): string {
  cookText(machine, node.word, here);
  let printed = '';
  const branches: Here[] = [here];
  let falling: Here | undefined;
  for (const item of node.items) {
    for (const pattern of item.pattern) cookText(machine, pattern, here);
    const way = wayOf(machine, here);
    // `;&` goes on with the next body, and `;;&` with the next pattern that fits.
    if (falling !== undefined) join(machine, way, falling);
    printed += walk(machine, item.body, way);
    endWay(machine, item.body, way, branches);
    falling = item.terminator === ';&' || item.terminator === ';;&' ? wayOf(machine, way) : undefined;
  }
  joinAll(machine, here, branches);
  return printed;
}

/** `((rm -rf /))` is arithmetic to bash; dash, the `sh` of Debian, has no such command and runs a subshell in a subshell. */
function runArithmetic(machine: Machine, node: Extract<SyntaxNode, { type: 'ArithmeticCommand' }>, here: Here): string {
  runArithmeticText(machine, node.body, here);
  if (!/^\s*[a-z][\w./-]*\s+-{1,2}[a-z]/i.test(node.body)) return '';
  return machine.script(pseudoCall(here), node.body, { via: 'script' });
}

function runNested(machine: Machine, node: SyntaxNode, here: Here): void {
  for (const found of substitutionsIn(node)) machine.substitute(found, here);
}
