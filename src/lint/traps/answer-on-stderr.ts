import { answersIn } from '../answers.ts';
import { codeText } from '../read/code-text.ts';
import { sendsToStderr } from '../read/shell-tree.ts';
import { defineTrap } from '../trap.ts';

export const answerOnStderr = defineTrap({
  id: 'answer-on-stderr',
  title: 'A JSON answer on stderr',
  severity: 'error',
  looksAt: 'program',
  happens:
    'Only stdout is read as an answer. On stderr the JSON is just text, and with exit 0 nobody reads it: the action goes ahead.',
  remedy: 'Print the answer to stdout.',
  heuristic:
    'Not when the program then exits with 2: the model reads the JSON as the reason, which is clumsy but refuses.',
  evidence: { cases: ['i30-onfail-stderr'], protocol: 'What failing means' },
  *check(program) {
    for (const { start, end, printer } of answersIn(program)) {
      const isShell = printer !== null && sendsToStderr(printer.command.redirects);
      if (!isShell && !printsToStderr(codeText(program).code, start, end)) continue;
      if (/exit\s*\(?\s*2\b/.test(program.text.slice(end, end + 200))) continue;
      yield { at: program.span(start, end), message: 'this answer goes to stderr, where it is not read' };
    }
  },
});

function printsToStderr(code: string, start: number, end: number): boolean {
  return (
    /^\s*\)\s*,\s*file\s*=\s*sys\.stderr/.test(code.slice(end, end + 60)) ||
    /^\s*,\s*sys\.stderr\b/.test(code.slice(end, end + 40)) ||
    /(?:console\.(?:error|warn)|process\.stderr\.write|sys\.stderr\.write)\s*\(\s*(?:JSON\.stringify|json\.dumps)\s*\(\s*$/.test(
      code.slice(Math.max(0, start - 80), start),
    )
  );
}
