import { decisionOf } from '../audit/query/decision.ts';
import type { AuditLine } from '../audit/record/audit-line.ts';
import type { LeanLine } from './store.ts';

/** What every decision tells, however little of it is shared: no payload, no words. Null: the line is not a decision of ours. */
export function leanLine(line: AuditLine): LeanLine | null {
  const decision = decisionOf(line);
  if (decision === null) return null;
  const { id, time, session, agent, event, nativeEvent, tool, durationMs, policy, actor, callId, project } = line;
  return {
    id,
    time,
    session,
    agent,
    event,
    nativeEvent,
    tool,
    verdict: decision.verdict,
    rules: decision.rules,
    durationMs,
    policy,
    actor,
    callId,
    project,
    what: decision.what.slice(0, LONGEST_WHAT),
    hits: decision.hits.map(({ rule, verb, mode, effective, because, excused }) => ({
      rule,
      verb,
      mode,
      effective,
      because,
      excused,
    })),
    hash: line.chain?.hash ?? null,
  };
}

/** As long as the column of the table. */
export const LONGEST_WHAT = 200;
