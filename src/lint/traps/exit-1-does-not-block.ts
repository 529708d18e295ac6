import { codeText } from '../code-text.ts';
import type { Command, Statement, SyntaxNode } from '../../shell/parse.ts';
import { canRefuse, exitsWith } from '../guard.ts';
import type { Program } from '../program.ts';
import { nameOfCommand, nodesOf, sendsToStderr, statementLists } from '../shell-tree.ts';
import { defineTrap } from '../trap.ts';

export const exit1DoesNotBlock = defineTrap({
  id: 'exit-1-does-not-block',
  title: 'Exit 1 where a refusal was meant',
  severity: 'error',
  looksAt: 'program',
  happens:
    'Only exit code 2 refuses. Exit 1 (like 3, 126, 127, a signal or a timeout) is an error of the hook: the action goes ahead, and the model does not read the message.',
  remedy: 'Exit with 2, and write the reason to stderr.',
  heuristic:
    'Speaks up when a message of refusal (block, deny, not allowed, forbidden, refuse, dangerous …) goes to stderr right before exit 1, or when Python ends with sys.exit("message"); only on events where exit 2 does something, and not when an answer in JSON is printed on the way. A warning before exit 1 is left alone. On PreToolUse also when a program that cannot refuse at all looks for something in the payload, writes a message to stderr and exits with 1.',
  rows: { traps: [1], surprises: [13, 15] },
  *check(program) {
    if (
      program.rows.length > 0 &&
      program.rows.every(({ exit2 }) => exit2.effect === 'nothing' || exit2.effect === 'notice')
    )
      return;
    const said = [...(program.language === 'shell' ? inShell(program) : inCode(program))];
    for (const { start, end, text } of said)
      yield {
        at: program.span(start, end),
        message: `exit 1 does not refuse anything, though the message says "${text}"`,
      };
    const only = said.length > 0 ? null : onlyExit(program);
    if (only !== null)
      yield {
        at: program.span(only.pos, only.end),
        message: 'exit 1 does not refuse anything, and this guard knows no other way to say no',
      };
  },
});

/** A test of the payload, a message, exit 1, and nothing in the program that could refuse: what else should it be for? */
function onlyExit(program: Program): Command | null {
  const { script, rows, uses } = program;
  const guards =
    uses.length > 0 && rows.every(({ exit2, decidesPermission }) => decidesPermission && exit2.effect === 'refuses');
  if (script === null || !guards || canRefuse(program)) return null;
  for (const node of nodesOf(script)) {
    if (node.type === 'If' && looksAtPayload(node.clause, program)) {
      const found = messageThenExit(node.then.commands, program);
      if (found !== null) return found;
    } else if (node.type === 'AndOr') {
      for (const [index, one] of node.commands.entries()) {
        const next = node.commands[index + 1];
        if (node.operators[index] !== '&&' || next?.type !== 'BraceGroup' || !looksAtPayload(one, program)) continue;
        const found = messageThenExit(next.body.commands, program);
        if (found !== null) return found;
      }
    }
  }
  return null;
}

/** Looks for something in a text; a question about programs and files is a check of the hook's own needs. */
function looksAtPayload({ pos, end }: SyntaxNode, { text }: Program): boolean {
  const condition = text.slice(pos, end);
  return /\b(?:e|f)?grep\b|\brg\b|=~/.test(condition) && !/^\s*!|command -v|\bwhich\b|\btype\b/.test(condition);
}

function messageThenExit(statements: readonly Statement[], { text }: Program): Command | null {
  const last = statements.at(-1)?.command;
  const before = statements.at(-2)?.command;
  if (last?.type !== 'Command' || nameOfCommand(last) !== 'exit' || last.args[0]?.text !== '1') return null;
  if (before?.type !== 'Command' || !sendsToStderr(before.redirects)) return null;
  const isOwnTrouble = /warn|not (?:found|installed)|missing|required|usage|invalid|failed|cannot|could not/i;
  return isOwnTrouble.test(text.slice(before.pos, before.end)) ? null : last;
}

const REFUSAL =
  /\b(?:block(?:ed|ing|s)?|(?<!permission )den(?:y|ied|ies)|not (?:allowed|permitted)|forbidden|refus(?:e|ed|es|ing)|prohibited|disallowed|dangerous|rejected|protected (?:file|path|branch)|must not|never allowed)\b/i;

interface Found {
  start: number;
  end: number;
  text: string;
}

function* inShell(program: Program): Generator<Found> {
  if (program.script === null) return;
  for (const statements of statementLists(program.script)) {
    for (const [index, { command }] of statements.entries()) {
      if (command.type !== 'Command' || nameOfCommand(command) !== 'exit' || command.args[0]?.text !== '1') continue;
      // The lines right before it: several echo commands may make up the message.
      for (const before of statements.slice(Math.max(0, index - 4), index).reverse()) {
        if (before.command.type !== 'Command' || !['echo', 'printf'].includes(nameOfCommand(before.command))) break;
        if (!sendsToStderr(before.command.redirects)) break;
        const said = before.command.args.map((word) => word.text).join(' ');
        const text = REFUSAL.exec(said)?.[0];
        if (text === undefined) continue;
        yield { start: command.pos, end: command.end, text };
        break;
      }
    }
  }
}

function* inCode(program: Program): Generator<Found> {
  const { code, bare } = codeText(program);
  if (program.language === 'python') {
    for (const match of bare.matchAll(/\b(?:sys\.exit|raise\s+SystemExit)\s*\(\s*f?["']/g)) {
      const text = REFUSAL.exec(code.slice(match.index, match.index + 300).split('\n', 1)[0] ?? '')?.[0];
      if (text !== undefined) yield { start: match.index, end: match.index + match[0].length, text };
    }
  }
  for (const { start, end } of exitsWith(program, 1)) {
    const lines = code.slice(0, start).split('\n');
    const before = lines.slice(-4, -1).reverse();
    for (const line of [lines.at(-1) ?? '', ...before]) {
      if (line.trim() === '') continue;
      const isMessage = /file\s*=\s*sys\.stderr|sys\.stderr\.write|console\.error|process\.stderr\.write/.test(line);
      const text = isMessage ? REFUSAL.exec(line)?.[0] : undefined;
      if (text !== undefined) yield { start, end, text };
      break;
    }
  }
}
