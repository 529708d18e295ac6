import { isGlob } from './glob.ts';

/**
 * Keys by which rules on paths are found. A pattern has one key, taken from what is fixed in it: its last name, its extension or its first
 * directory. A path has all the keys a fitting pattern could have.
 */
export function keyOfGlob(glob: string): string | null {
  const whole = glob.endsWith('/') ? `${glob}**` : glob;
  const parts = whole.split('/').filter((part) => part !== '' && part !== '.');
  const last = parts.at(-1) ?? '';
  if (parts.length === 0 || parts.includes('..') || glob.startsWith('~') || glob.includes('\\')) return null;
  if (!isGlob(last)) return `name ${last.toLowerCase()}`;
  const extension = /^\*(\.[^.*?[\]\\]+)$/.exec(last);
  if (extension !== null) return `extension ${(extension[1] as string).toLowerCase()}`;
  const [first = ''] = parts;
  return isGlob(first) ? null : `top ${first.toLowerCase()}`;
}

/** How the keys of this file begin. */
export const PATH_KEYS = ['name', 'extension', 'top'] as const;

export function keysOfGlobs(globs: readonly string[]): string[] | null {
  const keys = globs.map(keyOfGlob);
  return keys.includes(null) ? null : (keys as string[]);
}

export function keysOfPath(path: string, root: string): string[] {
  const lower = path.toLowerCase();
  const parts = lower.split('/').filter(Boolean);
  const name = parts.at(-1) ?? '';
  const dot = name.lastIndexOf('.');
  const keys = [`name ${name}`, `top ${parts[0] ?? ''}`];
  if (dot >= 0) keys.push(`extension ${name.slice(dot)}`);
  const base = root === '/' ? '/' : `${root.toLowerCase()}/`;
  if (lower.startsWith(base)) keys.push(`top ${lower.slice(base.length).split('/')[0] ?? ''}`);
  return keys;
}
