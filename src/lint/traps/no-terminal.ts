import { codeText } from '../read/code-text.ts';
import type { HookProgram } from '../read/program.ts';
import { nameOfCommand, operands, simpleCommands } from '../read/shell-tree.ts';
import { defineTrap } from '../trap.ts';

export const noTerminal = defineTrap({
  id: 'no-terminal',
  title: 'A hook that wants the terminal',
  severity: 'warning',
  looksAt: 'program',
  happens: 'Hooks have no controlling terminal: /dev/tty cannot be opened, and nobody can answer a question.',
  remedy:
    'Return {"terminalSequence": "\\u0007"} for a bell or a title, {"systemMessage": "…"} for a message, and "permissionDecision": "ask" for a question.',
  heuristic: 'Looks for /dev/tty, and for questions: read -p in a shell, input("…") in Python.',
  evidence: { cases: ['f01-process-exec'], protocol: '`command`' },
  *check(program) {
    const { code } = codeText(program);
    const found = /\/dev\/tty\b/.exec(code);
    if (found !== null) {
      yield {
        at: program.span(found.index, found.index + found[0].length),
        message: '/dev/tty cannot be opened in a hook',
      };
      return;
    }
    const question = program.language === 'python' ? /\binput\(\s*f?["'][^"'\n]/.exec(code) : null;
    const asked = question === null ? readPrompt(program) : { start: question.index, end: question.index + 6 };
    if (asked !== null)
      yield {
        at: program.span(asked.start, asked.end),
        message: 'nobody can answer: standard input is the payload',
      };
  },
});

/** `read -p "Allow? "` of the hook's own stdin. */
function readPrompt({ script }: HookProgram): { start: number; end: number } | null {
  if (script === null) return null;
  const found = simpleCommands(script).find(
    ({ command, stage }) =>
      nameOfCommand(command) === 'read' &&
      stage === 0 &&
      !command.redirects.some((one) => one.type !== 'Redirect' || one.operator === '<') &&
      operands(command).some(({ value }) => /^-[a-z]*p/.test(value)),
  );
  return found === undefined ? null : { start: found.command.pos, end: found.command.end };
}
