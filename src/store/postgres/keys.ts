import { createHash } from 'node:crypto';
import type { RecordKey } from '../store.ts';

/** PostgreSQL stores neither NUL nor half a surrogate pair in text. */
export function storable(text: string): string {
  return Buffer.from(text.replaceAll('\0', '\uFFFD'), 'utf8').toString('utf8');
}

const PLAIN = /^[\x20-\x7e]{1,200}$/;

/** The name of a session in the tables: its id where that is plain and short, else a hash of it, so that ids that are alike stay apart. */
export function sessionKey(id: string): string {
  if (PLAIN.test(id) && !id.startsWith('sha256:')) return id;
  // In UTF-16, since half a surrogate pair has no UTF-8.
  return `sha256:${createHash('sha256').update(Buffer.from(id, 'utf16le')).digest('hex')}`;
}

export function recordKey(id: string): string {
  return storable(id).slice(0, 64);
}

export function keyText({ at, machine, id }: RecordKey): string {
  return `${at} ${machine} ${recordKey(id)}`;
}
