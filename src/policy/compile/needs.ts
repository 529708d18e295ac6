import type { CallAction, CallNeed, Needs } from '../../protocol/agent/needs.ts';
import type { Artefact, CompiledRule, Node, Subject } from './artefact.ts';
import { variablesIn } from '../language/template.ts';

/** The events without which some rule would be dead, or would judge on a memory with holes. */
export function needsOf({ rules, counters, defaults, checks }: Artefact): Needs {
  const asked = rules.flatMap(factsAsked);
  const after = [...rules.filter(({ phase }) => phase === 'after').map(callsOf), ...memoryCalls(asked, counters)];
  // A refused stop gives way after a while; a check that passes, or the person, starts the count again.
  const insists = rules.some(({ phase, verb }) => verb === 'deny' && phase !== 'before');
  if (insists && Object.keys(checks).length > 0) after.push(calls('run'));
  const counted = asked.flatMap((name) => counterOf(counters, name) ?? []);
  const events = rules.filter(({ phase }) => phase === 'at').flatMap(({ subjects }) => subjects.map(eventName));
  if (asked.includes('model')) events.push('PostModelSwitch');
  if (insists || counted.some(({ reset }) => reset?.on === 'prompt')) events.push('prompt');
  return {
    before: rules.some(({ phase }) => phase === 'before') || Object.keys(defaults.actions).length > 0,
    after: after.length === 0 ? null : join(after),
    // Always: the person must learn that a policy has become unreadable.
    events: [...new Set([...events, 'session-start'])].sort(),
  };
}

/** Names of the session's facts that a rule looks at: `count.edits`, `unchecked`, `last.tests` … */
function factsAsked(rule: CompiledRule): string[] {
  const texts = [rule.text, rule.fix ?? ''].flatMap((text) => variablesIn(text).names);
  return [...conditionsIn(rule.when), ...conditionsIn(rule.unless), ...texts].filter((name) =>
    /^(?:count|last|since)\.|^unchecked\b|^change\.files$|^model$/.test(name),
  );
}

/** The rules whose hits a rule counts. */
export function rulesCounted(rule: CompiledRule, counters: Artefact['counters']): string[] {
  return factsAsked(rule).flatMap((name) => {
    const of = counterOf(counters, name)?.of;
    return of?.kind === 'rule' ? [of.name] : [];
  });
}

function conditionsIn(node: Node | null): string[] {
  if (node === null) return [];
  if (node.op === 'is') return [node.name.endsWith('.*') ? `${node.name.slice(0, -1)}${node.argument}` : node.name];
  return node.op === 'not' ? conditionsIn(node.of) : node.of.flatMap(conditionsIn);
}

function memoryCalls(asked: readonly string[], counters: Artefact['counters']): CallNeed[] {
  return asked.flatMap((name) => {
    if (name === 'model') return [];
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
