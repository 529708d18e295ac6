import type { Hits, Judgement, Mode, RuleHit, Verb } from '../judgement.ts';
import type { World } from '../../system/ports.ts';
import type { Fact, SessionState } from '../../session/state.ts';
import type { AgentEvent } from '../../protocol/agent-event.ts';
import type { CompiledRule, Defaults, OnError } from '../compile/artefact.ts';
import { defaultHits, unparsedHits } from './default-hits.ts';
import { evaluateRule, type RuleResult } from './evaluate-rule.ts';
import { eventFacts } from './event-facts.ts';
import { candidates } from '../narrow/candidates.ts';
import type { LoadedPolicy } from '../stored/load.ts';
import { memoWorld } from './memo-world.ts';
import { moderate } from './moderate.ts';
import { fillTemplate } from '../language/template.ts';
import type { Truth } from '../conditions/truth.ts';

export const RANK: readonly (Verb | 'none')[] = ['none', 'inject', 'warn', 'allow', 'ask', 'deny'];

export interface JudgeInput {
  policy: LoadedPolicy;
  event: AgentEvent;
  world: World;
  session: () => SessionState;
  /** From the command line or HOOKCTL_MODE. */
  mode?: Mode | undefined;
  /** Whether what this rule says is wanted in words; otherwise its hits have none. */
  inWords?: ((rule: CompiledRule) => boolean) | undefined;
}

/** What rules say of an event; what the session remembers may still soften it. */
export type Opinion = Pick<Judgement, 'hits' | 'uncertain' | 'evaluated'>;

/** All rules that concern the event, in any order; the strictest verb decides. */
export function judge(input: JudgeInput): Judgement {
  const { policy, event, world } = input;
  const opinion = weigh(input);
  const { uncertain, evaluated } = opinion;
  const { hits, facts } = moderate(opinion.hits, input);
  facts.push(...ruleCounts(hits, policy, event, world.now()));
  return { verdict: topVerb(hits), hits, uncertain, notices: [], facts, evaluated };
}

function weigh(input: JudgeInput): Opinion {
  const { policy, event } = input;
  const world = memoWorld(input.world, policy.head.defaults.budgetMs);
  const facts = eventFacts(event, world);
  const { places, concerned } = candidates(policy, facts);
  const context = { facts, policy: policy.head, session: input.session };
  const hits: RuleHit[] = [];
  for (const place of places) {
    const rule = policy.rule(place);
    const hit = toHit(rule, evaluateRule(rule, context), input);
    if (hit !== null) hits.push(hit);
  }
  hits.push(...unparsedHits(policy, event), ...defaultHits(policy, facts, hits, input.mode));
  hits.sort(
    (a, b) =>
      compareText(a.rule, b.rule) || compareText(a.position.file, b.position.file) || a.position.line - b.position.line,
  );
  return { hits, uncertain: concerned && facts.uncertain(), evaluated: places.size };
}

function toHit(rule: CompiledRule, result: RuleResult, input: JudgeInput): RuleHit | null {
  const verb = verbOf(rule, result.truth, input.policy.head.defaults);
  if (verb === null) return null;
  const mode = modeOf(rule, input.mode);
  const inWords = input.inWords?.(rule) ?? true;
  return {
    rule: rule.id,
    position: rule.position,
    layer: rule.layer,
    verb: rule.verb,
    effective: moderated(verb, mode),
    mode,
    because: result.truth === true ? 'holds' : (result.truth as 'unknown' | 'uncertain'),
    text: inWords ? wordHit(rule, result) : '',
    fix: inWords && rule.fix !== null ? fillTemplate(rule.fix, rule, result.scopes) : null,
    tags: rule.tags,
    cause: causeOf(rule, input),
    locked: rule.locked || rule.layer === 'managed',
    onceCode: null,
    excused: false,
    ...(isUntrusted(rule, result.truth, input) ? { untrusted: true } : {}),
  };
}

/** A rule that nobody has trusted may have the name of another one, whose refusals must not be counted twice. */
function causeOf(rule: CompiledRule, { event }: JudgeInput): string {
  const cause = `${rule.id} ${event.actor.id ?? ''}`.trim();
  return rule.untrusted === true ? `${cause} ${rule.position.file}` : cause;
}

/** Would it be silent without the policies that nobody has trusted? */
function isUntrusted(rule: CompiledRule, truth: Truth, { policy }: JudgeInput): boolean {
  if (rule.untrusted === true) return true;
  const { trusted } = policy.head.defaults;
  return trusted !== undefined && verbOf(rule, truth, trusted) === null;
}

function wordHit(rule: CompiledRule, { truth, scopes }: RuleResult): string {
  const text = wordScopes(rule, scopes);
  if (truth === true) return text;
  return `${truth === 'unknown' ? 'A needed fact could not be read' : 'The command cannot be followed'}, so this rule may apply: ${text}`;
}

/** Few bindings are told one by one, so that "a.ts has been edited 8 times" stays a sentence; many share one. */
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

const MODES: readonly Mode[] = ['observe', 'warn', 'enforce'];

/** The command line overrides files and rules, but no managed floor. */
export function modeOf(rule: Pick<CompiledRule, 'mode' | 'minMode'>, given: Mode | undefined): Mode {
  const mode = given ?? rule.mode;
  return MODES.indexOf(mode) < MODES.indexOf(rule.minMode) ? rule.minMode : mode;
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
