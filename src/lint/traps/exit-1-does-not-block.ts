import { codeText } from '../read/code-text.ts';
import type { Command, Statement, SyntaxNode } from '../../shell/parse/parse.ts';
import { canRefuse, exitsWith } from '../guard.ts';
import { lastWords, REFUSAL, TO_STDERR, TO_STDOUT } from '../messages.ts';
import type { HookProgram } from '../read/program.ts';
import { nameOfCommand, nodesOf, sendsStdoutAway, sendsToStderr, statementLists } from '../read/shell-tree.ts';
import type { HandlerEntry } from '../read/settings-document.ts';
import { defineTrap, type Hit } from '../trap.ts';

export const exit1DoesNotBlock = defineTrap({
  id: 'exit-1-does-not-block',
  title: 'Exit 1 where a refusal was meant',
  severity: 'error',
  looksAt: 'program',
  happens:
    'Only exit code 2 refuses. Exit 1 (like 3, 126, 127, a signal or a timeout) is an error of the hook: the action goes ahead, and the model does not read the message.',
  remedy: 'Exit with 2, and write the reason to stderr.',
  heuristic:
    'Reports when a message of refusal (block, deny, not allowed, forbidden, refuse, dangerous, "before you stop" …) goes to stdout or stderr right before exit 1, also through a variable or a function that prints its argument (in Python also sys.exit("message"), an exception with such a message, and a return of 1 in a program that ends with sys.exit(main())); only on events where exit 2 does something, and not when an answer in JSON is printed instead. A warning before exit 1 is left alone. Also when a program that cannot refuse at all writes a message and exits with 1 after it looked for something in the payload (PreToolUse), or though it minds stop_hook_active (Stop). A warning only where "onFailure": "block" makes exit 1 refuse after all.',
  evidence: { cases: ['a04-…', 'o2-exit1-…'], protocol: 'Exit code and stdout' },
  *check(program) {
    if (
      program.rows.length > 0 &&
      program.rows.every(({ exit2 }) => exit2.effect === 'nothing' || exit2.effect === 'notice')
    )
      return;
    const closed = closedByOnFailure(program);
    const said = [...refusals(program)];
    for (const { start, end, text } of said)
      yield {
        at: program.span(start, end),
        message: `exit 1 ${closed === null ? 'does not refuse anything' : 'is an error, not a refusal'}, though the message says "${text}"`,
        ...closed,
      };
    const only = said.length > 0 ? null : program.language === 'shell' ? onlyExit(program) : onlyExitInCode(program);
    if (only !== null)
      yield {
        at: program.span(only.pos, only.end),
        message: `exit 1 ${closed === null ? 'does not refuse anything' : 'is an error, not a refusal'}, and this guard knows no other way to say no`,
        ...closed,
      };
  },
});

/** With "onFailure": "block" a hook that fails refuses, in clients that know the option. */
function closedByOnFailure({ uses }: HookProgram): Pick<Hit, 'severity' | 'consequence'> | null {
  const closes = ({ handler, row }: HandlerEntry) =>
    row.honoursOnFailure && handler.type === 'command' && handler.onFailure === 'block' && handler.async !== true;
  if (uses.length === 0 || !uses.every(closes)) return null;
  return {
    severity: 'warning',
    consequence:
      'The action is refused only because of "onFailure": "block", as the failure of a broken hook; a client before 2.1.295 lets it go ahead.',
  };
}

type Place = Pick<SyntaxNode, 'pos' | 'end'>;

/** A program for events that only a guard is for, in which nothing could refuse. */
function isMuteGuard(program: HookProgram): boolean {
  const { rows, uses, text } = program;
  return (
    (uses.length > 0 || /\bPreToolUse\b/.test(text)) &&
    rows.every(({ exit2, decidesPermission }) => decidesPermission && exit2.effect === 'refuses') &&
    !canRefuse(program)
  );
}

/** `stop_hook_active` is of use only to a hook that means to hold the agent. */
function isMuteStopGuard(program: HookProgram): boolean {
  const { text, uses } = program;
  return uses.length > 0 && /\bstop_hook_active\b/.test(text) && !canRefuse(program);
}

/** A test of the payload, a message, exit 1, and nothing in the program that could refuse: what else should it be for? */
function onlyExit(program: HookProgram): Place | null {
  const { script } = program;
  if (script === null) return null;
  if (isMuteStopGuard(program)) {
    for (const statements of statementLists(script)) {
      const found = messageThenExit(statements, program)?.exit ?? null;
      if (found !== null) return found;
    }
  }
  if (!isMuteGuard(program)) return null;
  for (const node of nodesOf(script)) {
    if (node.type === 'If' && looksAtPayload(node.clause, program)) {
      const found = refusalThenExit(node.then.commands, program);
      if (found !== null) return found;
    } else if (node.type === 'AndOr') {
      for (const [index, one] of node.commands.entries()) {
        const next = node.commands[index + 1];
        if (node.operators[index] !== '&&' || next?.type !== 'BraceGroup' || !looksAtPayload(one, program)) continue;
        const found = refusalThenExit(next.body.commands, program);
        if (found !== null) return found;
      }
    }
  }
  return null;
}

/** Looks for something in a string; a question about programs and files is a check of the hook's own needs. */
function looksAtPayload({ pos, end }: SyntaxNode, { text }: HookProgram): boolean {
  const condition = text.slice(pos, end);
  return /\b(?:e|f)?grep\b|\brg\b|=~/.test(condition) && !/^\s*!|command -v|\bwhich\b|\btype\b/.test(condition);
}

/** `exit 1` behind a message that does not speak of trouble of the hook's own. */
function refusalThenExit(statements: readonly Statement[], program: HookProgram): Command | null {
  const last = messageThenExit(statements, program);
  return last === null || OWN_TROUBLE.test(last.message) ? null : last.exit;
}

function messageThenExit(
  statements: readonly Statement[],
  { text }: HookProgram,
): { message: string; exit: Command } | null {
  const last = statements.at(-1)?.command;
  const before = statements.at(-2)?.command;
  if (last?.type !== 'Command' || nameOfCommand(last) !== 'exit' || last.args[0]?.text !== '1') return null;
  if (before?.type !== 'Command' || !isMessage(before, text)) return null;
  return { message: text.slice(before.pos, before.end), exit: last };
}

/** To either stream: people who do not know the protocol write to stdout. An answer in JSON is not a message. */
function isMessage({ redirects, pos, end, ...command }: Command, text: string): boolean {
  if (sendsToStderr(redirects)) return true;
  const isPrinted = /^(?:echo|printf)$/.test(command.name?.value ?? '') && !sendsStdoutAway(redirects);
  return isPrinted && !/[{}]/.test(text.slice(pos, end));
}

/** The hook cannot do its work: exit 1 is right. */
const OWN_TROUBLE = /warn|not (?:found|installed)|missing|required|usage|invalid|failed|cannot|could not/i;
const SAYS = new RegExp(`${TO_STDERR.source}|${TO_STDOUT.source}`);

/** The same in Python and JavaScript: a branch that looks for something, in which a message goes to stderr before exit 1. */
function onlyExitInCode(program: HookProgram): Place | null {
  if (!isMuteGuard(program)) return null;
  const { code } = codeText(program);
  for (const { start, end } of exitsWith(program, 1)) {
    const before = code.slice(0, start).split('\n').slice(-8).join('\n');
    const branch = before.slice(Math.max(before.lastIndexOf('if '), before.lastIndexOf('if(')));
    const opener = branch.split('\n', 1)[0] ?? '';
    const looks = /\bin\b|re\.(?:search|match)|startswith|endswith|\.test\(|\.includes\(|\.match\(|startsWith|endsWith/;
    const ownTrouble = /\bexcept\b|\bcatch\b|\belse\b/.test(branch) || OWN_TROUBLE.test(branch);
    if (/^if\b/.test(opener) && looks.test(opener) && SAYS.test(branch) && !ownTrouble) return { pos: start, end };
  }
  return null;
}

interface Found {
  start: number;
  end: number;
  text: string;
}

/** A message of refusal, on whatever stream, and then exit 1. */
function* refusals(program: HookProgram): Generator<Found> {
  for (const { start, end, said, toStdout, toStderr } of lastWords(program, 1)) {
    const text = toStdout || toStderr ? REFUSAL.exec(said)?.[0] : undefined;
    if (text !== undefined) yield { start, end, text };
  }
  if (program.language === 'python') yield* texts(program);
}

/** `sys.exit("Blocked: …")`, or an exception nobody catches: Python ends with 1, too. */
function* texts(program: HookProgram): Generator<Found> {
  const { code, bare } = codeText(program);
  const isCaught = /^\s*except\b/m.test(bare);
  const ends = isCaught
    ? /\b(?:sys\.exit|raise\s+SystemExit)\s*\(\s*f?["']/g
    : /\b(?:sys\.exit|raise\s+\w+)\s*\(\s*f?["']/g;
  for (const match of bare.matchAll(ends)) {
    const text = REFUSAL.exec(code.slice(match.index, match.index + 300).split('\n', 1)[0] ?? '')?.[0];
    if (text !== undefined) yield { start: match.index, end: match.index + match[0].length, text };
  }
}
