import { codeText } from '../code-text.ts';
import { defineTrap } from '../trap.ts';

export const noTerminal = defineTrap({
  id: 'no-terminal',
  title: 'A hook that wants the terminal',
  severity: 'warning',
  looksAt: 'program',
  happens: 'Hooks have no controlling terminal: /dev/tty cannot be opened, and nobody can answer a question.',
  remedy:
    'Return {"terminalSequence": "\\u0007"} for a bell or a title, {"systemMessage": "…"} for a text, and "permissionDecision": "ask" for a question.',
  rows: { surprises: [30] },
  *check(program) {
    const found = /\/dev\/tty\b/.exec(codeText(program).code);
    if (found !== null)
      yield {
        at: program.span(found.index, found.index + found[0].length),
        message: '/dev/tty cannot be opened in a hook',
      };
  },
});
