import type { Action } from '../protocol/agent-event.ts';
import type { CompiledRule, Node, Subject } from './artefact.ts';
import { targets } from './bindings.ts';
import { findCondition } from './conditions/index.ts';
import { keysOfAction, keysOfAnalysis } from './effect-keys.ts';
import { type EventFacts, hidesEffects } from './event-facts.ts';
import { startedBy } from './launchers.ts';
import type { LoadedPolicy } from './load.ts';
import { namesOf } from './match-command.ts';
import { keysOfPath, PATH_KEYS } from './path-keys.ts';

/** Under which keys a rule is filed: its subjects, each with a program, path literal or effect that its conditions need, or `*`. */
export function keysOfRule(rule: Pick<CompiledRule, 'phase' | 'subjects' | 'when' | 'verb'>): string[] {
  const needs = (rule.when === null ? null : needsOf(rule.when)) ?? ['*'];
  return rule.subjects.flatMap((subject) => needs.map((need) => `${rule.phase} ${subjectKey(subject)} ${need}`));
}

function subjectKey(subject: Subject): string {
  if (subject.kind === 'any') return 'any';
  if (subject.kind === 'mcp') return `mcp:${subject.server}`;
  return subject.kind === 'action' ? subject.name : `${subject.kind}:${subject.name}`;
}

/** The smallest list of keys of which one must be there; null when there is none. */
function needsOf(node: Node): string[] | null {
  switch (node.op) {
    case 'is':
      return findCondition(node.name)?.condition.keys?.(node.test) ?? null;
    case 'all': {
      const lists = node.of.map(needsOf).filter((list) => list !== null);
      return lists.sort((a, b) => a.length - b.length)[0] ?? null;
    }
    case 'any': {
      const lists = node.of.map(needsOf);
      return lists.includes(null) ? null : [...new Set(lists.flatMap((list) => list ?? []))];
    }
    default:
      return null;
  }
}

/** The rules that may concern an event, by place; the rest certainly does not. */
export function candidates(policy: LoadedPolicy, facts: EventFacts): number[] {
  const { defaults } = policy.head;
  const event = facts.event;
  const phase = event.event === 'before-tool' ? 'before' : event.event === 'after-tool' ? 'after' : 'at';
  const found = new Set<number>();
  const add = (key: string) => policy.find(key).forEach((place) => found.add(place));
  if (phase === 'at') {
    add(`at event:${event.event} *`);
    add(`at event:${event.nativeEvent} *`);
    return [...found];
  }
  // Most policies say little about what has run: no rule on such a subject, no question what the event shows.
  const subjects = subjectsOf(facts).filter((subject) => policy.speaksOf(`${phase} ${subject} `));
  if (subjects.length === 0) return [];
  const { needs, anywhere, open } = shownBy(facts, defaults.uncertain !== 'skip');
  const addAll = (prefix: string) => policy.findAll(prefix).forEach((place) => found.add(place));
  for (const subject of subjects) {
    const start = `${phase} ${subject} `;
    if (open) addAll(start);
    else {
      for (const need of needs) add(`${start}${need}`);
      if (anywhere) for (const kind of PATH_KEYS) addAll(`${start}${kind} `);
    }
  }
  return [...found];
}

function subjectsOf(facts: EventFacts): string[] {
  const { actions, tool } = facts.event;
  const subjects = new Set<string>(['any']);
  if (tool !== null) subjects.add(`tool:${tool.native}`);
  if (tool?.mcp) subjects.add(`mcp:${tool.mcp.server}`).add('mcp:*');
  for (const action of actions) {
    if (action.kind === 'exec') {
      subjects.add('run');
      const analysis = facts.analysisOf(action);
      const kinds = new Set(analysis?.effects.map((effect) => effect.kind));
      const hides = analysis !== null && hidesEffects(analysis);
      if (hides || kinds.has('write') || kinds.has('delete')) subjects.add('write');
      if (hides || kinds.has('read')) subjects.add('read');
      if (kinds.has('network')) subjects.add('fetch');
    } else if (action.kind === 'file') subjects.add(action.op === 'read' ? 'read' : 'write');
    else if (action.kind === 'fetch') subjects.add('fetch');
  }
  return [...subjects];
}

interface Shown {
  needs: Set<string>;
  /** It may touch more paths than can be listed: a tree that is deleted, a pattern, a name only known at run time. */
  anywhere: boolean;
  /** It may do more than can be listed. */
  open: boolean;
}

/** What the event shows of programs, effects and paths. */
function shownBy(facts: EventFacts, careful: boolean): Shown {
  const needs = new Set<string>(['*']);
  let open = false;
  let anywhere = false;
  const touch = (path: string, recursive: boolean) => {
    for (const target of targets(path, recursive, facts)) {
      if (target.reading === 'reaches') anywhere = true;
      else if (target.path === '?') anywhere ||= careful;
      else for (const key of keysOfPath(target.path, facts.places.root)) needs.add(key);
    }
  };
  for (const action of facts.event.actions) {
    for (const key of keysOfAction(action)) needs.add(key);
    if (action.kind === 'file') {
      touch(action.path, action.wide ?? false);
      if (action.from !== undefined) touch(action.from, false);
    } else if (action.kind === 'exec') open = commandShows(action, facts, needs, touch, careful) || open;
  }
  return { needs, anywhere, open };
}

function commandShows(
  action: Action,
  facts: EventFacts,
  needs: Set<string>,
  touch: (path: string, recursive: boolean) => void,
  careful: boolean,
): boolean {
  const analysis = facts.analysisOf(action);
  if (analysis === null) return false;
  for (const invocation of analysis.invocations) {
    for (const name of invocation.wrappers) needs.add(`program ${name.toLowerCase()}`);
    for (const { program } of startedBy(invocation)) {
      for (const name of namesOf(program, '')) needs.add(`program ${name.toLowerCase()}`);
    }
  }
  for (const key of keysOfAnalysis(analysis)) needs.add(key);
  for (const effect of analysis.effects) {
    if (effect.kind === 'write' || effect.kind === 'read' || effect.kind === 'delete') {
      touch(effect.hint ?? effect.path, effect.kind === 'delete' && effect.recursive);
    }
  }
  return careful && (hidesEffects(analysis) || analysis.invocations.some((one) => one.program === ''));
}
