import { matchGlob } from './glob.ts';
import { relativeTo } from '../../protocol/text/path-below.ts';
import { isGuardGlob } from './guard-globs.ts';
import { isOrdinary, reached, reachOf } from './reach.ts';
import { type Places, resolvePattern, type Target } from './target.ts';
import type { Truth } from '../truth.ts';

export function matchPath(globs: readonly string[], target: Target, places: Places): Truth {
  const { ending } = target;
  if (ending !== undefined && globs.some((glob) => endsIn(glob, ending, places))) return true;
  if (target.path === '?') return globs.includes('**') ? true : 'uncertain';
  if (target.reading === 'names') return globs.some((glob) => named(glob, target, places));
  const reach = reachOf(target, places);
  return globs.some((glob) => reached(glob, reach, places));
}

/** The first few patterns that a target reaches. */
export function patternsReached(globs: Iterable<string>, target: Target, places: Places, most: number): string[] {
  const reach = reachOf(target, places);
  const found: string[] = [];
  for (const glob of globs) {
    if (found.length === most) break;
    if (reached(glob, reach, places)) found.push(glob);
  }
  return found;
}

function named(glob: string, target: Target, places: Places): boolean {
  if (isGuardGlob(glob)) return places.guard?.includes(glob, target.path, places.caseless) ?? false;
  if (!places.caseless && !mayBeNamed(glob, target.path, places)) return false;
  const pattern = resolvePattern(glob, places);
  if (pattern.startsWith('/')) return matchGlob(pattern, target.path, places.caseless);
  const inside = relativeTo(places.root, target.path);
  if (inside !== null) return matchGlob(pattern, inside, places.caseless);
  // Outside the project only patterns that float (`**/*.pem`) can mean the file.
  return pattern.startsWith('**') && matchGlob(pattern, target.path.slice(1), places.caseless);
}

/** A pattern that floats fits a path whose last names fit it, in whatever directory. */
function endsIn(glob: string, ending: string, { caseless }: Places): boolean {
  return glob.startsWith('**/') && matchGlob(glob, ending.slice(1), caseless);
}

/** A look at a few characters rules out most patterns, before anything is taken apart. */
function mayBeNamed(glob: string, path: string, { home }: Places): boolean {
  const last = glob.charCodeAt(glob.length - 1);
  if (isOrdinary(last) && last !== path.charCodeAt(path.length - 1)) return false;
  if (glob.startsWith('**/')) return mayHold(path, glob);
  // A home that is written with a slash at its end is tidied up later.
  if (glob.startsWith('~/')) return home.endsWith('/') || path.startsWith(home);
  const first = glob.charCodeAt(1);
  return !glob.startsWith('/') || !isOrdinary(first) || first === path.charCodeAt(1);
}

/** Is the name that follows `**` + `/` in the path at all? */
function mayHold(path: string, glob: string): boolean {
  const end = glob.indexOf('/', 3);
  const name = end < 0 ? glob.slice(2) : glob.slice(2, end);
  return path.includes(name) || /[*?[\\]/.test(name);
}
