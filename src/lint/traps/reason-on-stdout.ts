import { lastWords } from '../messages.ts';
import { defineTrap } from '../trap.ts';

export const reasonOnStdout = defineTrap({
  id: 'reason-on-stdout',
  title: 'Exit 2 with its reason on stdout',
  severity: 'warning',
  looksAt: 'program',
  happens:
    'The call is refused, but the reason is read from stderr. The model reads "No stderr output", so it does not learn what was wrong and tries something similar.',
  remedy: 'Write the reason to stderr: >&2 in a shell, file=sys.stderr in Python, console.error in Node.',
  heuristic:
    'Only when a message is printed to stdout right before exit 2, nothing in that branch goes to stderr, and the message is not an answer in JSON.',
  evidence: { cases: ['a03-…', 'd12-stop-exit2-nostderr'], protocol: 'Exit code and stdout' },
  *check(program) {
    if (program.rows.length > 0 && program.rows.every(({ exit2 }) => exit2.effect === 'nothing')) return;
    for (const { start, end, toStdout, toStderr } of lastWords(program, 2))
      if (toStdout && !toStderr)
        yield { at: program.span(start, end), message: 'exit 2 refuses, but its reason goes to stdout' };
  },
});
