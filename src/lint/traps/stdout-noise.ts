import { type Answer, answersIn } from '../answers.ts';
import type { Program } from '../program.ts';
import { codeText } from '../code-text.ts';
import { nameOfCommand, simpleCommands } from '../shell-tree.ts';
import { defineTrap } from '../trap.ts';

export const stdoutNoise = defineTrap({
  id: 'stdout-noise',
  title: 'Text on stdout beside the JSON answer',
  severity: 'error',
  looksAt: 'program',
  happens:
    'Only when stdout is nothing but one JSON object is it an answer. A line before or after it makes all of it plain text, and the decision is ignored, even with "onFailure": "block".',
  remedy: 'Send messages to stderr (>&2) or to a file.',
  heuristic:
    'Only for echo, printf and print with a text of their own that run in every case, in a program that prints a JSON answer and says nothing else there.',
  rows: { traps: [5], surprises: [14] },
  *check(program) {
    if (program.rows.length > 0 && program.rows.every((row) => row.discardsOutput)) return;
    const answers = answersIn(program).filter(({ printer }) => printer === null || printer.reachesStdout);
    if (answers.length === 0) return;
    const [, second] = answers.filter(isSure);
    if (second !== undefined)
      yield {
        at: program.span(second.start, second.end),
        message: 'a second answer: only one JSON object may stand on stdout',
      };
    for (const line of program.language === 'shell' ? inShell(program) : inPython(program)) {
      const isBeside = answers.some((answer) => line.start < answer.start || isSure(answer));
      if (isBeside)
        yield { at: program.span(line.start, line.end), message: 'this line goes to stdout beside the JSON answer' };
    }
  },
});

/** Printed in every case; after one that is not, the program may have ended. */
function isSure({ printer }: Answer): boolean {
  return printer !== null && !printer.isConditional && !printer.isInFunction;
}

function* inShell(program: Program): Generator<{ start: number; end: number }> {
  if (program.script === null) return;
  for (const placed of simpleCommands(program.script)) {
    const { command, isConditional, isSubstituted, reachesStdout, isInFunction } = placed;
    if (
      isConditional ||
      isSubstituted ||
      isInFunction ||
      !reachesStdout ||
      !['echo', 'printf'].includes(nameOfCommand(command))
    )
      continue;
    const words = command.args.filter((word) => !word.text.startsWith('-'));
    const first = words[0]?.text.replace(/^["']+/, '') ?? '';
    // A variable may hold the answer itself; braces are an answer or a part of one.
    if (!/^[\w\s=>[(*#.-]/.test(first) || /[{}]/.test(command.args.map(({ text }) => text).join(' '))) continue;
    yield { start: command.pos, end: command.end };
  }
}

function* inPython(program: Program): Generator<{ start: number; end: number }> {
  if (program.language !== 'python') return;
  const { code } = codeText(program);
  for (const match of code.matchAll(/^print\s*\(\s*f?["'][^{}\n]*$/gm)) {
    if (!match[0].includes('file=')) yield { start: match.index, end: match.index + match[0].length };
  }
}
