import type { Analysis } from '../analysis.ts';
import { hasUnknown, lookup, render, unknownAt, type Unknowns } from '../expand/unknown.ts';
import { isAtOrBelow } from '../../protocol/text/path-below.ts';

/** The distinct local paths read, written or deleted, in order. */
export function paths(analysis: Analysis, kind: 'read' | 'write' | 'delete'): string[] {
  const found = new Set<string>();
  for (const effect of analysis.effects) {
    if (effect.kind === kind && effect.place === 'local') found.add(effect.path);
  }
  return [...found];
}

export type Located = { path: string; raw: string; hint?: string; ending?: string };

/** Absolute, normalised, or `"?"`. */
export function locate(table: Unknowns, cwd: string | null, written: string): Located {
  const raw = render(table, written);
  const text = withoutProcess(written, cwd);
  const at = unknownAt(text);
  if (at >= 0) {
    const own = at === 0 ? (lookup(table, text.charAt(0))?.hint ?? powershellTemp(raw)) : undefined;
    const slash = text.lastIndexOf('/', at);
    const hint = own ?? (slash >= 0 ? everythingBelow(resolve(cwd, text.slice(0, slash + 1))) : undefined);
    const ending = knownEnding(text);
    return {
      path: '?',
      raw,
      ...(hint === undefined || hint === '?' ? {} : { hint }),
      ...(ending === undefined ? {} : { ending }),
    };
  }
  return { path: resolve(cwd, text), raw };
}

/** A process sees the root of the machine below its own entry in /proc, and the shell its own directory. */
function withoutProcess(text: string, cwd: string | null): string {
  if (!text.startsWith('/proc/')) return text;
  const [, process = '', place, rest = ''] =
    /^\/proc\/([^/]+)(?:\/task\/[^/]+)?\/+(root|cwd)(?=\/|$)(.*)$/s.exec(text) ?? [];
  if (place === 'root') return rest === '' ? '/' : rest;
  return place === 'cwd' && cwd !== null && /^(?:self|thread-self)$/.test(process) ? `${cwd}${rest}` : text;
}

/** What follows the last unknown part, from its first slash on: whatever `$X` is, `"$X/.env"` is a file of that name. */
function knownEnding(text: string): string | undefined {
  let from = text.length;
  while (from > 0 && !hasUnknown(text.charAt(from - 1))) from--;
  const slash = text.indexOf('/', from);
  if (slash < 0) return undefined;
  const parts = text
    .slice(slash)
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  return parts.length === 0 || parts.includes('..') ? undefined : `/${parts.join('/')}`;
}

/** PowerShell's own name for the temporary directory, in a command that bash reads as `$env`. */
function powershellTemp(raw: string): string | undefined {
  return /^\$env:te?mp/i.test(raw) ? '/tmp/**' : undefined;
}

const DRIVE = /^[A-Za-z]:[\\/]/;

/** `C:\Users`, `c:/x`: programs of Windows take it for a path from the top, and nobody calls a directory so. Rules see it without its drive, as in PowerShell. */
function withoutDrive(path: string): string {
  return path.slice(2).replaceAll('\\', '/');
}

export function resolve(cwd: string | null, text: string): string {
  if (hasUnknown(text)) return '?';
  if (text.startsWith('/')) return normalise(text);
  if (DRIVE.test(text) && cwd?.startsWith('/') === true) return normalise(withoutDrive(text));
  return cwd === null ? '?' : normalise(`${cwd}/${text}`);
}

/** Removes `.`, `..`, doubled and trailing slashes, without asking the disk about links. */
export function normalise(path: string): string {
  if (path === '/' || isNormal(path)) return path;
  const kept: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') kept.pop();
    else kept.push(part);
  }
  return `/${kept.join('/')}`;
}

function isNormal(path: string): boolean {
  return !path.includes('//') && !path.includes('/.') && !path.endsWith('/') && path.startsWith('/');
}

/** `"X/**"` for some files below X. */
export function everythingBelow(path: string): string {
  if (path === '?' || path.endsWith('/**')) return path;
  return path === '/' ? '/**' : `${path}/**`;
}

export function isWithin(directory: string, path: string): boolean {
  const base = normalise(directory);
  return isAtOrBelow(base, path);
}

export function baseName(path: string): string {
  let end = path.length;
  while (end > 1 && path.charCodeAt(end - 1) === 47) end--;
  const slash = path.lastIndexOf('/', end - 1);
  return path.slice(slash + 1, end);
}

/** `~/x` as a program reads it that knows the tilde itself; as it is written where the home directory is not known. */
export function tildeExpanded(path: string, home: string | null): string {
  return home !== null && path.startsWith('~/') ? home + path.slice(1) : path;
}

export function dirName(path: string): string {
  let end = path.length;
  while (end > 1 && path.charCodeAt(end - 1) === 47) end--;
  const slash = path.lastIndexOf('/', end - 1);
  if (slash < 0) return '.';
  return slash === 0 ? '/' : path.slice(0, slash);
}

/** Opening these for writing changes no file. */
export function isSink(path: string): boolean {
  if (!path.startsWith('/dev/') && !path.startsWith('/proc/self/fd/')) return false;
  return (
    path === '/dev/null' ||
    // Often typed for it: on Windows the name is NUL.
    path === '/dev/nul' ||
    path === '/dev/zero' ||
    path === '/dev/full' ||
    path.startsWith('/dev/std') ||
    path.startsWith('/dev/fd/') ||
    path.startsWith('/dev/tcp/') ||
    path.startsWith('/dev/udp/') ||
    // Terminals and serial lines.
    /^\/dev\/(?:pts\/|pty|tty|console$)/.test(path) ||
    path.startsWith('/proc/self/fd/') ||
    path.endsWith('random')
  );
}

/** A disk, a partition or memory: what `dd of=` should never meet by accident. */
export function isDevice(path: string): boolean {
  return path.startsWith('/dev/') && !isSink(path) && !path.startsWith('/dev/shm/') && path !== '/dev/shm';
}

/** A disk or a part of one that outlasts the machine's next start. A loop device is a file. */
export function isStorage(path: string): boolean {
  return /^\/dev\/(?:(?:[shv]|xv)d[a-z*?[]|nvme|mmcblk|md[\d/]|dm-|mapper\/|disk\/|r?disk\d|mtd|ubi\d|nbd|pmem|bcache|drbd|ada\d|nvd\d|zvol\/|vg)/.test(
    path,
  );
}

/** `file:///a/b`, in any case, with or without a host or a query, is a path of this machine. */
export function pathOfUrl(url: string): string | undefined {
  const path = /^file:(?:\/\/[^/]*)?(\/[^?#]*)/is.exec(url)?.[1];
  return path?.replace(/%([0-9a-f]{2})/gi, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
