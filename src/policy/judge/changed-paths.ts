import type { Action } from '../../protocol/agent-event.ts';
import { isGlob } from '../match/glob.ts';
import type { EventFacts } from './event-facts.ts';

/** The files that one action writes, deletes or moves, as far as they can be named before it runs. */
export function changedPaths(action: Action, facts: EventFacts): string[] {
  if (action.kind === 'file') {
    if (action.op === 'read') return [];
    return action.from === undefined ? [action.path] : [action.from, action.path];
  }
  const paths = new Set<string>();
  for (const effect of facts.analysisOf(action)?.effects ?? []) {
    const changes = (effect.kind === 'write' || effect.kind === 'delete') && effect.place === 'local';
    if (changes && effect.path !== '?' && !isGlob(effect.path)) paths.add(effect.path);
  }
  return [...paths];
}
