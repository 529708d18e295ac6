import type { GrowingFile } from '../../system/files/growing-file.ts';
import { type AuditEntry, auditLine, lineEnding, type WrittenLine } from '../record/audit-line.ts';
import type { Place } from './find-place.ts';
import { witnessOf } from './witness.ts';

export type Sha256 = (text: string) => string;

export interface Appended {
  /** Where the last line ends. */
  end: number;
  /** Its hash. */
  hash: string;
  /** Nobody else has written since the place was looked for. */
  isAlone: boolean;
}

/**
 * Writes lines with one write, and then their witnesses: a hook killed in between leaves a line without a witness,
 * never a witness without a line. The first line refers to what was there, each further one to the line before it.
 * All of them have the same `at`: another process may write between what was there and these lines, and none of them
 * knows that line.
 */
export function appendLines(
  entries: readonly AuditEntry[],
  { file, tail, chain }: Pick<Place, 'file' | 'tail' | 'chain'>,
  witness: GrowingFile,
  sha256: Sha256,
): Appended {
  let { prev } = chain;
  const lines = entries.map((entry) => {
    const line = auditLine(entry, { ...chain, prev }, sha256);
    prev = [line.hash];
    return line;
  });
  const newline = tail.isTorn ? '\n' : '';
  file.append(newline + lines.map(({ text }) => text).join(''));
  const start = tail.size + newline.length;
  const isAlone = file.size() === start + sum(lines);
  let end = isAlone ? start : startOf(lines, file, tail.size);
  witness.append(lines.map(({ hash, bytes }) => witnessOf(hash, (end += bytes))).join(''));
  return { end, hash: prev[0] ?? '', isAlone };
}

/** Where the first line begins when others may have written before and behind it since its place was looked for. */
function startOf([first]: readonly WrittenLine[], file: GrowingFile, before: number): number {
  if (first === undefined) return before;
  const ending = lineEnding(first.hash);
  return before + file.read(before, file.size()).indexOf(ending) + ending.length - first.bytes;
}

function sum(lines: readonly WrittenLine[]): number {
  return lines.reduce((total, { bytes }) => total + bytes, 0);
}
