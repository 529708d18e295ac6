import type { Session } from '../../session/session.ts';
import type { Fact, FactBase, FactBody } from '../../session/state.ts';
import type { Action, AgentEvent } from '../../protocol/agent-event.ts';
import type { Counter, Subject } from '../compile/artefact.ts';
import { bindingsOf } from '../conditions/bindings.ts';
import { checkRuns, type CheckRunOutcome, checksBegun } from './check-runs.ts';
import { changedPaths } from './changed-paths.ts';
import type { EventFacts } from './event-facts.ts';
import { isOwnWords } from '../../session/own-words.ts';
import type { Hits, Judgement } from '../judgement.ts';
import type { LoadedPolicy } from '../stored/open-policy.ts';

/** What an event adds to the session's memory. Only what has happened counts: a blocked call leaves no trace here. */
export function observedFacts(policy: LoadedPolicy, facts: EventFacts, session: Pick<Session, 'state'>): Fact[] {
  const { event, prompt, model } = facts.event;
  if (event === 'prompt' && prompt !== null && isOwnWords(prompt, session.state())) return [];
  return dated([...(model === undefined ? [] : [modelFact(model)]), ...bodiesOf(policy, facts)], facts);
}

/**
 * What a call that may run will change, where no event after it can be relied on: a stop gate must not miss an edit. A check counts as failed until the agent reports that
 * it has passed, which some never do of a check that fails.
 */
export function earlyFacts(
  { head: { checks } }: LoadedPolicy,
  facts: EventFacts,
  verdict: Judgement['verdict'],
): Fact[] {
  const { event } = facts;
  if (event.recordsEarly !== true || event.event !== 'before-tool' || verdict === 'deny') return [];
  const edits = event.actions.flatMap((action) => editsOf(action, facts));
  const begun = checksBegun(checks, facts).map((name): FactBody => ({ kind: 'check', name, ok: false }));
  // Without the call: its end would count as the same run.
  return [...dated(edits, facts), ...dated(begun, { event: { ...event, callId: null }, world: facts.world })];
}

/** Counters of rules: one more for each rule that speaks. */
export function ruleCounts(hits: Hits, policy: LoadedPolicy, event: AgentEvent, at: number): Fact[] {
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

function dated(bodies: readonly FactBody[], { event, world }: Pick<EventFacts, 'event' | 'world'>): Fact[] {
  if (bodies.length === 0) return [];
  const base: FactBase = {
    at: world.now(),
    ...(event.callId === null ? {} : { call: event.callId }),
    ...(event.actor.id === null ? {} : { actor: event.actor.id }),
  };
  return bodies.map((body) => ({ ...base, ...body }));
}

function modelFact(name: string): FactBody {
  return { kind: 'model', name };
}

function bodiesOf({ head: { counters, checks } }: LoadedPolicy, facts: EventFacts): FactBody[] {
  const { event } = facts;
  if (event.event === 'prompt') return [{ kind: 'prompt' }, ...resets(counters, 'prompt')];
  if (event.event !== 'after-tool') return [];
  const ran = checkRuns(checks, facts).flatMap(factOf);
  const passed = ran.filter((run) => run.ok);
  return [
    // They were remembered before the call.
    ...(event.recordsEarly === true ? [] : event.actions.flatMap((action) => editsOf(action, facts))),
    ...ran,
    ...passed.flatMap(({ name }) => resets(counters, 'check', name)),
    ...Object.entries(counters).flatMap(([name, counter]) => countsOf(name, counter, ran, facts)),
  ];
}

/** A tool that failed has changed nothing. A command that failed may have written before it failed. */
function editsOf(action: Action, facts: EventFacts): FactBody[] {
  const by = action.kind === 'file' ? 'tool' : 'shell';
  if (by === 'tool' && facts.event.output?.result === 'failed') return [];
  return changedPaths(action, facts).map((path) => ({ kind: 'edit', path, by }));
}

type CheckFact = FactBody & { kind: 'check' };

/** A run that proves nothing leaves no trace. */
function factOf({ name, outcome }: CheckRunOutcome): CheckFact[] {
  return outcome === 'unproven' ? [] : [{ kind: 'check', name, ok: outcome === 'passed' }];
}

function countsOf(name: string, counter: Counter, ran: readonly CheckFact[], facts: EventFacts): FactBody[] {
  const { of } = counter;
  const once: FactBody[] = [{ kind: 'count', counter: name, key: '' }];
  if (of.kind === 'check')
    return ran.some((run) => run.name === of.name && (of.result === null || run.ok === (of.result === 'ok')))
      ? once
      : [];
  if (of.kind !== 'action') return [];
  if (of.name === 'any' && counter.per === 'session') return once;
  if (of.name === 'mcp') return facts.event.tool?.mcp ? once : [];
  const rule = { phase: 'after' as const, subjects: [subjectOf(of.name)], perPath: counter.per === 'path' };
  const bindings = bindingsOf(rule, facts).filter(
    (binding) => !binding.hypothetical && binding.target?.reading !== 'reaches',
  );
  if (bindings.length === 0) return [];
  const keys = bindings.map(({ target, invocation, action: of }) => {
    if (counter.per === 'session') return '';
    if (counter.per === 'path') return target?.path ?? '';
    return of === null || invocation === null ? '' : (facts.analysisOf(of)?.invocations[invocation]?.program ?? '');
  });
  return [...new Set(keys)].map((key) => ({ kind: 'count', counter: name, key }));
}

function subjectOf(name: Exclude<(Counter['of'] & { kind: 'action' })['name'], 'mcp'>): Subject {
  if (name === 'any') return { kind: 'any' };
  return { kind: 'action', name: name === 'edit' ? 'write' : name };
}

function resets(counters: Record<string, Counter>, on: 'prompt' | 'check', name?: string): FactBody[] {
  return Object.entries(counters).flatMap(([counter, { reset }]) =>
    reset !== null && reset.on === on && (reset.on === 'prompt' || reset.name === name)
      ? [{ kind: 'reset' as const, counter }]
      : [],
  );
}
