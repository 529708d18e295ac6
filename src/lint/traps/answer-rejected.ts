import type { EventRow } from '../../protocol/event-row.ts';
import { rowOf } from '../../protocol/event.ts';
import { checkOutput } from '../../protocol/output.ts';
import { type WrittenAnswer, answersIn } from '../answers.ts';
import { type Loose, type LooseObject, UNKNOWN } from '../read/object-literal.ts';
import { defineTrap } from '../trap.ts';

export const answerRejected = defineTrap({
  id: 'answer-rejected',
  title: 'A JSON answer that the client rejects',
  severity: 'error',
  looksAt: 'program',
  happens:
    'The answer does not fit the schema, so the client discards all of it and the hook counts as failed: the action goes ahead or, with "onFailure": "block", is refused without your reason.',
  remedy:
    'On PreToolUse: {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"…"}}; elsewhere {"decision":"block","reason":"…"}.',
  heuristic:
    'Checks objects that are written down in the program, with the same code that reads the answers of running hooks. Parts that are not constants are taken to be right; with several events, the answer must be wrong for all of them.',
  evidence: { cases: ['a14-decision-deny', 'o1-pd-block', 'a13-wrong-event'], protocol: 'The answer' },
  *check(program) {
    for (const answer of answersIn(program)) {
      const problem = whyRejected(answer);
      if (problem !== null)
        yield { at: program.span(answer.start, answer.end), message: `the client rejects this answer: ${problem}` };
    }
  },
});

/** Null when some event would take it. */
export function whyRejected({ value, rows }: WrittenAnswer): string | null {
  const tried = rows.length > 0 ? rows : [rowOf('PreToolUse')];
  let problem: string | null = null;
  for (const row of tried) {
    const checked = checkOutput(row, withKnown(value, row));
    if (checked.ok) return null;
    problem = checked.problem;
  }
  return problem;
}

/** Without what nobody can know before it runs. */
export function withKnown(value: LooseObject, row: EventRow): Record<string, unknown> {
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => [key, knownPart(one)]);
  const readableFields = Object.fromEntries(entries.filter(([, one]) => one !== UNKNOWN));
  const specific = readableFields['hookSpecificOutput'];
  if (typeof specific !== 'object' || specific === null) return readableFields;
  const specificOutput = value['hookSpecificOutput'] as LooseObject;
  const isUnknownEvent = specificOutput['hookEventName'] === UNKNOWN;
  const required = Object.fromEntries(
    row.requiredOutput.filter((key) => specificOutput[key] === UNKNOWN).map((key) => [key, {}]),
  );
  const behaviour = Object.fromEntries(Object.entries(required).map(([key]) => [key, { behavior: 'allow' }]));
  return {
    ...readableFields,
    hookSpecificOutput: { ...specific, ...(isUnknownEvent ? { hookEventName: row.name } : {}), ...behaviour },
  };
}

function knownPart(value: Loose): unknown {
  if (Array.isArray(value)) return value.map(knownPart).filter((one) => one !== UNKNOWN);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => [key, knownPart(one)]);
  return Object.fromEntries(entries.filter(([, one]) => one !== UNKNOWN));
}
