import { codeText } from '../code-text.ts';
import { exitsWith } from '../guard.ts';
import type { Program } from '../program.ts';
import { nameOfCommand, sendsToStderr, statementLists } from '../shell-tree.ts';
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
    'Speaks up when a message of refusal (block, deny, not allowed, forbidden, refuse, dangerous …) goes to stderr right before exit 1, or when Python ends with sys.exit("message"); only on events where exit 2 does something, and not when an answer in JSON is printed on the way. A warning before exit 1 is left alone.',
  rows: { traps: [1], surprises: [13, 15] },
  *check(program) {
    if (
      program.rows.length > 0 &&
      program.rows.every(({ exit2 }) => exit2.effect === 'nothing' || exit2.effect === 'notice')
    )
      return;
    for (const { start, end, text } of program.language === 'shell' ? inShell(program) : inCode(program))
      yield {
        at: program.span(start, end),
        message: `exit 1 does not refuse anything, though the message says "${text}"`,
      };
  },
});

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
