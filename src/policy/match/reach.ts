import { relativeTo } from '../../protocol/text/path-below.ts';
import { isGlob, matchSegment, segmentsOf } from './glob.ts';
import { mayMean, saysName } from './glob-meets.ts';
import { isGuardGlob } from './guard-globs.ts';
import { type Places, resolvePattern, type Target } from './target.ts';

/*
 * Does a target that stands for many files reach a file that a policy's pattern names? In the project `/p`:
 *
 * - `rm -rf .` reaches `.env` and `src/**`: the pattern, made absolute, begins with `/p` (`reachesFromRoot`).
 * - `rm -rf build` does not reach `**` + `/.env`: the first name of the pattern is not in the path, and any directory might hold such a file.
 * - `rm -rf .claude` reaches `**` + `/.claude/settings.json`: the first name after the `**` is in the path (`reachesAnywhere`).
 * - `cat .e*` reaches `.env`: a pattern of the shell says something of a name and may mean this one (`mayBeSameName`).
 * - `find . -name '*.json' -exec cat {} +` reads by format. It reaches a list's `**` + `/*.json`, but not its `**` + `/secrets.json` (`Search`).
 */

/** Where a call picks files by a pattern in many directories, it means few of the files that a list names by the way. */
type Search =
  /** The pattern names a format, so the command reads files of that format wherever they are: `find . -name '*.json' -exec cat {} +`. */
  | 'by-format'
  /** The pattern is part of a name, so the command reads project files with such names: `find . -name '*conf*' -exec grep x {} +`. */
  | 'by-part'
  /** A formatter was given a pattern: `prettier --write 'src/**'`. */
  | 'to-lay-out';

/** What a target reaches: the segments of its path, and whether everything below is meant too. */
interface Reach {
  touched: readonly string[];
  /** Which of them are patterns that say something of a name: `.g*`. */
  says: readonly boolean[];
  recursive: boolean;
  search: Search | null;
}

export function reachOf(target: Target, places: Places): Reach {
  const { path, recursive } = target;
  const touched = segmentsOf(places.caseless ? path.toLowerCase() : path);
  return { touched, says: touched.map(saysName), recursive, search: searchOf(touched, target, places) };
}

function searchOf(touched: readonly string[], { read, laidOut }: Target, places: Places): Search | null {
  if (read === true && namesFormat(touched)) return 'by-format';
  if (read === true && searchesProject(touched, places)) return 'by-part';
  const gap = touched.indexOf('**');
  const isOrdinaryPlace = gap >= 0 && !touched.slice(0, gap).some((name) => name.startsWith('.'));
  return laidOut === true && isOrdinaryPlace ? 'to-lay-out' : null;
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
export function reached(glob: string, reach: Reach, places: Places): boolean {
  // `prettier --write '**/*.json'` lays out what it finds; a name among many is not meant, `**/*.json` is.
  if (reach.search === 'to-lay-out' && (isGuardGlob(glob) || /^\*\*\/[^*]/.test(glob))) return false;
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
  const picked = reach.touched.at(-1) ?? '';
  if (reach.search === 'by-format' && isFree && !isOfFormat(wanted.at(-1) ?? '', picked)) return false;
  if (reach.search === 'by-part' && isFree && !isNamedByPart(wanted, picked)) return false;
  return reachesFromRoot(wanted, reach) || reachesAnywhere(wanted, reach, isFree);
}

/**
 * As `mayBeNamed`: an absolute pattern begins as the path does, and the last names of a file and of a pattern begin and end alike. What is below a directory may
 * be called anything.
 */
function mayBeReached(glob: string, { touched, recursive }: Reach): boolean {
  if (glob.startsWith('/') && !areAlike(glob.charCodeAt(1), (touched[1] ?? '').charCodeAt(0))) return false;
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
function isOfFormat(name: string, format: string): boolean {
  return isGlob(name) || name === format.replace(/^\*+/, '');
}

/**
 * What a home holds (`.kube/config`) is not part of a project, and three letters of a long name (`*sql*` and `.psql_history`) do not mean it. `*env*` means
 * `.env`, and `*credential*` means `credentials.json`.
 */
function isNamedByPart(wanted: readonly string[], part: string): boolean {
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
function reachesAnywhere(wanted: readonly string[], { touched, says, recursive }: Reach, free: boolean): boolean {
  const gap = wanted.indexOf('**');
  const name = wanted[gap + 1];
  if (gap < 0 || name === undefined) return false;
  if (!free && wanted.some((piece, index) => index < gap && piece !== touched[index])) return false;
  return touched.some(
    (part, index) =>
      (says[index] === true ? mayMean(part, name) : part === name && !isGlob(name)) &&
      (free || index >= gap) &&
      reachesFromRoot(wanted.slice(gap + 1), { touched: touched.slice(index), recursive }),
  );
}

function reachesFromRoot(
  wanted: readonly string[],
  { touched, recursive }: Pick<Reach, 'touched' | 'recursive'>,
): boolean {
  for (const [index, part] of touched.entries()) {
    const piece = wanted[index];
    if (part === '**')
      return index === touched.length - 1 ? recursive : piece !== undefined && mayEndAlike(wanted, touched);
    if (piece === undefined) return false;
    // Everything below: `.ss*/*` is in `.ssh/**`.
    if (piece === '**')
      return index === wanted.length - 1 && (touched.slice(0, index).some(isGlob) || (part === '*' && recursive));
    if (part !== piece && !mayBeSameName(part, piece, touched.slice(0, index))) return false;
  }
  return recursive || wanted.length === touched.length;
}

function mayBeSameName(part: string, piece: string, before: readonly string[]): boolean {
  // A plain name after a pattern: if all is plain, names are compared as such.
  if (!isGlob(part)) return isGlob(piece) && before.some(saysName) && matchSegment(piece, part);
  if (isGlob(piece)) return mayMean(part, piece);
  return (!piece.startsWith('.') || part.startsWith('.')) && matchSegment(part, piece);
}

/** `d/**` + `/*.pyc` means some files of that name: only a pattern that ends in such a name can mean one of them. */
function mayEndAlike(wanted: readonly string[], touched: readonly string[]): boolean {
  const name = wanted.at(-1) ?? '';
  const last = touched.at(-1) ?? '';
  // `d/**` + `/*` means files picked by age, size and the like.
  if (last === '*') return false;
  if (isGlob(name)) return name === last || (isGlob(last) && mayMean(last, name));
  if (!isGlob(last)) return name === last;
  // `find -name '*.env'` finds `.env`: only the shell leaves hidden names out.
  return name.startsWith('.') && !last.startsWith('.') ? name === last.replace(/^\*+/, '') : matchSegment(last, name);
}

/** A letter or a digit: in a pattern it matches itself. */
export function isOrdinary(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}
