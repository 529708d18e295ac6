import { isGlob } from '../match/glob.ts';
import { saysName } from '../match/glob-meets.ts';
import { isGuardGlob } from '../match/guard-globs.ts';
import type { Places } from '../match/target.ts';
import { isAtOrBelow } from '../../protocol/text/path-below.ts';

/** How the keys of this file begin. */
const PATH_KEYS = 'path ';

/** The key of every rule that is filed by its patterns, for trees that any pattern may overlap. */
export const ANY_PATH = 'path';

type Kind = 'dot' | 'name' | 'begins' | 'extension' | 'ends' | 'top' | 'home' | 'through' | 'within';

function keyOf(kind: Kind, text: string): string {
  return `${PATH_KEYS}${kind} ${text}`;
}

/** Null when there is a pattern that any path may fit. */
export function keysOfGlobs(globs: readonly string[]): string[] | null {
  const keys = new Set<string>([ANY_PATH]);
  for (const glob of globs) {
    const found = keysOfGlob(glob);
    if (found === null) return null;
    for (const key of found) keys.add(key);
  }
  return [...keys];
}

/**
 * Keys by which a rule on such paths is found. One for paths that fit, taken from what is fixed in the pattern and rarest in paths: a name that begins
 * with a dot, its last name, how that begins or ends, its first directory, or the last one that has a name. And where it begins, for trees in reach.
 * @internal
 */
export function keysOfGlob(glob: string): string[] | null {
  if (glob.includes('\\') || isGuardGlob(glob)) return null;
  const isHome = glob === '~' || glob.startsWith('~/');
  const whole = `${isHome ? glob.slice(1) : glob}${glob.endsWith('/') ? '**' : ''}`.toLowerCase();
  const parts = partsOf(whole).filter((part) => part !== '.');
  if (parts.includes('..')) return null;
  const fitting = keyOfParts(parts, isHome);
  if (fitting === null) return null;
  const fixed = parts.findIndex(isGlob);
  const within = keysWithin(parts.slice(0, fixed < 0 ? undefined : fixed), isHome, glob.startsWith('/'));
  // `**/.claude/settings.json` is in every `.claude`.
  const floating = parts.includes('**') ? parts[parts.indexOf('**') + 1] : undefined;
  return [
    fitting,
    ...within,
    ...(floating === undefined || isGlob(floating) ? [] : [keyOf('within', `**/${floating}`)]),
  ];
}

function keyOfParts(parts: readonly string[], isHome: boolean): string | null {
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return null;
  const dotted = parts.find((part) => part.startsWith('.') && !isGlob(part));
  if (dotted !== undefined) return keyOf('dot', dotted);
  if (!isGlob(last)) return keyOf('name', last);
  const beginning = FIXED_BEGINNING.exec(last)?.[0];
  if (beginning !== undefined) return keyOf('begins', beginning);
  const extension = FIXED_EXTENSION.exec(last)?.[1];
  if (extension !== undefined) return keyOf('extension', extension);
  const ending = FIXED_ENDING.exec(last)?.[0];
  if (ending !== undefined) return keyOf('ends', ending);
  if (!isGlob(first)) return keyOf(isHome ? 'home' : 'top', first);
  const directory = parts.findLast((part) => !isGlob(part));
  return directory === undefined ? null : keyOf('through', directory);
}

/** In ASCII: elsewhere the lower case of a letter may depend on its neighbours. */
const FIXED_BEGINNING = /^[!-)+->@-Z^-~]{3}/;
const FIXED_EXTENSION = /[*?\]][^*?[\]]*(\.[!-)+,\-0->@-Z^-~]+)$/;
const FIXED_ENDING = /[!-)+->@-Z^-~]{3}$/;
const LETTERS = 3;

/** Two names from the root on: `/home` alone says little. */
function keysWithin([first, second]: readonly string[], isHome: boolean, isAbsolute: boolean): string[] {
  if (first === undefined) return [];
  if (isHome) return [keyOf('within', `~/${first}`)];
  if (!isAbsolute) return [keyOf('within', first)];
  const top = keyOf('within', `/${first}`);
  return second === undefined ? [top] : [top, `${top}/${second}`];
}

/** All the keys that a pattern could have which fits this path. */
export function keysOfPath(path: string, { root, home }: Places): string[] {
  const lower = path.toLowerCase();
  const parts = partsOf(lower);
  const name = parts.at(-1) ?? '';
  const keys = [keyOf('name', name), keyOf('top', parts[0] ?? '')];
  if (name.length >= LETTERS) keys.push(keyOf('begins', name.slice(0, LETTERS)), keyOf('ends', name.slice(-LETTERS)));
  const dot = name.lastIndexOf('.');
  if (dot >= 0) keys.push(keyOf('extension', name.slice(dot)));
  for (const part of parts) keys.push(keyOf(part.startsWith('.') ? 'dot' : 'through', part));
  const inProject = firstBelow(root, lower);
  if (inProject !== null) keys.push(keyOf('top', inProject));
  const inHome = firstBelow(home, lower);
  if (inHome !== null) keys.push(keyOf('home', inHome));
  return keys;
}

/** The possible keys of a pattern that overlaps this tree, or the files that this shell pattern matches; null: any pattern may overlap. */
export function keysInReach(path: string, { root, home }: Places): string[] | null {
  const parts = partsOf(path.toLowerCase());
  const fixed = parts.findIndex(isGlob);
  const [first, second] = fixed < 0 ? parts : parts.slice(0, fixed);
  const directory = `/${(fixed < 0 ? parts : parts.slice(0, fixed)).join('/')}`;
  if (
    first === undefined ||
    isAtOrBelow(directory, root.toLowerCase()) ||
    isAtOrBelow(directory, home.toLowerCase()) ||
    parts.some(saysName)
  )
    return null;
  const keys = [keyOf('within', second === undefined ? `/${first}` : `/${first}/${second}`)];
  const inProject = firstBelow(root, directory);
  if (inProject !== null) keys.push(keyOf('within', inProject));
  const inHome = firstBelow(home, directory);
  if (inHome !== null) keys.push(keyOf('within', `~/${inHome}`));
  for (const part of parts) if (!isGlob(part)) keys.push(keyOf('within', `**/${part}`));
  return keys;
}

function partsOf(path: string): string[] {
  return path.split('/').filter(Boolean);
}

function firstBelow(directory: string, lower: string): string | null {
  const base = directory.toLowerCase().replace(/\/*$/, '/');
  if (!lower.startsWith(base)) return null;
  const end = lower.indexOf('/', base.length);
  return lower.slice(base.length, end < 0 ? undefined : end);
}
