import type { AuditLine } from '../audit/record/audit-line.ts';
import type { Fact } from '../session/state.ts';

/** `durationMs` is rounded to a tenth of a millisecond. */
const ROUNDING = 0.05;

/** What the session remembered before the decision on record: the facts that are older than the start of its hook. */
export function earlierFacts(record: Pick<AuditLine, 'time' | 'durationMs'>, journal: readonly Fact[]): Fact[] {
  const start = startOf(record);
  return journal.filter((fact) => fact.at < start);
}

/** In whole milliseconds, like the clock of the facts: the hook's own first fact may have the millisecond in which the hook started. */
function startOf({ time, durationMs }: Pick<AuditLine, 'time' | 'durationMs'>): number {
  return Math.floor(Date.parse(time) - durationMs - ROUNDING);
}
