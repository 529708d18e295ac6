import type { AgentEvent } from '../../protocol/agent-event.ts';
import type { Grants } from '../../session/grants-port.ts';
import type { Session } from '../../session/session.ts';
import type { Fact } from '../../session/state.ts';
import type { World } from '../../system/ports.ts';
import type { CompiledRule, Defaults, OnError } from '../compile/artefact.ts';
import { invocationsOf } from '../conditions/scope.ts';
import type { Truth } from '../conditions/truth.ts';
import type { Hits, Judgement, Mode, RuleHit, Verb } from '../judgement.ts';
import { stricter } from '../language/modes.ts';
import { fillTemplate } from '../language/template.ts';
import { mayConcern } from '../narrow/may-concern.ts';
import type { LoadedPolicy } from '../stored/open-policy.ts';
import { checkRuns, wordUnproven } from './check-runs.ts';
import { defaultHits, unparsedHits } from './default-hits.ts';
import { evaluateRule, type RuleResult } from './evaluate-rule.ts';
import { type EventFacts, eventFacts } from './event-facts.ts';
import { lowerQuestions } from './lower-questions.ts';
import { memoWorld } from './memo-world.ts';
import type { Prepared } from './prepared.ts';
import { placeInScript } from './script-files.ts';
import { earlyFacts, sessionFacts } from './session-facts.ts';
import { soften } from './soften.ts';

export const RANK: readonly (Verb | 'none')[] = ['none', 'inject', 'warn', 'allow', 'ask', 'deny'];

/** What an event is judged by. */
export interface Judging {
  policy: LoadedPolicy;
  world: World;
  session: Session;
  /** From the command line or HOOKCTL_MODE. */
  mode?: Mode | undefined;
  /** What a person has permitted once; absent: nothing. */
  grants?: Grants | undefined;
  /** What is kept between events by a hook that stays in memory; absent: everything is worked out anew. */
  prepared?: Prepared | undefined;
}

/**
 * The only place where rules meet an event: the hook, the server, the SDK, the mod, `replay`, `explain`, `why`, `judge`, policy tests and importers
 * all judge by this. Rules are applied in any order; the strictest verb decides.
 */
export function judgeEvent(event: AgentEvent, judging: Judging): Judgement {
  const { judgement } = examineEvent(event, judging);
  judging.session.append(judgement.facts);
  return judgement;
}

/** The judgement with the facts it rests on, for commands that show them. The session does not yet remember the judgement. */
export function examineEvent(event: AgentEvent, judging: Judging): { facts: EventFacts; judgement: Judgement } {
  const { policy, world, session, prepared } = judging;
  // What the call would run, read, write, delete and send; worked out when a rule asks.
  const edited = (path: string) => session.state().edits.times(path) > 0;
  const facts = eventFacts(event, memoWorld(world, policy.head.defaults.budgetMs), { prepared, edited });
  // Before the rules: the count a rule sees includes this edit, and concurrent processes see each other's.
  session.append(sessionFacts(policy, facts, session));
  const judgement = applyRules(facts, judging);
  if (event.event !== 'permission-request') return { facts, judgement };
  // What may not run is not permitted either. A question is what the request itself is about.
  const request: AgentEvent = { ...event, event: 'before-tool' };
  delete request.noQuestion;
  const call = eventFacts(request, facts.world, { prepared, edited });
  const refusal = applyRules(call, judging);
  return refusal.verdict === 'deny' ? { facts: call, judgement: refusal } : { facts, judgement };
}

/** What the rules say, and what the session must remember of it. */
function applyRules(facts: EventFacts, judging: Judging): Judgement {
  const { policy, session } = judging;
  const { rules, concerned } = mayConcern(policy, facts);
  const context = { facts, policy: policy.head, session: session.state };
  const hits = rules.flatMap((rule) => toHit(rule, evaluateRule(rule, context), facts.event, judging) ?? []);
  hits.push(...unparsedHits(policy, facts.event), ...defaultHits(policy, facts, hits, judging.mode));
  hits.sort(byRule);
  const softened = soften(lowerQuestions(hits, facts.event), facts, judging);
  return {
    verdict: topVerb(softened.hits),
    hits: softened.hits,
    uncertain: concerned && facts.uncertain(),
    notices: [],
    advice: facts.event.event === 'after-tool' ? wordUnproven(checkRuns(policy.head.checks, facts)) : [],
    facts: [
      ...softened.facts,
      ...ruleCounts(softened.hits, policy, facts.event, judging.world.now()),
      ...earlyFacts(policy, facts, topVerb(softened.hits)),
    ],
    evaluated: rules.length,
  };
}

function byRule(a: RuleHit, b: RuleHit): number {
  return (
    compareText(a.rule, b.rule) || compareText(a.position.file, b.position.file) || a.position.line - b.position.line
  );
}

function toHit(rule: CompiledRule, result: RuleResult, event: AgentEvent, judging: Judging): RuleHit | null {
  const verb = verbOf(rule, result.truth, doubtsFor(rule, judging.policy.head.defaults));
  if (verb === null) return null;
  const mode = modeOfRule(rule, judging.mode);
  return {
    rule: rule.id,
    position: rule.position,
    layer: rule.layer,
    verb: rule.verb,
    effective: moderated(verb, mode),
    mode,
    because: result.truth === true ? 'holds' : (result.truth as 'unknown' | 'uncertain'),
    text: messageOf(rule, result),
    fix: rule.fix !== null ? fillTemplate(rule.fix, rule, result.scopes) : null,
    tags: rule.tags,
    cause: causeOf(rule, event),
    locked: rule.locked || rule.layer === 'managed',
    onceCode: null,
    excused: false,
    ...(isUntrusted(rule, result.truth, judging) ? { untrusted: true } : {}),
    ...(isSwept(result) ? { swept: true } : {}),
  };
}

function doubtsFor(rule: CompiledRule, defaults: Defaults): Pick<Defaults, 'onError' | 'uncertain'> {
  return defaults.enforced !== undefined && modeOfRule(rule, undefined) === 'enforce' ? defaults.enforced : defaults;
}

/** An untrusted rule may have the name of another one, whose refusals must not be counted twice. */
function causeOf(rule: CompiledRule, event: AgentEvent): string {
  const cause = `${rule.id} ${event.actor.id ?? ''}`.trim();
  return rule.untrusted === true ? `${cause} ${rule.position.file}` : cause;
}

/** `rm -rf /` names `/`, and reaches everything else. */
function isSwept({ scopes }: RuleResult): boolean {
  return scopes.length > 0 && scopes.every(({ binding }) => binding.target?.reading === 'reaches');
}

/** Would it be silent without the untrusted policies? */
function isUntrusted(rule: CompiledRule, truth: Truth, { policy }: Judging): boolean {
  if (rule.untrusted === true) return true;
  const { trusted } = policy.head.defaults;
  return trusted !== undefined && verbOf(rule, truth, trusted) === null;
}

function messageOf(rule: CompiledRule, { truth, scopes }: RuleResult): string {
  const text = wordScopes(rule, scopes) + wordScript(scopes);
  if (truth === true) return text;
  return `${truth === 'unknown' ? 'A needed fact could not be read' : 'The command cannot be followed'}, so this rule may apply: ${text}`;
}

/** The command that a rule speaks of may be in a script, not in what the agent typed. */
function wordScript(scopes: RuleResult['scopes']): string {
  const places = scopes.map((scope) => {
    const { facts, binding } = scope;
    const invocation = invocationsOf(scope)[0];
    const script = binding.effect?.script ?? (binding.invocation === null ? undefined : invocation?.script);
    return placeInScript(script, facts.event.projectRoot);
  });
  const distinct = [...new Set(places)];
  const [first] = distinct;
  if (first === undefined || first === null || distinct.includes(null)) return '';
  return distinct.length === 1 ? ` (${first})` : ` (${first}, and ${distinct.length - 1} more)`;
}

/** A few bindings are listed one by one, so that "a.ts has been edited 8 times" stays a sentence; many share one. */
function wordScopes(rule: CompiledRule, scopes: RuleResult['scopes']): string {
  if (scopes.length === 0) return fillTemplate(rule.text, rule, []);
  const single = scopes.slice(0, 4).map((scope) => fillTemplate(rule.text, rule, [scope]));
  const distinct = [...new Set(single)];
  return distinct.length <= 3 && scopes.length <= 4 ? distinct.join('\n') : fillTemplate(rule.text, rule, scopes);
}

/** What a rule asks for, given how sure it is. Never more than its own verb. */
function verbOf(rule: CompiledRule, truth: Truth, defaults: Pick<Defaults, 'onError' | 'uncertain'>): Verb | null {
  if (truth === true) return rule.verb;
  if (truth === false || (rule.verb !== 'deny' && rule.verb !== 'ask')) return null;
  const answer = truth === 'uncertain' ? defaults.uncertain : (rule.onError ?? defaults.onError ?? usualOnError(rule));
  if (answer === 'skip') return null;
  return rule.verb === 'ask' ? 'ask' : answer;
}

/** A question where something could be lost, silence elsewhere. Only `before` can ask. */
function usualOnError(rule: CompiledRule): OnError {
  const asks =
    rule.phase === 'before' && rule.subjects.some((subject) => subject.kind !== 'action' || subject.name !== 'read');
  return asks ? 'ask' : 'skip';
}

/** The command line overrides files and rules, but no managed floor. */
export function modeOfRule(rule: Pick<CompiledRule, 'mode' | 'minMode'>, given: Mode | undefined): Mode {
  return stricter(given ?? rule.mode, rule.minMode);
}

export function moderated(verb: Verb, mode: Mode): RuleHit['effective'] {
  if (mode === 'enforce') return verb;
  if (mode === 'observe' || verb === 'allow') return 'observe';
  return verb === 'deny' || verb === 'ask' ? 'warn' : verb;
}

export function topVerb(hits: Hits): Verb | 'none' {
  let top = 0;
  for (const hit of hits) if (hit.effective !== 'observe') top = Math.max(top, RANK.indexOf(hit.effective));
  return RANK[top] as Verb | 'none';
}

function ruleCounts(hits: Hits, policy: LoadedPolicy, event: AgentEvent, at: number): Fact[] {
  if (hits.length === 0) return [];
  return Object.entries(policy.head.counters).flatMap(([counter, { of, untrusted }]) =>
    of.kind === 'rule' && hits.some((hit) => hit.rule === of.name && (untrusted === true || hit.untrusted !== true))
      ? [
          {
            kind: 'count' as const,
            counter,
            key: '',
            at,
            ...(event.callId === null ? {} : { call: `${event.event} ${event.callId}` }),
          },
        ]
      : [],
  );
}

/** By code unit: the same on every host. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
