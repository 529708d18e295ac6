import { gitignoreMatches } from './gitignore.ts';
import { wildcardMatches } from './wildcard.ts';

export type IfRulePlaces = { cwd: string; projectDir: string; home: string };

/** Longer than any path the system takes; keeps the quadratic worst case of the globs small. */
const MAX_LENGTH = 8192;

/** Two readings of the same text, and one is enough: a gitignore pattern below a folder, or a wildcard over the absolute path. */
export function fileRuleMatches(pattern: string, file: string, places: IfRulePlaces): boolean {
  if (pattern.length > MAX_LENGTH || file.length > MAX_LENGTH) return false;
  const path = absolute(file, places);
  // Without its last slash a folder is found by patterns; the wildcard sees the slash.
  const whole = file.endsWith('/') && path !== '/' ? `${path}/` : path;
  return patternMatches(pattern, path, places) || wholePathMatches(pattern, whole);
}

/** A leading slash would let `/tmp/*` mean the file system's root, which gitignore patterns write `//tmp`: no wildcard then. */
function wholePathMatches(pattern: string, path: string): boolean {
  const trimmed = pattern.trim();
  return trimmed.startsWith('/') ? trimmed === path : wildcardMatches(pattern, path);
}

function patternMatches(pattern: string, path: string, places: IfRulePlaces): boolean {
  // A comment, or a pattern that only takes back what another one found.
  if (/^[#!]/.test(pattern)) return false;
  const [root, rest] = rooted(pattern, places);
  const relative = below(root, path);
  return relative !== undefined && gitignoreMatches(asFolder(rest.replaceAll(/\/{2,}/g, '/')), relative);
}

function rooted(pattern: string, places: IfRulePlaces): [root: string, rest: string] {
  if (pattern.startsWith('//')) return ['/', pattern.slice(1)];
  if (pattern.startsWith('~/')) return [places.home, pattern.slice(1)];
  if (pattern.startsWith('/')) return [places.projectDir, pattern];
  return [places.cwd, pattern.startsWith('./') ? pattern.slice(2) : pattern];
}

/** `src/**` also covers `src` itself, and only the one directly below the root. */
function asFolder(pattern: string): string {
  if (!pattern.endsWith('/**') || pattern === '/**') return pattern;
  const folder = pattern.slice(0, -3);
  return folder.includes('/') ? folder : `/${folder}`;
}

function absolute(file: string, places: IfRulePlaces): string {
  if (file === '~') return normalise(places.home);
  if (file.startsWith('~/')) return normalise(`${places.home}/${file.slice(2)}`);
  return normalise(file.startsWith('/') ? file : `${places.cwd}/${file}`);
}

function normalise(path: string): string {
  const segments: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') segments.pop();
    else if (part !== '' && part !== '.') segments.push(part);
  }
  return `/${segments.join('/')}`;
}

function below(root: string, path: string): string | undefined {
  const base = normalise(root);
  const prefix = base === '/' ? '/' : `${base}/`;
  return path.startsWith(prefix) && path.length > prefix.length ? path.slice(prefix.length) : undefined;
}
