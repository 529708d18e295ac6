import { type FixedParts, fixedPartsOf, mayFit } from './fixed-parts.ts';
import { isGlob, matchGlob, matchSegment, segmentsOf } from './glob.ts';
import { mayMean, saysName } from './glob-meets.ts';
import { type GuardFiles, isGuardGlob } from './guard-globs.ts';
import type { Truth } from '../conditions/truth.ts';

/** A path that a call touches. */
export interface Target {
  /** Absolute and normalised; `?` when it is only known at run time; may hold a pattern the shell would expand. */
  path: string;
  /** Everything below it is touched too. */
  recursive: boolean;
  /** `reaches` asks whether some file in the target's reach could fit, `names` whether its own name fits. See `bindings.ts`. */
  reading: 'names' | 'reaches';
  /** It is only read. */
  read?: true;
}

/** What relative patterns are relative to. */
export interface Places {
  root: string;
  cwd: string;
  home: string;
  caseless: boolean;
  /** The guard's own files; without them the sets `@hookctl-…` are empty. */
  guard?: GuardFiles;
  /** A caller that asks for the same patterns often keeps these. */
  fixedParts?: (glob: string) => FixedParts;
  segments?: (pattern: string) => readonly string[];
}

export function matchPath(globs: readonly string[], target: Target, places: Places): Truth {
  if (target.path === '?') return globs.includes('**') ? true : 'uncertain';
  if (target.reading === 'reaches') {
    const touched = segmentsOf(places.caseless ? target.path.toLowerCase() : target.path);
    const byFormat = target.read === true && namesFormat(touched);
    return globs.some((glob) => reached(glob, { touched, recursive: target.recursive, byFormat }, places));
  }
  return globs.some((glob) => named(glob, target, places));
}

function named(glob: string, target: Target, places: Places): boolean {
  if (isGuardGlob(glob)) return isGuardFile(glob, target, places);
  if (!places.caseless && !mayBeNamed(glob, target.path, places)) return false;
  const pattern = resolvePattern(glob, places);
  if (pattern.startsWith('/')) return matchGlob(pattern, target.path, places.caseless);
  const inside = below(places.root, target.path);
  if (inside !== null) return matchGlob(pattern, inside, places.caseless);
  // Outside the project only patterns that float (`**/*.pem`) can mean the file.
  return pattern.startsWith('**') && matchGlob(pattern, target.path.slice(1), places.caseless);
}

function isGuardFile(glob: string, target: Target, places: Places): boolean {
  const { guard } = places;
  if (guard === undefined) return false;
  return guard.globs(glob).some((one) => named(one, target, places)) || guard.hasTwin(glob, target.path);
}

function mayBeNamed(glob: string, path: string, { home, root, fixedParts = fixedPartsOf }: Places): boolean {
  if (glob.startsWith('/')) return mayFit(fixedParts(glob), path, 0);
  // A home or root written with a slash at its end is tidied up later.
  if (glob === '~' || home.endsWith('/') || (root !== '/' && root.endsWith('/'))) return true;
  if (glob.startsWith('~/')) return path.startsWith(home) && mayFit(fixedParts(glob.slice(1)), path, home.length);
  if (glob.startsWith('.') && /^\.{1,2}(?:\/|$)/.test(glob)) return true;
  if (path.startsWith(root) && (root === '/' || path.charAt(root.length) === '/'))
    return mayFit(fixedParts(glob), path, root === '/' ? 1 : root.length + 1);
  return path === root || (glob.startsWith('**') && mayFit(fixedParts(glob), path, 1));
}

/** What a target reaches: the segments of its path, and whether everything below is meant too. */
interface Reach {
  touched: readonly string[];
  recursive: boolean;
  /** Files of a format are read, wherever they are: `find . -name '*.json' -exec cat {} +`. */
  byFormat: boolean;
}

/** `**` and then `*.json`. */
function namesFormat(touched: readonly string[]): boolean {
  return touched.includes('**') && /^\*+\.[^*?[\]]+$/.test(touched.at(-1) ?? '');
}

// `rm -rf .` reaches `.env` and `src/**`, but `rm -rf build` is not held to reach `**/.env`: the fixed part of a pattern must lie in the target.
function reached(glob: string, reach: Reach, places: Places): boolean {
  if (isGuardGlob(glob)) return places.guard?.globs(glob).some((one) => reached(one, reach, places)) ?? false;
  const pattern = resolvePattern(glob, places);
  const whole = pattern.startsWith('/') ? pattern : `${places.root === '/' ? '' : places.root}/${pattern}`;
  const { segments = segmentsOf } = places;
  const wanted = segments(places.caseless ? whole.toLowerCase() : whole);
  const isFree = glob.startsWith('**');
  if (reach.byFormat && isFree && !isWholeName(wanted.at(-1) ?? '', reach.touched.at(-1) ?? '')) return false;
  return lieIn(wanted, reach) || floatsIn(wanted, reach, isFree);
}

/**
 * A list of secrets in general names files of every format (`**` + `/secrets.json`), and code is searched by format all day. So a pattern for a format
 * means such a file only if nothing is left open (`*.env` and `.env`), or if the list names the format itself (`*.pem`).
 */
function isWholeName(name: string, format: string): boolean {
  return isGlob(name) || name === format.replace(/^\*+/, '');
}

/** `rm -rf .claude` reaches the pattern `**` + `/.claude/settings.json`: what the pattern names first is there. */
function floatsIn(wanted: readonly string[], { touched, recursive, byFormat }: Reach, free: boolean): boolean {
  const gap = wanted.indexOf('**');
  const rest = wanted.slice(gap + 1);
  const [name] = rest;
  if (gap < 0 || name === undefined) return false;
  const inside = wanted.slice(0, gap).every((piece, index) => piece === touched[index]);
  if (!inside && !free) return false;
  return touched.some(
    (part, index) =>
      isNamedBy(part, name) &&
      (free || index >= gap) &&
      lieIn(rest, { touched: touched.slice(index), recursive, byFormat }),
  );
}

/** `.git` and `.g*` name `.git`; what a plain name has to do with a pattern is asked where names are compared. */
function isNamedBy(part: string, name: string): boolean {
  return isGlob(part) ? saysName(part) && mayMean(part, name) : part === name && !isGlob(name);
}

function lieIn(wanted: readonly string[], { touched, recursive }: Reach): boolean {
  for (const [index, part] of touched.entries()) {
    const piece = wanted[index];
    if (part === '**')
      return index === touched.length - 1 ? recursive : piece !== undefined && endsAlike(wanted, touched);
    if (piece === undefined) return false;
    // Everything below: `.ss*/*` is in `.ssh/**`.
    if (piece === '**')
      return index === wanted.length - 1 && (touched.slice(0, index).some(isGlob) || (part === '*' && recursive));
    if (part !== piece && !isOneName(part, piece, touched.slice(0, index))) return false;
  }
  return recursive || wanted.length === touched.length;
}

function isOneName(part: string, piece: string, before: readonly string[]): boolean {
  // A plain name behind a pattern: where all is plain, names are compared as such.
  if (!isGlob(part)) return isGlob(piece) && before.some(saysName) && matchSegment(piece, part);
  if (isGlob(piece)) return mayMean(part, piece);
  return (!piece.startsWith('.') || part.startsWith('.')) && matchSegment(part, piece);
}

/** `d/**` + `/*.pyc` stands for some files of that name: only a pattern that ends in such a name can mean one of them. */
function endsAlike(wanted: readonly string[], touched: readonly string[]): boolean {
  const name = wanted.at(-1) ?? '';
  const last = touched.at(-1) ?? '';
  // `d/**` + `/*` stands for files picked by age, size and the like.
  if (last === '*') return false;
  if (isGlob(name)) return name === last || (isGlob(last) && mayMean(last, name));
  return isGlob(last) ? (!name.startsWith('.') || last.startsWith('.')) && matchSegment(last, name) : name === last;
}

/** `~/x` and `../x` become absolute; `/x` is; the rest is relative to the project. */
export function resolvePattern(glob: string, places: Places): string {
  if (glob === '~' || glob.startsWith('~/')) return `${places.home}${glob.slice(1)}`;
  if (glob === '..' || glob.startsWith('../')) return climb(places.cwd, glob);
  if (glob === '.') return places.root;
  return glob.startsWith('./') ? glob.slice(2) : glob;
}

function climb(cwd: string, glob: string): string {
  const parts = cwd.split('/').filter(Boolean);
  let rest = glob;
  while (rest === '..' || rest.startsWith('../')) {
    parts.pop();
    rest = rest.slice(3);
  }
  const base = `/${parts.join('/')}`;
  if (rest === '') return base;
  return base === '/' ? `/${rest}` : `${base}/${rest}`;
}

/** The path relative to a directory; null when it lies elsewhere. */
export function below(directory: string, path: string): string | null {
  if (path === directory) return '';
  const base = directory.endsWith('/') ? directory : `${directory}/`;
  return path.startsWith(base) ? path.slice(base.length) : null;
}
