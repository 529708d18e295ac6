import { matcherOf } from '../../audit/query/filter.ts';
import { newestDecisions } from '../../audit/query/trail-reader.ts';
import { errorsOf } from '../../hook/policy-files/chosen-policy.ts';
import { homeOf } from '../../hook/policy-files/locations.ts';
import { fromArtefact } from '../../policy/index.ts';
import { comparePolicies } from '../../replay/judge/compare-policies.ts';
import { nodeSystem } from '../../system/node/system.ts';
import type { WhatIfAnswer } from '../api.ts';
import { type Edited, editedPolicy, type PolicyQuery, policyInForce } from './local-policy.ts';

export interface WhatIf extends Omit<WhatIfAnswer, 'changes'> {
  /** The newest first. */
  changes: (Omit<WhatIfAnswer['changes'][number], 'row'> & { id: string })[];
}

/** How many of the newest decisions are judged again. */
const PAST_DECISIONS = 1_000;

/** The newest decisions of this project under the policy in force and under an edited one. */
export async function whatIf(edited: Edited, stateDirectory: string, place: PolicyQuery): Promise<WhatIf> {
  const [now, then] = [policyInForce(place), editedPolicy(edited, place)];
  const nothing = { judged: 0, skipped: 0, changes: [] };
  if ('problem' in then) return { ...nothing, problems: [then.problem] };
  if (then.artefact === null) return { ...nothing, problems: errorsOf(then) };
  if (now.artefact === null) return { ...nothing, problems: errorsOf(now) };
  const past = newestDecisions(stateDirectory, matcherOf({ project: [now.projectRoot] }), PAST_DECISIONS);
  const options = { env: place.env, home: homeOf(nodeSystem, place.env), present: true };
  const { changes, ...rest } = await comparePolicies(
    past,
    [fromArtefact(now.artefact), fromArtefact(then.artefact)],
    options,
  );
  return {
    ...rest,
    changes: changes.map(({ decision, ...change }) => ({ id: decision.id, ...change })),
    problems: [],
  };
}
