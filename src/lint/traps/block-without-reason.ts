import { answersIn } from '../answers.ts';
import { defineTrap } from '../trap.ts';

export const blockWithoutReason = defineTrap({
  id: 'block-without-reason',
  title: 'A block without a reason',
  severity: 'warning',
  looksAt: 'program',
  happens: 'The agent is held back and does not learn why, so it guesses, or stops again at once.',
  remedy: 'Add "reason": what is missing and what to do about it.',
  heuristic: 'Only on Stop and SubagentStop, where the reason is the next instruction and is required.',
  evidence: { cases: ['o2-exit2-block-noreason', 'd12-stop-exit2-nostderr'], protocol: 'Exit code and stdout' },
  *check(program) {
    for (const { value, rows, start, end } of answersIn(program)) {
      if (value['decision'] !== 'block' || 'reason' in value || rows.length === 0) continue;
      if (rows.every(({ exit2 }) => exit2.effect === 'keeps-going'))
        yield { at: program.span(start, end), message: '"decision": "block" without "reason"' };
    }
  },
});
