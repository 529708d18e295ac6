import { newestDecisions } from '../audit/query/trail-reader.ts';
import { type Artefact, fromArtefact } from '../policy/index.ts';
import { createPastJudge } from '../replay/judge/judge-past.ts';
import { pastEvent } from '../replay/judge/past-decision.ts';
import { homeOf } from '../hook/policy-files/locations.ts';
import { nodeSystem } from '../system/node/system.ts';

export interface ChangedDecisions {
  /** How many were judged. */
  decisions: number;
  changed: { id: string; what: string; before: string; after: string }[];
}

const PAST_DECISIONS = 1_000;

/** The newest decisions of this machine under the policy that is published and under the next one. Null before: nothing is published. */
export function changedDecisions(before: Artefact | null, after: Artefact, stateDirectory: string): ChangedDecisions {
  const env = process.env;
  const home = homeOf(nodeSystem, env);
  const policies = [...(before === null ? [] : [fromArtefact(before)]), fromArtefact(after)];
  const judge = createPastJudge(policies, { env, home, present: false });
  const result: ChangedDecisions = { decisions: 0, changed: [] };
  for (const decision of newestDecisions(stateDirectory, () => true, PAST_DECISIONS)) {
    const event = pastEvent(decision, home);
    if (event === null) continue;
    result.decisions++;
    const { judgements } = judge.judge(event);
    const [was, is] = [
      before === null ? 'none' : (judgements[0]?.verdict ?? 'none'),
      judgements.at(-1)?.verdict ?? 'none',
    ];
    if (was !== is) result.changed.push({ id: decision.id, what: decision.what.slice(0, 120), before: was, after: is });
  }
  return result;
}
