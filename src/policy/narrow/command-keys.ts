import type { Action } from '../../protocol/agent-event.ts';
import { type Analysis, type Effect, type MarkKind, programKind } from '../../shell/index.ts';
import { changesOfEffect, changesOfFile } from '../match/path-changes.ts';
import { isGlob } from '../match/glob.ts';
import { literalsOf } from '../regex/literals.ts';

/**
 * Index keys for what a command does, beside those for programs and paths. Most commands do little: a rule on disks, services or containers is then not
 * even read. A condition may only name a key here if it cannot hold on an event that does not show the key.
 */
export function shownEffect(kind: Effect['kind'], detail?: string): string {
  return detail === undefined ? `does ${kind}` : `does ${kind} ${detail}`;
}

export function shownMark(kind: MarkKind): string {
  return `mark ${kind}`;
}

export function shownVia(via: string): string {
  return `via ${via}`;
}

export function shownChange(change: string): string {
  return `change ${change}`;
}

function shownReach(via: string): string {
  return `reached ${via}`;
}

/** Too many events show these keys, so no rule is filed under them. */
const COMMON: readonly string[] = ['read', 'write', 'direct'];

export function keysOfChanges(changes: readonly string[]): string[] | null {
  return changes.some(isCommon) ? null : changes.map(shownChange);
}

export function keysOfReaches(ways: readonly string[]): string[] | null {
  return ways.some(isCommon) ? null : ways.map(shownReach);
}

function isCommon(word: string): boolean {
  return COMMON.includes(word);
}

export const PUSHES = 'pushes';

export function showAnalysis({ invocations, effects, marks }: Analysis, shown: Set<string>): void {
  for (const { via, place } of invocations) {
    if (!isCommon(via)) shown.add(shownReach(via));
    if (place !== 'local') shown.add(shownReach('elsewhere'));
  }
  for (const effect of effects) showEffect(effect, shown);
  for (const { kind } of marks) shown.add(shownMark(kind));
}

/** Tools change files and fetch addresses without a command. */
export function showAction(action: Action, shown: Set<string>): void {
  if (action.kind === 'fetch') shown.add(shownEffect('network'));
  if (action.kind !== 'file') return;
  shown.add(shownVia('tool'));
  for (const change of changesOfFile(action)) if (!isCommon(change)) shown.add(shownChange(change));
}

function showEffect(effect: Effect, shown: Set<string>): void {
  const { kind } = effect;
  if (kind === 'read' || kind === 'write' || kind === 'delete') {
    shown.add(shownVia(effect.via));
    if (effect.place !== 'local') shown.add(shownReach('elsewhere'));
    for (const change of changesOfEffect(effect)) if (!isCommon(change)) shown.add(shownChange(change));
    return;
  }
  shown.add(shownEffect(kind));
  const detail = detailOf(effect);
  if (detail !== null) shown.add(shownEffect(kind, detail));
  if (kind === 'git' && effect.push !== undefined) shown.add(PUSHES);
}

function detailOf(effect: Effect): string | null {
  switch (effect.kind) {
    case 'code':
      return effect.source;
    case 'network':
      return effect.direction;
    case 'disk':
    case 'process':
    case 'package':
    case 'git':
      return effect.operation;
    case 'persistence':
      return effect.what;
    default:
      return null;
  }
}

/** How the keys of this file begin. */
export const PIPE_KEYS = 'pipe ';

const ANY = `${PIPE_KEYS}*`;

/** Keys by which rules on flows (`network > shell`) are found: the program at the end of the pipe, by name or by kind, or code that came the same way without one. */
export function keysOfFlows(flows: readonly (readonly (readonly string[])[])[]): string[] {
  const keys = new Set<string>();
  for (const flow of flows) {
    const last = flow.at(-1) ?? [];
    for (const word of last) keys.add(isGlob(word) || word.includes('\\') ? ANY : `${PIPE_KEYS}${word.toLowerCase()}`);
    const source = flow.length === 2 ? sourceOf(flow[0] ?? []) : null;
    if (source !== null) keys.add(shownEffect('code', source));
  }
  return [...keys];
}

/** `sh -c "$(curl …)"` is a flow as well. */
export function sourceOf(stage: readonly string[]): 'network' | 'decoded' | null {
  return stage.includes('network') ? 'network' : stage.includes('decoder') ? 'decoded' : null;
}

export function showPipes({ pipes, invocations }: Analysis, shown: Set<string>): void {
  if (pipes.length > 0) shown.add(ANY);
  for (const { stages } of pipes) {
    for (const index of stages.flat()) {
      const program = invocations[index]?.program ?? '';
      shown.add(`${PIPE_KEYS}${program.toLowerCase()}`).add(`${PIPE_KEYS}${programKind(program)}`);
    }
  }
}

/** Keys by which rules on the text of a command are found. They are not looked up: each is looked for in the text. */
export function keysOfText(regex: string): string[] | null {
  const literals = literalsOf(regex);
  if (literals === null) return null;
  return [...new Set(literals.map((literal) => `${TEXT_KEYS}${literal.toLowerCase()}`))];
}

export const TEXT_KEYS = 'says ';
