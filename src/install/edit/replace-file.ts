import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Refusal } from '../refusal.ts';
import { wordTrouble } from '../../protocol/text/file-trouble.ts';

export interface Replacement {
  path: string;
  /** What was read when the change was worked out; null: there was no file. */
  before: string | null;
  /** Null: the file is removed. */
  after: string | null;
  /** Of a new file; an existing one keeps its own. */
  mode: number;
}

/**
 * Readers see the old text or the new one, never half of it and never none. A link stays a link: its target is replaced. `changed`: another process
 * wrote in the meantime, so nothing was written.
 */
export function replaceFile({ path, before, after, mode }: Replacement): 'done' | 'changed' {
  const target = linkTarget(path);
  refuseReadOnly(target);
  if (after === null) {
    if (readWhole(target) !== before) return 'changed';
    rmSync(target, { force: true });
    return 'done';
  }
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`);
  try {
    writeDraft(draft, after, target, mode);
    // As late as possible: agents and editors know nothing of our lock.
    if (readWhole(target) !== before) return 'changed';
    renameSync(draft, target);
  } catch (error) {
    throw refusalOf(error as NodeJS.ErrnoException, target);
  } finally {
    rmSync(draft, { force: true });
  }
  syncDirectory(dirname(target));
  return 'done';
}

/** The text of a file; null: there is none. Bytes that are not UTF-8 would not survive an edit, so they are refused. */
export function readWhole(path: string): string | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new Refusal(`${path}: cannot be read (${code ?? message}); nothing was written`);
  }
  const text = bytes.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes))
    throw new Refusal(`${path}: is not UTF-8; save it as UTF-8 first, nothing was written`);
  return text;
}

/** Through links, also to a file that is not there yet. */
export function linkTarget(path: string): string {
  let target = path;
  for (let step = 0; step < 40; step++) {
    if (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return target;
    target = resolve(dirname(target), readlinkSync(target));
  }
  throw new Refusal(`${path}: symbolic links form a loop`);
}

/** Renaming over a read-only file would work, but someone made it read-only on purpose. The mode counts for root as well. */
export function refuseReadOnly(target: string): void {
  const directory = statSync(dirname(target), { throwIfNoEntry: false });
  if (directory !== undefined && (directory.mode & 0o222) === 0)
    throw new Refusal(`${dirname(target)}: is read-only; make it writable (chmod u+w), nothing was written`);
  const stat = statSync(target, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isFile()) throw new Refusal(`${target}: is not a regular file`);
  if ((stat.mode & 0o222) === 0 || !mayWrite(target))
    throw new Refusal(
      `${target}: is read-only; make it writable (chmod u+w) or choose another --scope, nothing was written`,
    );
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function writeDraft(draft: string, text: string, target: string, mode: number): void {
  const old = statSync(target, { throwIfNoEntry: false });
  const file = openSync(draft, 'wx', old === undefined ? mode : 0o600);
  try {
    const bytes = Buffer.from(text, 'utf8');
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    if (old !== undefined) {
      if (process.getuid?.() === 0) fchownSync(file, old.uid, old.gid);
      fchmodSync(file, old.mode & 0o7777);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function refusalOf(error: NodeJS.ErrnoException, target: string): Error {
  if (error instanceof Refusal) return error;
  const { code } = error;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new Refusal(`${dirname(target)}: may not be written (${wordTrouble(error)}); nothing was changed`);
  return new Refusal(`${target}: cannot be written (${wordTrouble(error)}); nothing was changed`);
}

/** So that the new name survives a power cut; not every system can. */
function syncDirectory(path: string): void {
  try {
    const directory = openSync(path, 'r');
    fsyncSync(directory);
    closeSync(directory);
  } catch {
    return;
  }
}
