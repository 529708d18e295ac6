import { answersIn, specificOf } from '../answers.ts';
import type { HookProgram } from '../read/program.ts';
import { canRefuse, exitsWith } from '../guard.ts';
import { defineTrap } from '../trap.ts';

export const stopLoop = defineTrap({
  id: 'stop-loop',
  title: 'A Stop hook that can hold the agent for ever',
  severity: 'warning',
  looksAt: 'program',
  happens:
    'Every refusal makes the agent go on and come back to the same hook. The client gives up after 8 in a row, but any tool call in between starts the count again.',
  remedy: 'Let go when `stop_hook_active` is true, or count your refusals in a file named by the session id.',
  heuristic: 'Only when the program can refuse and the word stop_hook_active is nowhere in it, nor in a comment.',
  evidence: { cases: ['d11-stop-always-…'], protocol: 'Stop' },
  *check(program) {
    if (program.rows.length === 0 || !program.rows.every(({ exit2 }) => exit2.effect === 'keeps-going')) return;
    if (!(canRefuse(program) || givesContext(program)) || program.text.includes('stop_hook_active')) return;
    const [first] = exitsWith(program, 2);
    const at = program.span(first?.start ?? 0, first?.end ?? 0);
    yield { at, message: 'this hook can refuse for ever: it never looks at stop_hook_active' };
  },
});

/** On Stop, context makes the agent go on as well. */
function givesContext(program: HookProgram): boolean {
  return answersIn(program).some(({ value }) => specificOf(value)?.['additionalContext'] !== undefined);
}
