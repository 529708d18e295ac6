import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import type { FileFacts, Files } from '../ports.ts';

const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_APPEND } = constants;
// Windows has neither.
const [O_NONBLOCK, O_NOFOLLOW] = [constants.O_NONBLOCK ?? 0, constants.O_NOFOLLOW ?? 0];

export const nodeFiles: Files = {
  flags: { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_APPEND, O_NONBLOCK, O_NOFOLLOW },
  open: (path, flags, mode) => openSync(path, flags, mode),
  close: closeSync,
  stat: (path) => unlessMissing(() => statSync(path, { throwIfNoEntry: false })),
  lstat: (path) => unlessMissing(() => lstatSync(path, { throwIfNoEntry: false })),
  fstat: (file) => factsOf(fstatSync(file)),
  stamp: stampOf,
  exists: existsSync,
  isExecutable,
  readText: (file, part) => (part === undefined ? readFileSync(file, 'utf8') : readPart(file, part).toString()),
  readBytes: (file, from, to) => readPart(file, { from, to }).toString('latin1'),
  write: (file, text) => writeSync(file, text),
  writeAll: (file, text) => writeFileSync(file, text),
  makeDirectory: (path, mode) => mkdirSync(path, { mode }),
  removeFile: (path) => rmSync(path, { force: true }),
  removeDirectory: (path) => rmdirSync(path),
  rename: renameSync,
  realpath: (path) => realpathSync.native(path),
  namesIn: (directory) => readdirSync(directory),
  countLines: (file, { limit, mayStop, mostBytes }) => {
    const buffer = Buffer.allocUnsafe(CHUNK);
    let count = 0;
    for (let read = 0; ;) {
      const got = readSync(file, buffer, 0, CHUNK, null);
      if (got === 0) return { count, exact: true };
      read += got;
      for (let at = buffer.indexOf(10); at >= 0 && at < got; at = buffer.indexOf(10, at + 1)) count++;
      if (count > limit && mayStop) return { count, exact: false };
      if (read > mostBytes) return null;
    }
  },
};

const CHUNK = 256 * 1024;

/** Node reports a path below a file as an error. */
function unlessMissing(stat: () => Stats | undefined): FileFacts | null {
  try {
    const found = stat();
    return found === undefined ? null : factsOf(found);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return null;
    throw error;
  }
}

function factsOf(stat: Stats): FileFacts {
  const { size, mode, uid, mtimeMs, ino, dev, nlink } = stat;
  return { kind: kindOf(stat), size, mode, userId: uid, modifiedAt: mtimeMs, inode: ino, device: dev, links: nlink };
}

function kindOf(stat: Stats): FileFacts['kind'] {
  if (stat.isFile()) return 'file';
  if (stat.isDirectory()) return 'directory';
  return stat.isCharacterDevice() ? 'character-device' : 'other';
}

function stampOf(path: string): string | null {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? null : `${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.ino}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? null : 'unreadable';
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** As many bytes as there are. */
function readPart(file: number, { from, to }: { from: number; to: number }): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, to - from));
  let filled = 0;
  for (let got = -1; got !== 0 && filled < bytes.length; filled += got)
    got = readSync(file, bytes, filled, bytes.length - filled, from + filled);
  return bytes.subarray(0, filled);
}
