import { setImmediate } from 'node:timers/promises';
import type { TrailDecision, ShownVerdict } from '../../audit/query/decision.ts';
import type { LoadedPolicy } from '../../policy/hook.ts';
import { createPastJudge, type PastJudgement, type PastJudgeOptions } from './judge-past.ts';
import { pastEvent } from './past-decision.ts';

export interface PolicyComparison {
  judged: number;
  /** Their payload is not on record, or cannot be read. */
  skipped: number;
  /** The newest first. */
  changes: { decision: TrailDecision; from: ShownVerdict; to: ShownVerdict; rules: string[] }[];
}

const PIECE = 50;

/**
 * Past decisions under two policies: where the two differ, the policy is the reason. Sessions begin with the first of these decisions, for both alike. The
 * work is done in pieces, since the same thread answers hooks.
 */
export async function comparePolicies(
  past: Iterable<TrailDecision>,
  policies: readonly [LoadedPolicy, LoadedPolicy],
  options: PastJudgeOptions,
): Promise<PolicyComparison> {
  const judge = createPastJudge(policies, options);
  const answer: PolicyComparison = { judged: 0, skipped: 0, changes: [] };
  let number = 0;
  for (const decision of past) {
    if (number++ % PIECE === PIECE - 1) await setImmediate();
    const event = pastEvent(decision, options.home);
    if (event === null) {
      answer.skipped++;
      continue;
    }
    answer.judged++;
    const [before, after] = judge.judge(event).judgements;
    if (before === undefined || after === undefined || shown(before) === shown(after)) continue;
    const rules = [...new Set([...before.hits, ...after.hits].map(({ rule }) => rule))];
    answer.changes.push({ decision, from: shown(before), to: shown(after), rules });
  }
  return { ...answer, changes: answer.changes.reverse() };
}

/** What a person would see of it: the verdict, or that a rule watched. */
function shown({ verdict, hits }: PastJudgement): ShownVerdict {
  return verdict === 'none' && hits.length > 0 ? 'observe' : verdict;
}
