import type { Analysis } from './analysis.ts';

/** The distinct local paths read, written or deleted, in order. */
export function paths(analysis: Analysis, kind: 'read' | 'write' | 'delete'): string[] {
  const found = new Set<string>();
  for (const effect of analysis.effects) {
    if (effect.kind === kind && effect.place === 'local') found.add(effect.path);
  }
  return [...found];
}
