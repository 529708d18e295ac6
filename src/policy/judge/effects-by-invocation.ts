import type { Analysis, Effect } from '../../shell/index.ts';

const made = new WeakMap<Analysis, Map<number, Effect[]>>();

/** A long script has thousands of commands, and each rule asks each of them what it does. */
export function effectsByInvocation(analysis: Analysis): Map<number, Effect[]> {
  const known = made.get(analysis);
  if (known !== undefined) return known;
  const grouped = new Map<number, Effect[]>();
  for (const effect of analysis.effects) {
    const group = grouped.get(effect.by);
    if (group === undefined) grouped.set(effect.by, [effect]);
    else group.push(effect);
  }
  made.set(analysis, grouped);
  return grouped;
}
