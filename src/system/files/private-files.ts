import { dirname } from 'node:path';
import { utf8Length } from '../../protocol/text/encoding.ts';
import type { System } from '../ports.ts';
import { openOwnFile } from './own-file.ts';

/** A private directory: 0700, not a link, owned by us. A link or a directory of another user is refused. */
export function ensurePrivateDirectory(system: System, path: string): void {
  if (makeDirectory(system, path)) return;
  const { files } = system;
  const directory = files.lstat(path);
  if (directory?.kind !== 'directory') throw new Error(`${path} is not a directory`);
  const user = system.userId();
  if (user === null) return;
  if (directory.userId !== user && user !== 0) throw new Error(`${path} belongs to another user`);
  if ((directory.mode & 0o022) !== 0) throw new Error(`${path} is writable by others (chmod 700 it)`);
  const outer = dirname(path);
  // Another user could put a directory in place of ours; the sticky bit, as /tmp has it, rules that out.
  const mode = files.lstat(outer)?.mode ?? 0;
  if ((mode & 0o022) !== 0 && (mode & 0o1000) === 0) throw new Error(`${outer} is writable by others (chmod 700 it)`);
}

/** False: something is there already. By hand, because Node's own `recursive` never ends where the parent exists and nothing can be made in it, as in /proc. */
function makeDirectory(system: System, path: string): boolean {
  // It usually exists, and an error would cost more than the question.
  if (system.files.exists(path)) return false;
  try {
    return makeOne(system, path);
  } catch (error) {
    const parent = dirname(path);
    if (codeOf(error) !== 'ENOENT' || parent === path) throw error;
    makeDirectory(system, parent);
    return makeOne(system, path);
  }
}

function makeOne({ files }: System, path: string): boolean {
  try {
    files.makeDirectory(path, 0o700);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** For files that we write: a link is not followed, and a pipe in the file's place does not block us. */
function openForWriting({ files }: System, path: string, more: 'O_APPEND' | 'O_EXCL'): number {
  const { flags } = files;
  return files.open(path, flags.O_WRONLY | flags.O_CREAT | flags[more] | flags.O_NOFOLLOW | flags.O_NONBLOCK, 0o600);
}

/**
 * One write for the whole text, at the end of the file: on a local file system concurrent writers neither tear nor lose each other's lines.
 */
export function appendPrivate(system: System, path: string, text: string): void {
  const { files } = system;
  ensurePrivateDirectory(system, dirname(path));
  const file = openForWriting(system, path, 'O_APPEND');
  try {
    if (files.fstat(file).kind !== 'file') throw new Error(`${path} is not a regular file`);
    const written = files.write(file, text);
    const length = utf8Length(text);
    if (written < length) {
      // Disk full: end the torn line, so that it spoils only itself.
      files.write(file, '\n');
      throw new Error(`${path}: only ${written} of ${length} bytes could be written`);
    }
  } finally {
    files.close(file);
  }
}

/** Null when there is no such file. */
export function readPrivate(system: Pick<System, 'files'>, path: string): string | null {
  const opened = openOwnFile(system, path);
  if (opened === null) return null;
  try {
    return system.files.readText(opened.file);
  } finally {
    system.files.close(opened.file);
  }
}

/** Readers see the old text or the new one, never half of it. */
export function replacePrivate(system: System, path: string, text: string): void {
  const { files } = system;
  ensurePrivateDirectory(system, dirname(path));
  const draft = `${path}.${system.processId()}.${Date.now().toString(36)}.tmp`;
  const file = openForWriting(system, draft, 'O_EXCL');
  try {
    files.writeAll(file, text);
  } catch (error) {
    files.removeFile(draft);
    throw error;
  } finally {
    files.close(file);
  }
  files.rename(draft, path);
}

/** True for the one process that makes it. */
export function claimPrivate(system: System, path: string): boolean {
  ensurePrivateDirectory(system, dirname(path));
  if (system.files.exists(path)) return false;
  try {
    system.files.close(openForWriting(system, path, 'O_EXCL'));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}
