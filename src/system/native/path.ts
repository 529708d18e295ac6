import { host } from './host.ts';

/** The part of `node:path` that the hook path uses, for POSIX; `test/system/native-path.test.ts` holds it against Node's. */
export const delimiter = ':';
export const sep = '/';

export function isAbsolute(path: string): boolean {
  return path.startsWith('/');
}

export function join(...parts: string[]): string {
  const joined = parts.filter((part) => part !== '').join('/');
  return joined === '' ? '.' : normalize(joined);
}

export function resolve(...parts: string[]): string {
  let path = '';
  for (let i = parts.length - 1; i >= 0 && !isAbsolute(path); i--) {
    const part = parts[i] ?? '';
    if (part !== '') path = path === '' ? part : `${part}/${path}`;
  }
  if (!isAbsolute(path)) path = path === '' ? host.cwd() : `${host.cwd()}/${path}`;
  const kept = normalize(path);
  return kept.length > 1 && kept.endsWith('/') ? kept.slice(0, -1) : kept;
}

/** Something to tidy up: a doubled slash, `.`, `..`, or a slash at the end. */
const UNTIDY = /\/(?:\.{0,2})(?:\/|$)/;

export function normalize(path: string): string {
  if (path === '') return '.';
  if (path.startsWith('/') && !UNTIDY.test(path)) return path;
  const absolute = isAbsolute(path);
  const segments: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') segments.push(part);
    else if (segments.length > 0 && segments.at(-1) !== '..') segments.pop();
    else if (!absolute) segments.push(part);
  }
  const text = segments.join('/') || (absolute ? '' : '.');
  return `${absolute ? '/' : ''}${text}${path.endsWith('/') && segments.length > 0 ? '/' : text === '.' && path.endsWith('/') ? '/' : ''}`;
}

export function dirname(path: string): string {
  if (path === '') return '.';
  const end = lastNonSlash(path);
  if (end < 0) return '/';
  const slash = path.lastIndexOf('/', end);
  if (slash < 0) return '.';
  // Node keeps a doubled slash in front: the parent of `//a` is `//`.
  const last = slash === 0 ? 0 : slash;
  return last === 0 ? '/' : last === 1 && path.startsWith('//') ? '//' : path.slice(0, last);
}

export function basename(path: string): string {
  const end = lastNonSlash(path);
  return end < 0 ? '' : path.slice(path.lastIndexOf('/', end) + 1, end + 1);
}

function lastNonSlash(path: string): number {
  let end = path.length - 1;
  while (end >= 0 && path[end] === '/') end--;
  return end;
}
