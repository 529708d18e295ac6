import { type WrittenAnswer, answersIn, specificOf } from '../answers.ts';
import { defineTrap } from '../trap.ts';

export const exit2OverridesAllow = defineTrap({
  id: 'exit-2-overrides-allow',
  title: 'An exit code that overrules the answer',
  severity: 'error',
  looksAt: 'program',
  happens:
    'Exit 2 refuses whatever the JSON says. With "onFailure": "block", any exit code but 0 refuses too, even with an answer that allows.',
  remedy: 'Exit with 0 after an answer.',
  heuristic: 'Only when the exit comes right after the answer.',
  evidence: { cases: ['o2-exit2-…', 'a11-…'], protocol: 'Exit code and stdout' },
  *check(program) {
    for (const answer of answersIn(program)) {
      const exit = /^[^\n{}]*[\n;]\s*(?:sys\.|process\.)?exit[ (]\s*(\d+)/.exec(
        program.text.slice(answer.end, answer.end + 160),
      );
      const code = exit?.[1];
      const closed = program.uses.some(({ handler }) => 'onFailure' in handler && handler.onFailure === 'block');
      if (code === undefined || !allows(answer) || !(code === '2' || (code !== '0' && closed))) continue;
      yield {
        at: program.span(answer.start, answer.end),
        message: `this answer allows, but exit ${code} right after it refuses`,
      };
    }
  },
});

function allows({ value }: WrittenAnswer): boolean {
  return specificOf(value)?.['permissionDecision'] === 'allow' || value['decision'] === 'approve';
}
