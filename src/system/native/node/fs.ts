import { host, type HostStat } from '../host.ts';

/** The part of `node:fs` that the hook path uses. The bundler takes it in place of Node's; a name that is not here fails the native build. */
export const { constants } = host;

export interface Stats {
  size: number;
  mode: number;
  uid: number;
  mtimeMs: number;
  ino: number;
  nlink: number;
  dev: number;
  isFile: () => boolean;
  isDirectory: () => boolean;
  isCharacterDevice: () => boolean;
}

export function openSync(path: string, flags: number | 'r', mode = 0o666): number {
  return host.open(path, flags === 'r' ? constants.O_RDONLY : flags, mode);
}

export function closeSync(file: number): void {
  host.close(file);
}

export function statSync(path: string, options: { throwIfNoEntry?: boolean } = {}): Stats | undefined {
  return unlessMissing(() => statsOf(host.stat(path)), options);
}

export function lstatSync(path: string, options: { throwIfNoEntry?: boolean } = {}): Stats | undefined {
  return unlessMissing(() => statsOf(host.lstat(path)), options);
}

export function fstatSync(file: number): Stats {
  return statsOf(host.fstat(file));
}

export function existsSync(path: string): boolean {
  try {
    return host.exists(path);
  } catch {
    return false;
  }
}

export function accessSync(path: string, mode = 0): void {
  host.access(path, mode);
}

export function readFileSync(from: string | number, _encoding: 'utf8'): string {
  if (typeof from === 'number') return host.readText(from, -1, Infinity);
  const file = host.open(from, constants.O_RDONLY, 0);
  try {
    return host.readText(file, -1, Infinity);
  } finally {
    host.close(file);
  }
}

/** Text only. */
export function writeSync(file: number, text: string): number {
  return host.write(file, text);
}

/** An open file only. */
export function writeFileSync(file: number, text: string): void {
  host.print(file, text);
}

export function ftruncateSync(file: number, length = 0): void {
  host.ftruncate(file, length);
}

export function fsyncSync(file: number): void {
  host.fsync(file);
}

export function renameSync(from: string, to: string): void {
  host.rename(from, to);
}

/** Files only. */
export function rmSync(path: string, options: { force?: boolean } = {}): void {
  try {
    host.unlink(path);
  } catch (error) {
    if (options.force !== true || codeOf(error) !== 'ENOENT') throw error;
  }
}

export const unlinkSync = (path: string): void => host.unlink(path);

export const rmdirSync = (path: string): void => host.rmdir(path);

export function readdirSync(path: string): string[] {
  return host.readdir(path);
}

export const realpathSync = { native: (path: string): string => host.realpath(path) };

export const mkdirSync = (path: string, { mode = 0o777 }: { mode?: number } = {}): void => host.mkdir(path, mode);

function statsOf([kind, mode, size, uid, mtimeMs, ino, nlink, dev]: HostStat): Stats {
  return {
    size,
    mode,
    uid,
    mtimeMs,
    ino,
    nlink,
    dev,
    isFile: () => kind === 0,
    isDirectory: () => kind === 1,
    isCharacterDevice: () => kind === 3,
  };
}

function unlessMissing(stat: () => Stats, { throwIfNoEntry = true }: { throwIfNoEntry?: boolean }): Stats | undefined {
  try {
    return stat();
  } catch (error) {
    const code = codeOf(error);
    if (!throwIfNoEntry && (code === 'ENOENT' || code === 'ENOTDIR')) return undefined;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}
