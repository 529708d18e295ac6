import type { GuardFiles } from './guard-globs.ts';

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
