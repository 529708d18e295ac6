import type { Action, FileAction } from '../../protocol/agent-event.ts';
import type { Analysis, Effect } from '../../shell/index.ts';
import type { CompiledRule, Subject } from '../compile/artefact.ts';
import { effectsByInvocation } from './scope.ts';
import { type EventFacts, hidesEffects } from '../judge/event-facts.ts';
import type { Target } from '../match/target.ts';
import type { PathEffect } from '../match/path-changes.ts';
import { targets, targetsOf } from './targets.ts';

/**
 * What a rule is judged on. `a && b > f` is two commands and one written path: a `run` rule is judged for each command, a `write` rule for each path,
 * so that its conditions always speak of the same thing. A rule fires when one binding fits; an `allow` only when all do.
 */
export interface Binding {
  action: Action | null;
  /** Place in the analysis; null: the whole line, or no command at all. */
  invocation: number | null;
  target: Target | null;
  effect: PathEffect | null;
  /** A guess at what an unreadable command might do, so nothing about it is certain. */
  hypothetical: boolean;
}

const NOTHING: Binding = { action: null, invocation: null, target: null, effect: null, hypothetical: false };

/** Most rules share their subject, so the bindings of an event are worked out once for each kind of rule. */
export function bindingsOf(rule: Pick<CompiledRule, 'subjects' | 'perPath' | 'phase'>, facts: EventFacts): Binding[] {
  if (rule.phase === 'at') return [NOTHING];
  const { subjects, perPath } = rule;
  return facts.memo(facts.places, `bindings ${perPath} ${JSON.stringify(subjects)}`, () => {
    const bindings = subjects.flatMap((subject) => ofSubject(subject, perPath, facts));
    return subjects.length > 1 ? distinct(bindings) : bindings;
  });
}

function ofSubject(subject: Subject, perPath: boolean, facts: EventFacts): Binding[] {
  const { actions, tool } = facts.event;
  switch (subject.kind) {
    case 'event':
      return [];
    case 'action':
      if (subject.name === 'run') return actions.flatMap((action) => ofCommands(action, perPath, facts));
      if (subject.name === 'fetch') return actions.flatMap((action) => ofFetches(action, facts));
      return actions.flatMap((action) => ofPaths(action, subject.name === 'write' ? WRITES : READS, facts));
    case 'any':
      return ofWholeTool(perPath, facts);
    case 'tool':
      return tool !== null && (tool.native === subject.name || tool.common === subject.name)
        ? ofWholeTool(perPath, facts)
        : [];
    default:
      return tool?.mcp !== null &&
        tool?.mcp !== undefined &&
        (subject.server === '*' || tool.mcp.server === subject.server)
        ? ofWholeTool(perPath, facts)
        : [];
  }
}

/** A rule on a tool sees all the tool does: each command, each file. */
function ofWholeTool(perPath: boolean, facts: EventFacts): Binding[] {
  const { actions } = facts.event;
  const all = actions.flatMap((action) => {
    if (action.kind === 'exec') return ofCommands(action, perPath, facts);
    if (action.kind === 'file') return ofFile(action, facts);
    return [{ ...NOTHING, action }];
  });
  return all.length > 0 ? all : [NOTHING];
}

function ofCommands(action: Action, perPath: boolean, facts: EventFacts): Binding[] {
  const analysis = facts.analysisOf(action);
  if (analysis === null) return [];
  const indexes = new Set(analysis.invocations.keys());
  if (analysis.effects.some((effect) => effect.by === -1)) indexes.add(-1);
  const byInvocation = perPath ? effectsByInvocation(analysis, facts) : new Map<number, Effect[]>();
  const bindings = [...indexes].flatMap((invocation): Binding[] => {
    const base = { ...NOTHING, action, invocation };
    const touched = (byInvocation.get(invocation) ?? []).filter(isPathEffect);
    return touched.length === 0 ? [base] : touched.flatMap((effect) => ofEffect(base, effect, facts));
  });
  if (bindings.length === 0 || !analysis.understood)
    bindings.push({ ...NOTHING, action, hypothetical: !analysis.understood });
  return bindings;
}

const WRITES = ['write', 'delete'] as const;
const READS = ['read'] as const;

function ofPaths(action: Action, kinds: readonly PathEffect['kind'][], facts: EventFacts): Binding[] {
  if (action.kind === 'file') return (action.op === 'read') === kinds.includes('read') ? ofFile(action, facts) : [];
  const analysis = facts.analysisOf(action);
  if (analysis === null) return [];
  const bindings = pathEffects(analysis, kinds).flatMap((effect) =>
    ofEffect({ ...NOTHING, action, invocation: effect.by }, effect, facts),
  );
  if (hidesEffects(analysis)) {
    bindings.push({
      ...NOTHING,
      action,
      target: { path: '?', recursive: false, reading: 'names' },
      hypothetical: true,
    });
  }
  return bindings;
}

function pathEffects(analysis: Analysis, kinds: readonly string[]): PathEffect[] {
  return analysis.effects.filter(
    (effect): effect is PathEffect => kinds.includes(effect.kind) && effect.place === 'local',
  );
}

function isPathEffect(effect: Effect): effect is PathEffect {
  return (effect.kind === 'read' || effect.kind === 'write' || effect.kind === 'delete') && effect.place === 'local';
}

function ofEffect(base: Binding, effect: PathEffect, facts: EventFacts): Binding[] {
  return targetsOf(effect, facts).map((target) => ({ ...base, target, effect }));
}

function ofFile(action: FileAction, facts: EventFacts): Binding[] {
  const paths = action.from === undefined ? [action.path] : [action.path, action.from];
  return paths.flatMap((path) =>
    targets({ path, recursive: action.wide }, facts).map((target) => ({ ...NOTHING, action, target })),
  );
}

function ofFetches(action: Action, facts: EventFacts): Binding[] {
  if (action.kind === 'fetch') return [{ ...NOTHING, action }];
  const analysis = facts.analysisOf(action);
  if (analysis === null) return [];
  const starters = new Set(analysis.effects.flatMap((effect) => (effect.kind === 'network' ? [effect.by] : [])));
  return [...starters].map((invocation) => ({ ...NOTHING, action, invocation }));
}

function distinct(bindings: Binding[]): Binding[] {
  const seen = new Set<string>();
  return bindings.filter(({ action, invocation, target }) => {
    const key = JSON.stringify([action, invocation, target]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
