import type { CallAction, CallNeed, Needs } from '../../protocol/agent/needs.ts';
import type { Artefact, CompiledRule, ConditionNode, Subject } from './artefact.ts';
import type { Memory } from '../conditions/condition.ts';
import { findCondition } from '../conditions/index.ts';
import { findVariable, variablesIn } from '../language/template.ts';

/** The events without which some rule would be dead, or would judge on a memory with holes. */
export function needsOf({ rules, counters, defaults, checks }: Artefact): Needs {
  const facts = rules.flatMap(factsAsked);
  const after = [...rules.filter(({ phase }) => phase === 'after').map(callsOf), ...memoryCalls(facts, counters)];
  // A refused stop gives way after a while; a check that passes, or the person, starts the count again.
  const insists = rules.some(({ phase, verb }) => verb === 'deny' && phase !== 'before');
  if (insists && Object.keys(checks).length > 0) after.push(calls('run'));
  const counted = facts.flatMap(({ name }) => counterOf(counters, name) ?? []);
  const events = rules.filter(({ phase }) => phase === 'at').flatMap(({ subjects }) => subjects.map(eventName));
  if (facts.some(({ memory }) => memory === 'model')) events.push('PostModelSwitch');
  if (insists || counted.some(({ reset }) => reset?.on === 'prompt')) events.push('prompt');
  return {
    before: rules.some(({ phase }) => phase === 'before') || Object.keys(defaults.actions).length > 0,
    after: after.length === 0 ? null : join(after),
    // Always: the person must learn that a policy has become unreadable.
    events: [...new Set([...events, 'session-start'])].sort(),
  };
}

/** Something that the session remembers and a rule looks at: `count.edits`, `unchecked`, `last.tests` … */
interface Asked {
  name: string;
  memory: Memory;
}

function factsAsked(rule: CompiledRule): Asked[] {
  const conditions = [...conditionsIn(rule.when), ...conditionsIn(rule.unless)];
  const variables = [rule.text, rule.fix ?? ''].flatMap((text) => variablesIn(text).names);
  return [
    ...conditions.flatMap((name) => asked(name, findCondition(name)?.condition.memory)),
    ...variables.flatMap((name) => asked(name, findVariable(name)?.variable.memory)),
  ];
}

function asked(name: string, memory: Memory | undefined): Asked[] {
  return memory === undefined ? [] : [{ name, memory }];
}

/** The rules whose hits a rule counts. */
export function rulesCounted(rule: CompiledRule, counters: Artefact['counters']): string[] {
  return factsAsked(rule).flatMap(({ name }) => {
    const of = counterOf(counters, name)?.of;
    return of?.kind === 'rule' ? [of.name] : [];
  });
}

function conditionsIn(node: ConditionNode | null): string[] {
  if (node === null) return [];
  if (node.op === 'is') return [node.name.endsWith('.*') ? `${node.name.slice(0, -1)}${node.argument}` : node.name];
  return node.op === 'not' ? conditionsIn(node.of) : node.of.flatMap(conditionsIn);
}

function memoryCalls(facts: readonly Asked[], counters: Artefact['counters']): CallNeed[] {
  return facts.flatMap(({ name, memory }) => {
    if (memory === 'model') return [];
    if (!name.startsWith('count.')) return [calls('run', 'write')];
    const counter = counterOf(counters, name);
    if (counter === null) return [calls('run', 'write')];
    const resets = counter.reset?.on === 'check' ? [calls('run')] : [];
    const { of } = counter;
    if (of.kind === 'rule') return resets;
    if (of.kind === 'check') return [...resets, calls('run')];
    if (of.name === 'any') return [...resets, { all: true, actions: [], tools: [] }];
    return [...resets, callsOfAction(of.name === 'edit' ? 'write' : of.name)];
  });
}

function counterOf(counters: Artefact['counters'], name: string) {
  const key = name.slice('count.'.length);
  return name.startsWith('count.') && Object.hasOwn(counters, key) ? (counters[key] ?? null) : null;
}

function callsOf({ subjects }: CompiledRule): CallNeed {
  return join(subjects.map(callsOfSubject));
}

function callsOfSubject(subject: Subject): CallNeed {
  if (subject.kind === 'action') return callsOfAction(subject.name);
  if (subject.kind === 'mcp') return calls('mcp');
  if (subject.kind === 'tool') return { all: false, actions: [], tools: [subject.name] };
  return { all: true, actions: [], tools: [] };
}

/** A command can read, write and fetch as well. */
function callsOfAction(action: CallAction): CallNeed {
  return action === 'mcp' || action === 'run' ? calls(action) : calls('run', action);
}

function calls(...actions: CallAction[]): CallNeed {
  return { all: false, actions, tools: [] };
}

function join(needs: readonly CallNeed[]): CallNeed {
  return {
    all: needs.some(({ all }) => all),
    actions: [...new Set(needs.flatMap(({ actions }) => actions))].sort(),
    tools: [...new Set(needs.flatMap(({ tools }) => tools))].sort(),
  };
}

export function joinNeeds(a: Needs, b: Needs): Needs {
  const after = [a.after, b.after].filter((need) => need !== null);
  return {
    before: a.before || b.before,
    after: after.length === 0 ? null : join(after),
    events: [...new Set([...a.events, ...b.events])].sort(),
  };
}

function eventName(subject: Subject): string {
  return subject.kind === 'event' ? subject.name : '';
}
