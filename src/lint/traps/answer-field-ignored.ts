import { rowOf } from '../../protocol/event.ts';
import { checkOutput } from '../../protocol/output.ts';
import { EVENT_NAMES } from '../../protocol/event.ts';
import { type WrittenAnswer, answersIn } from '../answers.ts';
import { defineTrap } from '../trap.ts';
import { whyRejected, withKnown } from './answer-rejected.ts';

export const answerFieldIgnored = defineTrap({
  id: 'answer-field-ignored',
  title: 'A field of the answer at the wrong level, or for another event',
  severity: 'error',
  looksAt: 'program',
  happens:
    'The client silently ignores fields that it does not look for at this place: the decision or the context is lost, even with "onFailure": "block".',
  remedy:
    'permissionDecision, permissionDecisionReason, updatedInput and additionalContext belong in "hookSpecificOutput", beside "hookEventName".',
  heuristic:
    'Only fields that mean something elsewhere (another level, another event) and "result": "block"; your own keys are allowed.',
  evidence: {
    cases: ['a13-toplevel-decision', 'd03-post-context-toplevel', 'i30-onfail-toplevel'],
    protocol: 'The answer',
  },
  *check(program) {
    for (const answer of answersIn(program)) {
      if (whyRejected(answer) !== null) continue;
      const ignored = ignoredBy(answer);
      if (ignored.length > 0)
        yield {
          at: program.span(answer.start, answer.end),
          message: `nobody reads ${ignored.map((key) => `"${key}"`).join(', ')} here`,
        };
    }
  },
});

/** Names that some event reads inside `hookSpecificOutput`. */
const SPECIFIC: ReadonlySet<string> = new Set([
  'hookEventName',
  ...EVENT_NAMES.flatMap((name) => Object.keys(rowOf(name).output)).filter(
    (field) => !['decision', 'action', 'content'].includes(field),
  ),
]);

function ignoredBy({ value, rows }: WrittenAnswer): string[] {
  const tried = rows.length > 0 ? rows : [rowOf('PreToolUse')];
  const lists = tried.map((row) => {
    const checked = checkOutput(row, { ...value, ...withKnown(value, row) });
    return checked.ok ? checked.ignored : [];
  });
  const [first = [], ...others] = lists;
  return first.filter((key) => isMeant(key, value) && others.every((list) => list.includes(key)));
}

function isMeant(key: string, value: Record<string, unknown>): boolean {
  if (key === 'result') return value['result'] === 'block';
  if (key.startsWith('hookSpecificOutput.')) return SPECIFIC.has(key.slice('hookSpecificOutput.'.length));
  return SPECIFIC.has(key);
}
