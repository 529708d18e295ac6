import type { FileFacts, Files } from '../ports.ts';
import { host, type HostStat } from './host.ts';

const KINDS = ['file', 'directory', 'other', 'character-device'] as const;

export const nativeFiles: Files = {
  flags: host.constants,
  open: (path, flags, mode = 0o666) => host.open(path, flags, mode),
  close: host.close,
  stat: (path) => factsOrNull(host.stat(path)),
  lstat: (path) => factsOrNull(host.lstat(path)),
  fstat: (file) => factsOf(host.fstat(file)),
  stamp: (path) => orElse(() => host.stamp(path), 'unreadable'),
  exists: (path) => orElse(() => host.exists(path), false),
  isExecutable: (path) => orElse(() => isExecutable(path), false),
  readText: (file, part) =>
    part === undefined ? host.readText(file, -1, Infinity) : host.readText(file, part.from, part.to - part.from),
  readBytes: host.readBytes,
  write: host.write,
  writeAll: host.print,
  makeDirectory: host.mkdir,
  removeFile: (path) => void unlessMissing(() => host.unlink(path)),
  removeDirectory: host.rmdir,
  rename: host.rename,
  realpath: host.realpath,
  namesIn: host.readdir,
  countLines: (file, { limit, mayStop, mostBytes }) => {
    const counted = host.countLines(file, limit, mayStop, mostBytes);
    return counted === null ? null : { count: counted[0], exact: counted[1] };
  },
};

function factsOrNull(stat: HostStat | null): FileFacts | null {
  return stat === null ? null : factsOf(stat);
}

function factsOf([kind, mode, size, userId, modifiedAt, inode, links, device]: HostStat): FileFacts {
  return { kind: KINDS[kind] ?? 'other', mode, size, userId, modifiedAt, inode, links, device };
}

function isExecutable(path: string): boolean {
  host.access(path, host.constants.X_OK);
  return host.stat(path)?.[0] === 0;
}

function unlessMissing<T>(act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

function orElse<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    return otherwise;
  }
}
