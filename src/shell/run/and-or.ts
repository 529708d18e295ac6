import { isQuestion, outcomeOf } from '../expand/loop-condition.ts';
import { isPlain, justCopied, sinceNow } from '../files/just-copied.ts';
import type { AndOr, SyntaxNode } from '../parse/parse.ts';
import type { Here, Machine } from './machine.ts';
import type { Scope } from './scope.ts';
import { runLater } from './text/run-later.ts';
import { doubtChanges, join, relyOnDirectory, wayOf } from './ways/join.ts';
import { leaves, sinceLeft } from './ways/landings.ts';

/** Runs commands with `&&` and `||` between them. */
export function runAndOr(machine: Machine, node: AndOr, here: Here): string {
  let printed = '';
  let before: Here | undefined;
  /** The shell before the first command that may not run. */
  let sure: Here | undefined;
  let since = sinceNow(machine.analysis);
  node.commands.forEach((command, i) => {
    const operator = node.operators[i - 1];
    const next = node.operators[i];
    if (operator === '&&') sure ??= wayOf(machine, here);
    if (operator !== '||' || before === undefined) {
      if (next === '||') before = wayOf(machine, here);
      const copied = operator === '&&' && isPlain(command) ? justCopied(machine.analysis, since) : undefined;
      since = sinceNow(machine.analysis);
      machine.copied = copied ?? null;
      if (operator !== '&&') machine.stashed = null;
      const { stashed } = machine;
      const early = sinceLeft(here.frame);
      printed += machine.walk(command, here);
      if (operator === '&&' && outcomeOf(machine, node.commands[i - 1], here) === false) early.forget();
      machine.copied = null;
      // Of `git stash | cat` and `! git stash`, success says something else.
      if (!isCommand(command) && machine.stashed !== stashed) machine.stashed = null;
      return;
    }
    const left = node.commands[i - 1];
    // What is looked up is printed or has failed: `$(command -v python3 || command -v python)` is one name.
    const isFound = left !== undefined && looksUp(left, here.scope) && printed.trim() !== '';
    const alternative = runAlternative(machine, { left, command, here, failed: before });
    if (!isFound) printed += alternative;
    before = next === '||' ? wayOf(machine, here) : undefined;
  });
  const asked = node.commands.some((one, i) => node.operators[i] === '&&' && isQuestion(one));
  const last = node.commands.at(-1);
  if (sure !== undefined && !(node.operators.at(-1) === '||' && last !== undefined && leaves(last)))
    doubtChanges(machine, here, sure, asked);
  return printed;
}

/** Runs the right side of `||` in the shell in which the left side `failed`, that is, before its `cd` took hold. */
function runAlternative(
  machine: Machine,
  { left, command, here, failed }: { left: SyntaxNode | undefined; command: SyntaxNode; here: Here; failed: Here },
): string {
  machine.stashed = null;
  const early = sinceLeft(here.frame);
  const printed = machine.walk(command, failed);
  if (outcomeOf(machine, left, here) === true) early.forget();
  // `cd x || return`: a script goes on as if its directories were there.
  for (const way of early.left()) if (way.scope.cwd === failed.scope.cwd) relyOnDirectory(way, here);
  machine.stashed = null;
  if (leaves(command)) runLater(machine, failed);
  else join(machine, here, failed);
  return printed;
}

/** `command -v x`, `which x`: one name, and nothing else that could be printed before it fails. */
function looksUp(node: SyntaxNode, scope: Scope): boolean {
  if (node.type === 'Statement' || node.type === 'Redirected') return looksUp(node.command, scope);
  if (node.type !== 'Command') return false;
  const words = [node.name?.value ?? '', ...node.args.map(({ text }) => text)];
  return /^(?:which|command -v|type -[pP]) [\w./+-]+$/.test(words.join(' ')) && !scope.functions.has(words[0] ?? '');
}

/** One command, whose success is the success of the whole. */
function isCommand(node: SyntaxNode): boolean {
  if (node.type === 'Statement' || node.type === 'Redirected') return isCommand(node.command);
  return node.type === 'Command';
}
