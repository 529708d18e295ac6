import type { Action } from '../protocol/agent-event.ts';
import type { Analysis, Effect, MarkKind } from '../shell/index.ts';

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

export const PIPED = 'pipe';

export function keysOfAnalysis({ effects, marks, pipes }: Analysis): string[] {
  const keys = [...effects.flatMap(keysOfEffect), ...marks.map((mark) => shownMark(mark.kind))];
  if (pipes.length > 0) keys.push(PIPED);
  return keys;
}

/** Tools change files and fetch addresses without a command. */
export function keysOfAction(action: Action): string[] {
  if (action.kind === 'file') return [shownVia('tool')];
  return action.kind === 'fetch' ? [shownEffect('network')] : [];
}

function keysOfEffect(effect: Effect): string[] {
  const { kind } = effect;
  switch (kind) {
    case 'read':
    case 'write':
    case 'delete':
      return [shownVia(effect.via)];
    case 'code':
      return [shownEffect(kind), shownEffect(kind, effect.source)];
    case 'network':
      return [shownEffect(kind), shownEffect(kind, effect.direction)];
    case 'disk':
    case 'process':
    case 'package':
      return [shownEffect(kind), shownEffect(kind, effect.operation)];
    case 'persistence':
      return [shownEffect(kind), shownEffect(kind, effect.what)];
    default:
      return [shownEffect(kind)];
  }
}
