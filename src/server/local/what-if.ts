import { setImmediate } from 'node:timers/promises';
import { matcherOf } from '../../audit/query/filter.ts';
import { newestDecisions } from '../../audit/query/trail-reader.ts';
import { errorsOf } from '../../hook/policy-files/chosen-policy.ts';
import { homeOf } from '../../hook/policy-files/locations.ts';
import { fromArtefact } from '../../policy/index.ts';
import type { Hits, Judgement } from '../../policy/judgement.ts';
import { createPastJudge } from '../../replay/judge/judge-past.ts';
import { pastEvent } from '../../replay/judge/past-decision.ts';
import { nodeSystem } from '../../system/node/system.ts';
import type { WhatIfAnswer } from '../api.ts';
import { type Edited, editedPolicy, type Place, policyInForce } from './local-policy.ts';

export interface WhatIf extends Omit<WhatIfAnswer, 'changes'> {
  /** The newest first. */
  changes: (Omit<WhatIfAnswer['changes'][number], 'row'> & { id: string })[];
}

/** How many of the newest decisions are judged again. */
export const PAST_DECISIONS = 1_000;
const PIECE = 50;

/**
 * The newest decisions of this project under the policy in force and under an edited one: where the two differ, the edit is the reason. Sessions begin
 * with the first of these decisions, for both alike.
 */
export async function whatIf(edited: Edited, stateDirectory: string, place: Place): Promise<WhatIf> {
  const [now, then] = [policyInForce(place), editedPolicy(edited, place)];
  const nothing = { judged: 0, skipped: 0, changes: [] };
  if ('problem' in then) return { ...nothing, problems: [then.problem] };
  if (then.artefact === null) return { ...nothing, problems: errorsOf(then) };
  if (now.artefact === null) return { ...nothing, problems: errorsOf(now) };
  const home = homeOf(nodeSystem, place.env);
  const judge = createPastJudge([fromArtefact(now.artefact), fromArtefact(then.artefact)], {
    env: place.env,
    home,
    present: true,
  });
  const past = newestDecisions(stateDirectory, matcherOf({ project: [now.projectRoot] }), PAST_DECISIONS);
  const answer: WhatIf = { ...nothing, changes: [], problems: [] };
  for (const [number, decision] of past.entries()) {
    if (number % PIECE === PIECE - 1) await setImmediate();
    const event = pastEvent(decision, home);
    if (event === null) {
      answer.skipped++;
      continue;
    }
    answer.judged++;
    const [before, after] = judge.judge(event).judgements;
    if (before === undefined || after === undefined || shown(before) === shown(after)) continue;
    const rules = [...new Set([...before.hits, ...after.hits].map(({ rule }) => rule))];
    answer.changes.push({ id: decision.id, from: shown(before), to: shown(after), rules });
  }
  return { ...answer, changes: answer.changes.reverse() };
}

type Shown = WhatIfAnswer['changes'][number]['from'];
type Fate = { verdict: Judgement['verdict']; hits: Hits };

/** What a person would see of it: the verdict, or that a rule watched. */
function shown({ verdict, hits }: Fate): Shown {
  return verdict === 'none' && hits.length > 0 ? 'observe' : verdict;
}
