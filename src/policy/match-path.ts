import { isGlob, matchGlob, matchSegment, segmentsOf } from './glob.ts';
import type { Truth } from './truth.ts';

/** A path that a call touches. */
export interface Target {
  /** Absolute and normalised; `?` when it is only known at run time; may hold a pattern the shell would expand. */
  path: string;
  /** Everything below it is touched too. */
  recursive: boolean;
  /** `reaches` asks whether some file in the target's reach could fit, `names` whether its own name fits. See `bindings.ts`. */
  reading: 'names' | 'reaches';
}

/** What relative patterns are relative to. */
export interface Places {
  root: string;
  cwd: string;
  home: string;
  caseless: boolean;
}

export function matchPath(globs: readonly string[], target: Target, places: Places): Truth {
  if (target.path === '?') return globs.includes('**') ? true : 'uncertain';
  const fits = target.reading === 'names' ? named : reached;
  return globs.some((glob) => fits(glob, target, places));
}

function named(glob: string, target: Target, places: Places): boolean {
  const pattern = resolvePattern(glob, places);
  if (pattern.startsWith('/')) return matchGlob(pattern, target.path, places.caseless);
  const inside = below(places.root, target.path);
  if (inside !== null) return matchGlob(pattern, inside, places.caseless);
  // Outside the project only patterns that float (`**/*.pem`) can mean the file.
  return pattern.startsWith('**') && matchGlob(pattern, target.path.slice(1), places.caseless);
}

// `rm -rf .` reaches `.env` and `src/**`, but `rm -rf build` is not held to reach `**/.env`: the fixed part of a pattern must lie in the target.
function reached(glob: string, target: Target, places: Places): boolean {
  const pattern = resolvePattern(glob, places);
  const whole = pattern.startsWith('/') ? pattern : `${places.root === '/' ? '' : places.root}/${pattern}`;
  const wanted = segmentsOf(places.caseless ? whole.toLowerCase() : whole);
  const touched = segmentsOf(places.caseless ? target.path.toLowerCase() : target.path);
  for (const [index, part] of touched.entries()) {
    const piece = wanted[index];
    if (part === '**')
      return index === touched.length - 1 ? target.recursive : piece !== undefined && endsAlike(wanted, touched);
    if (piece === undefined) return false;
    if (part === '*' && piece === '**' && index === touched.length - 1) return target.recursive;
    if (!isGlob(part) && !isGlob(piece)) {
      if (part !== piece) return false;
    } else if (isGlob(part) && !isGlob(piece)) {
      if ((piece.startsWith('.') && !part.startsWith('.')) || !matchSegment(part, piece)) return false;
    } else if (part !== piece) return false;
  }
  return target.recursive || wanted.length === touched.length;
}

/** `d/**` + `/*.pyc` stands for some files of that name: only a pattern that ends in such a name can mean one of them. */
function endsAlike(wanted: readonly string[], touched: readonly string[]): boolean {
  const name = wanted.at(-1) ?? '';
  const last = touched.at(-1) ?? '';
  // `d/**` + `/*` stands for files picked by age, size and the like.
  if (last === '*') return false;
  if (isGlob(name)) return name === last;
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
