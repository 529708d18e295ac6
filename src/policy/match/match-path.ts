import { isGlob, matchGlob, matchSegment, segmentsOf } from './glob.ts';
import { relativeTo } from '../../protocol/text/path-below.ts';
import { mayMean, saysName } from './glob-meets.ts';
import { type GuardFiles, isGuardGlob } from './guard-globs.ts';
import type { Truth } from '../truth.ts';

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
  /** Only its layout changes: a formatter rewrites it. */
  laidOut?: true;
  /** The names that a path which is only known at run time ends with: `/.env`. */
  ending?: string;
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
  segments?: (pattern: string) => readonly string[];
}

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

/** A letter or a digit: in a pattern it matches itself. */
function isOrdinary(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

/** Is the name that follows `**` + `/` in the path at all? */
function mayHold(path: string, glob: string): boolean {
  const end = glob.indexOf('/', 3);
  const name = end < 0 ? glob.slice(2) : glob.slice(2, end);
  return path.includes(name) || /[*?[\\]/.test(name);
}

/** What a target reaches: the segments of its path, and whether everything below is meant too. */
interface Reach {
  touched: readonly string[];
  /** Which of them are patterns that say something of a name: `.g*`. */
  says: readonly boolean[];
  recursive: boolean;
  /** The pattern names a format, so the command reads files of that format wherever they are. */
  byFormat: boolean;
  /** The pattern is part of a name, so the command reads project files with such names. */
  byPart: boolean;
  /** A formatter was given a pattern for files in many directories. */
  byLayout: boolean;
}

function reachOf({ path, recursive, read, laidOut }: Target, places: Places): Reach {
  const touched = segmentsOf(places.caseless ? path.toLowerCase() : path);
  const byFormat = read === true && namesFormat(touched);
  const byPart = read === true && !byFormat && searchesProject(touched, places);
  const gap = touched.indexOf('**');
  const byLayout = laidOut === true && gap >= 0 && !touched.slice(0, gap).some((name) => name.startsWith('.'));
  return { touched, says: touched.map(saysName), recursive, byFormat, byPart, byLayout };
}

/** `**` and then `*.json`. */
function namesFormat(touched: readonly string[]): boolean {
  return touched.includes('**') && /^\*+\.[^*?[\]]+$/.test(touched.at(-1) ?? '');
}

/** The project, or a part of it, and then `**` and a pattern for names. A project that is the home, or holds it, is no such place. */
function searchesProject(touched: readonly string[], { root, home }: Places): boolean {
  const gap = touched.indexOf('**');
  if (gap < 0 || gap !== touched.length - 2 || !isGlob(touched.at(-1) ?? '')) return false;
  const from = touched.slice(0, gap).join('/');
  return relativeTo(root, from) !== null && relativeTo(from, home) === null;
}

// `rm -rf .` reaches `.env` and `src/**`, but `rm -rf build` is not held to reach `**/.env`: the fixed part of a pattern must lie in the target.
function reached(glob: string, reach: Reach, places: Places): boolean {
  // `prettier --write '**/*.json'` lays out what it finds; a name among many is not meant, `**/*.json` is.
  if (reach.byLayout && (isGuardGlob(glob) || /^\*\*\/[^*]/.test(glob))) return false;
  if (isGuardGlob(glob)) {
    const near = { directory: directoryOf(reach), caseless: places.caseless };
    return places.guard?.someNear(glob, near, (one) => reached(one, reach, places)) ?? false;
  }
  if (!places.caseless && !mayBeReached(glob, reach)) return false;
  const pattern = resolvePattern(glob, places);
  const whole = pattern.startsWith('/') ? pattern : `${places.root === '/' ? '' : places.root}/${pattern}`;
  const { segments = segmentsOf } = places;
  const wanted = segments(places.caseless ? whole.toLowerCase() : whole);
  const isFree = glob.startsWith('**');
  if (reach.byFormat && isFree && !isWholeName(wanted.at(-1) ?? '', reach.touched.at(-1) ?? '')) return false;
  if (reach.byPart && isFree && !isLargePart(wanted, reach.touched.at(-1) ?? '')) return false;
  return lieIn(wanted, reach) || floatsIn(wanted, reach, isFree);
}

/** As `mayBeNamed`: the last names of a file and of a pattern begin and end alike. What is below a directory may be called anything. */
function mayBeReached(glob: string, { touched, recursive }: Reach): boolean {
  if (recursive) return true;
  const name = touched.at(-1) ?? '';
  return (
    areAlike(glob.charCodeAt(glob.length - 1), name.charCodeAt(name.length - 1)) &&
    areAlike(glob.charCodeAt(glob.lastIndexOf('/') + 1), name.charCodeAt(0))
  );
}

function areAlike(code: number, other: number): boolean {
  return code === other || !isOrdinary(code) || !isOrdinary(other);
}

/** What is written before the first wildcard. Absolute patterns that are neither in there nor around it are not reached. */
function directoryOf({ touched }: Reach): string {
  const wild = touched.findIndex(isGlob);
  return (wild < 0 ? touched : touched.slice(0, wild)).join('/') || '/';
}

/**
 * A list of secrets in general names files of every format (`**` + `/secrets.json`), and code is searched by format all day. So a pattern for a format
 * means such a file only if nothing is left open (`*.env` and `.env`), or if the list names the format itself (`*.pem`).
 */
function isWholeName(name: string, format: string): boolean {
  return isGlob(name) || name === format.replace(/^\*+/, '');
}

/**
 * What a home holds (`.kube/config`) is not part of a project, and three letters of a long name (`*sql*` and `.psql_history`) do not mean it. `*env*` means
 * `.env`, and `*credential*` means `credentials.json`.
 */
function isLargePart(wanted: readonly string[], part: string): boolean {
  if (wanted.lastIndexOf('**') !== wanted.length - 2) return false;
  const [name, said] = [wordsOf(wanted.at(-1) ?? ''), wordsOf(part)];
  return said !== '' && name.includes(said) && said.length * 2 >= name.length;
}

/** The literal part of a file name, without wildcards and extension. */
function wordsOf(name: string): string {
  const parts = name
    .replace(/\[[^\]]*\]|[*?]/g, '')
    .split('.')
    .filter(Boolean);
  return parts.length > 1 ? parts.slice(0, -1).join('.') : (parts[0] ?? '');
}

/** `rm -rf .claude` reaches the pattern `**` + `/.claude/settings.json`: what the pattern names first is there. */
function floatsIn(wanted: readonly string[], { touched, says, recursive }: Reach, free: boolean): boolean {
  const gap = wanted.indexOf('**');
  const name = wanted[gap + 1];
  if (gap < 0 || name === undefined) return false;
  if (!free && wanted.some((piece, index) => index < gap && piece !== touched[index])) return false;
  return touched.some(
    (part, index) =>
      (says[index] === true ? mayMean(part, name) : part === name && !isGlob(name)) &&
      (free || index >= gap) &&
      lieIn(wanted.slice(gap + 1), { touched: touched.slice(index), recursive }),
  );
}

function lieIn(wanted: readonly string[], { touched, recursive }: Pick<Reach, 'touched' | 'recursive'>): boolean {
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
  // A plain name after a pattern: if all is plain, names are compared as such.
  if (!isGlob(part)) return isGlob(piece) && before.some(saysName) && matchSegment(piece, part);
  if (isGlob(piece)) return mayMean(part, piece);
  return (!piece.startsWith('.') || part.startsWith('.')) && matchSegment(part, piece);
}

/** `d/**` + `/*.pyc` means some files of that name: only a pattern that ends in such a name can mean one of them. */
function endsAlike(wanted: readonly string[], touched: readonly string[]): boolean {
  const name = wanted.at(-1) ?? '';
  const last = touched.at(-1) ?? '';
  // `d/**` + `/*` means files picked by age, size and the like.
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
