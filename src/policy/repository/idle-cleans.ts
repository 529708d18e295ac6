import type { Analysis, Effect, GitEffect } from '../../shell/index.ts';
import type { World } from '../../system/ports.ts';
import { mayTake, widened } from './losses.ts';

/** The analysis without what `git clean` would delete where the repository shows that there is nothing to delete. */
export function withoutIdleCleans(analysis: Analysis, world: World): Analysis {
  const idle = analysis.effects.filter((effect) => isIdleClean(effect, analysis, world)).map((effect) => effect.by);
  if (idle.length === 0) return analysis;
  const effects = analysis.effects.filter((effect) => effect.kind !== 'delete' || !idle.includes(effect.by));
  return { ...analysis, effects };
}

function isIdleClean(effect: Effect, analysis: Analysis, world: World): effect is GitEffect {
  if (effect.kind !== 'git' || effect.operation !== 'worktree-loss' || effect.subcommand !== 'clean') return false;
  const paths = effect.detail.length === 0 ? ['.'] : effect.detail.map(widened);
  return paths.every((path) => !mayTake({ effect, analysis, world }, path));
}
