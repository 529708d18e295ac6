import type { AuditLine } from '../audit/record/audit-line.ts';
import type { Fact } from '../session/state.ts';

/** `durationMs` is rounded to a tenth of a millisecond. */
const ROUNDING = 0.05;

type Decided = Pick<AuditLine, 'time' | 'durationMs' | 'event' | 'callId'>;

/**
 * What the session remembered before the decision on record. Times are in whole milliseconds, so the facts around the start of the hook are told apart by
 * their call: those of other calls were there, those of this call and those without a call were made by the hook itself.
 */
export function earlierFacts(record: Decided, journal: readonly Fact[]): Fact[] {
  const { earliest, latest } = startOf(record);
  const own = [record.callId, `${record.event} ${record.callId}`];
  return journal.filter(({ at, call }) => at < earliest || (at <= latest && call !== undefined && !own.includes(call)));
}

/** The two milliseconds between which the hook started. */
function startOf({ time, durationMs }: Decided): { earliest: number; latest: number } {
  const start = Date.parse(time) - durationMs;
  return { earliest: Math.floor(start - ROUNDING), latest: Math.floor(start + 1 + ROUNDING) };
}
