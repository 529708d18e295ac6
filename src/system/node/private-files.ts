import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { openOwnFile } from './own-file.ts';

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;
// Not on Windows.
const SAFE = (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);

/** Ours alone: 0700, a real directory, nobody else's. A link or a foreign directory is refused. */
export function ensurePrivateDirectory(path: string): void {
  if (makeDirectory(path)) return;
  const stat = lstatSync(path);
  if (!stat.isDirectory()) throw new Error(`${path} is not a directory`);
  if (process.getuid === undefined) return;
  if (stat.uid !== process.getuid() && process.getuid() !== 0) throw new Error(`${path} belongs to somebody else`);
  if ((stat.mode & 0o022) !== 0) throw new Error(`${path} is writable for others (chmod 700 it)`);
  const outer = dirname(path);
  // Another user could put a directory in place of ours; the sticky bit, as /tmp has it, rules that out.
  const { mode } = lstatSync(outer);
  if ((mode & 0o022) !== 0 && (mode & 0o1000) === 0) throw new Error(`${outer} is writable for others (chmod 700 it)`);
}

/** False: something is there already. By hand, because Node's own `recursive` never ends where the parent exists and nothing can be made in it, as in /proc. */
function makeDirectory(path: string): boolean {
  // Mostly it is there, and an error would cost more than the question.
  if (existsSync(path)) return false;
  try {
    return makeOne(path);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    makeDirectory(parent);
    return makeOne(path);
  }
}

function makeOne(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * One write for the whole text, at the end of the file: on a local file system concurrent writers neither tear nor lose each other's lines.
 * Links are not followed, and a pipe in place of the file does not block us.
 */
export function appendPrivate(path: string, text: string): void {
  ensurePrivateDirectory(dirname(path));
  const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | SAFE, 0o600);
  try {
    if (!fstatSync(file).isFile()) throw new Error(`${path} is not a regular file`);
    const written = writeSync(file, text);
    if (written < Buffer.byteLength(text)) {
      // Disk full: end the torn line, so that it spoils only itself.
      writeSync(file, '\n');
      throw new Error(`${path}: only ${written} of ${Buffer.byteLength(text)} bytes could be written`);
    }
  } finally {
    closeSync(file);
  }
}

/** Null when there is no such file. */
export function readPrivate(path: string): string | null {
  const opened = openOwnFile(path);
  if (opened === null) return null;
  try {
    return readFileSync(opened.file, 'utf8');
  } finally {
    closeSync(opened.file);
  }
}

/** Readers see the old text or the new one, never half of it. */
export function replacePrivate(path: string, text: string): void {
  ensurePrivateDirectory(dirname(path));
  const draft = `${path}.${process.pid}.${Date.now().toString(36)}.tmp`;
  const file = openSync(draft, O_WRONLY | O_CREAT | O_EXCL | SAFE, 0o600);
  try {
    writeFileSync(file, text);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}

/** True for the one process that makes it. */
export function claimPrivate(path: string): boolean {
  ensurePrivateDirectory(dirname(path));
  try {
    closeSync(openSync(path, O_WRONLY | O_CREAT | O_EXCL | SAFE, 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
