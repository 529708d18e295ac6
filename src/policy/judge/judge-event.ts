import type { AgentEvent } from '../../protocol/agent-event.ts';
import type { Grants } from '../../session/grants-port.ts';
import type { Session } from '../../session/session.ts';
import type { World } from '../../system/ports.ts';
import type { Judgement, Mode, RuleHit } from '../judgement.ts';
import { concerningRules } from '../narrow/concerning-rules.ts';
import type { LoadedPolicy } from '../stored/open-policy.ts';
import { checkRuns, wordUnproven } from './check-runs.ts';
import { refuseQuestions, strictestVerb } from '../strictness.ts';
import { defaultHits, unparsedHits } from './default-hits.ts';
import { evaluateRule } from './evaluate-rule.ts';
import { type EventFacts, eventFacts } from './event-facts.ts';
import { memoWorld } from './memo-world.ts';
import type { EventCaches } from './event-caches.ts';
import { ruleHit } from './rule-hit.ts';
import { earlyFacts, observedFacts, ruleCounts } from './session-facts.ts';
import { soften } from './soften.ts';

/** What an event is judged by. */
export interface Judging {
  policy: LoadedPolicy;
  world: World;
  /** What rules ask about earlier calls. What must be remembered of this one is appended. */
  session: Session;
  /** From the command line or HOOKCTL_MODE. */
  mode?: Mode | undefined;
  /** What a person has permitted once; absent: nothing. */
  grants?: Grants | undefined;
  /** What is kept between events by a hook that stays in memory; absent: everything is computed again. */
  caches?: EventCaches | undefined;
}

/**
 * The only place where rules meet an event: the hook, the server, the SDK, the mod, `replay`, `explain`, `why`, `judge`, policy tests and importers
 * all judge by this. Rules are applied in any order; the strictest verb decides.
 *
 * It changes one thing: it appends to the session what the event itself tells it, before the rules, and what must be remembered of the judgement, after them.
 */
export function judgeEvent(event: AgentEvent, judging: Judging): Judgement {
  const { judgement } = examineEvent(event, judging);
  judging.session.append(judgement.sessionFacts);
  return judgement;
}

/**
 * The judgement with the facts it rests on, for commands that show them. It appends to the session only what the event itself tells it, since rules
 * count that; `judgement.sessionFacts` are the caller's to append.
 */
export function examineEvent(event: AgentEvent, judging: Judging): { facts: EventFacts; judgement: Judgement } {
  const { policy, world, session, caches } = judging;
  // What the call would run, read, write, delete and send; worked out when a rule asks.
  const edited = (path: string) => session.state().edits.times(path) > 0;
  const facts = eventFacts(event, memoWorld(world, policy.head.defaults.budgetMs), { caches, edited });
  // Before the rules: the count a rule sees includes this edit, and concurrent processes see each other's.
  session.append(observedFacts(policy, facts, session));
  const judgement = applyRules(facts, judging);
  if (event.event !== 'permission-request') return { facts, judgement };
  // A permission request is also judged as the call that it is about, and a refusal of that call wins. An `ask` adds nothing: the user is being asked already.
  const request: AgentEvent = { ...event, event: 'before-tool' };
  delete request.noQuestion;
  const call = eventFacts(request, facts.world, { caches, edited });
  const refusal = applyRules(call, judging);
  return refusal.verdict === 'deny' ? { facts: call, judgement: refusal } : { facts, judgement };
}

/** What the rules say, and what the session must remember of it. */
function applyRules(facts: EventFacts, judging: Judging): Judgement {
  const { policy, session } = judging;
  const { rules, unreadMatters } = concerningRules(policy, facts);
  const context = { facts, policy: policy.head, session: session.state };
  const hits = rules.flatMap((rule) => ruleHit(rule, evaluateRule(rule, context), facts.event, judging) ?? []);
  hits.push(...unparsedHits(policy, facts.event), ...defaultHits(policy, facts, hits, judging.mode));
  hits.sort(byRule);
  const softened = soften(refuseQuestions(hits, facts.event), facts, judging);
  return {
    verdict: strictestVerb(softened.hits),
    hits: softened.hits,
    uncertain: unreadMatters && facts.uncertain(),
    notices: [],
    advice: facts.event.event === 'after-tool' ? wordUnproven(checkRuns(policy.head.checks, facts)) : [],
    sessionFacts: [
      ...softened.sessionFacts,
      ...ruleCounts(softened.hits, policy, facts.event, judging.world.now()),
      ...earlyFacts(policy, facts, strictestVerb(softened.hits)),
    ],
    evaluated: rules.length,
  };
}

function byRule(a: RuleHit, b: RuleHit): number {
  return (
    compareText(a.rule, b.rule) || compareText(a.position.file, b.position.file) || a.position.line - b.position.line
  );
}

/** By code unit: the same on every host. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
