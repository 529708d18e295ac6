import type { EventFacts } from '../judge/event-facts.ts';
import { isGlob } from '../match/glob.ts';
import type { PathEffect } from '../match/path-changes.ts';
import { expandedOnDisk, realName } from '../match/real-paths.ts';
import type { Target } from '../match/target.ts';

/** What an effect touches. `"$TMPDIR/x"` is somewhere below /tmp; that does not make it reach everything there. */
export function targetsOf(effect: PathEffect, facts: EventFacts): Target[] {
  const path = effect.hint ?? effect.path;
  const recursive = effect.kind === 'delete' && effect.recursive;
  if (takesLinkItself(effect)) return linkTargets(path, recursive, facts);
  const found = targets({ path, recursive }, facts).map((target) => ({ ...target, ...gentleness(effect) }));
  if (effect.path === '?') {
    const { ending } = effect;
    const named = isPartOfName(path) ? found : found.filter((target) => target.reading === 'names');
    return ending === undefined ? named : named.map((target) => ({ ...target, ending }));
  }
  const climbed = climbedPath(effect, facts);
  return climbed === null || climbed === path ? found : [...found, ...targets({ path: climbed, recursive }, facts)];
}

/** `find ~ -name 'id_*' | xargs cat`, `find . -name '.env*' | xargs cat`: the list holds every file whose name fits, as if the shell had expanded the pattern. */
function isPartOfName(path: string): boolean {
  return /\/\*\*\/\.?\w{2}[^/]*[*?[][^/]*$/.test(path);
}

/** An effect that leaves what a file says. */
function gentleness(effect: PathEffect): Pick<Target, 'read' | 'laidOut'> {
  if (effect.kind === 'read') return { read: true };
  return effect.kind === 'write' && effect.via === 'format' ? { laidOut: true } : {};
}

/** `rm link` and `mv link x` take the link, and leave what it leads to; `rm -r link/` does not. */
function takesLinkItself(effect: PathEffect): boolean {
  return (
    effect.kind === 'delete' &&
    (effect.via === 'rm' || effect.via === 'move' || effect.via === 'trash') &&
    effect.path !== '?' &&
    !isGlob(effect.path) &&
    !/(?:^|\/)\.{0,2}$/.test(effect.raw) &&
    !/(?:^|\/)\.\.\//.test(effect.raw)
  );
}

/** `..` means the parent on disk, which after a symbolic link differs from the parent in the text. */
function climbedPath({ raw, by, path }: PathEffect, { world, event, analysisOf }: EventFacts): string | null {
  if (path === '?' || !/(?:^|\/)\.\.(?:\/|$)/.test(raw)) return null;
  const analysis = event.actions
    .map(analysisOf)
    .find((one) => one?.effects.some((effect) => 'raw' in effect && effect.raw === raw));
  const cwd = analysis?.invocations[by]?.cwd ?? event.cwd;
  let at = raw.startsWith('/') ? '' : cwd;
  for (const part of raw.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') at = `${at}/${part}`;
    else {
      const real = world.realpath(at === '' ? '/' : at) ?? at;
      at = real.slice(0, Math.max(0, real.lastIndexOf('/')));
    }
  }
  return raw.startsWith('~') ? null : at === '' ? '/' : at;
}

/** A path, and whether all that is below it is meant. */
interface Reached {
  path: string;
  recursive?: boolean | undefined;
}

/** A path as written, as resolved through its symlinks, and, if it covers many files, as the set of those it reaches. */
export function targets({ path, recursive = false }: Reached, facts: EventFacts): Target[] {
  const own: Target = { path, recursive, reading: 'names' };
  if (path === '?') return [own];
  if (isGlob(path)) return [path, ...expandedOnDisk(path, facts)].flatMap((one) => bothReadings({ ...own, path: one }));
  const real = realName(path, facts);
  const found = recursive ? bothReadings(own) : [own];
  if (real !== path) found.push(...(recursive ? bothReadings({ ...own, path: real }) : [{ ...own, path: real }]));
  return found;
}

function bothReadings(target: Target): Target[] {
  return [target, { ...target, reading: 'reaches' }];
}

/** A link that is taken away itself: only the way to it is followed. */
function linkTargets(path: string, recursive: boolean, facts: EventFacts): Target[] {
  const own: Target = { path, recursive, reading: 'names' };
  const slash = path.lastIndexOf('/');
  const directory = path.slice(0, Math.max(1, slash));
  const real = realName(directory, facts);
  const paths = real === directory ? [path] : [path, `${real === '/' ? '' : real}${path.slice(slash)}`];
  return paths.flatMap((one) => (recursive ? bothReadings({ ...own, path: one }) : [{ ...own, path: one }]));
}
