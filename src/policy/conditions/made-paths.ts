import type { Effect } from '../../shell/index.ts';
import { relativeTo } from '../match/glob.ts';
import { analysisOf, type RuleScope } from './scope.ts';

type PathEffect = Effect & { path: string };

/**
 * Did the command itself make what is at this path? Nothing was there before it ran, and an earlier part of it writes there: `git clone URL ../x && rm -rf ../x`.
 * What was moved or linked there came from elsewhere and would be lost. The project, the home and what holds them were there before.
 */
export function isMadeHere(path: string, scope: RuleScope): boolean {
  const analysis = analysisOf(scope);
  if (analysis === null) return false;
  const place = withoutPattern(path);
  const { facts } = scope;
  if ([facts.event.cwd, facts.places.root, facts.places.home].some((own) => relativeTo(place, own) !== null))
    return false;
  const by = scope.binding.effect?.by ?? scope.binding.invocation ?? analysis.invocations.length;
  const earlier = analysis.effects.filter(
    (effect): effect is PathEffect => 'path' in effect && effect.place === 'local' && effect.by < by,
  );
  const written = earlier.filter((effect) => effect.kind === 'write' && meets(effect.path, place));
  if (written.length === 0 || facts.world.kind(place) !== 'absent') return false;
  return !written.some(
    ({ by: writer, ...effect }) =>
      ('via' in effect && (effect.via === 'move' || effect.via === 'link')) ||
      earlier.some((other) => other.by === writer && other.kind === 'delete' && !meets(other.path, place)),
  );
}

/** The directory in front of the first part that is a pattern. */
function withoutPattern(path: string): string {
  const pattern = path.search(/[*?[]/);
  return pattern < 0 ? path : path.slice(0, path.lastIndexOf('/', pattern)) || '/';
}

function meets(path: string, place: string): boolean {
  return relativeTo(place, path) !== null || relativeTo(path, place) !== null;
}
