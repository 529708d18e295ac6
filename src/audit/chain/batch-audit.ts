import type { AuditRecord } from '../audit-record.ts';
import { type GrowingBytes, type GrowingFile, openGrowingBytes } from '../../system/node/audit-files.ts';
import { fileSize } from '../../system/node/files.ts';
import { type AuditFrame, auditLine, lineEnding, LONGEST_LINE, placeText } from '../record/audit-line.ts';
import { CHAIN_BYTES, PREV_BYTES, SEGMENT_BYTES } from './file-audit.ts';
import { findPlace, type Place } from './find-place.ts';
import { keptText } from '../record/kept-text.ts';
import { segmentPath, witnessPath } from './trail-files.ts';
import { witnessOf } from './witness.ts';

export interface AuditEntry {
  record: AuditRecord;
  frame: AuditFrame;
}

export interface BatchAuditOptions {
  stateDirectory: string;
  segmentBytes?: number | undefined;
  sha256: Sha256;
}

export type Sha256 = (bytes: Uint8Array) => string;

interface Line {
  hash: string;
  bytes: number;
}

interface Batch {
  lines: Line[];
  /** All of them, as they stand in the file. */
  bytes: Uint8Array;
}

export interface BatchAudit {
  /** All lines with one write, in the order given. Throws when they could not be written. */
  write: (entries: readonly AuditEntry[]) => void;
  close: () => void;
}

/** The segment at hand, kept open between batches. */
interface Hand extends Pick<Place<GrowingBytes>, 'segment' | 'file'> {
  path: string;
  witness: GrowingBytes;
  /** Where our last line ended, and its hash: while the file ends there, nobody else has written. */
  end: number;
  last: string;
}

/**
 * The same trail as `fileAudit` writes, for a process that stays: the files are kept open, and lines that come together are written together. Others may
 * write between two batches; then the end of the trail is looked for again.
 */
export function batchAudit(options: BatchAuditOptions): BatchAudit {
  const { stateDirectory, segmentBytes = SEGMENT_BYTES } = options;
  let hand: Hand | null = null;

  const letGo = () => {
    hand?.file.close();
    hand?.witness.close();
    hand = null;
  };

  const find = (): Pick<Place<GrowingBytes>, 'segment' | 'file' | 'chain'> & { isTorn: boolean; size: number } => {
    if (hand !== null && hand.end < segmentBytes && fileSize(hand.path) === hand.end) {
      const { segment, file, end, last } = hand;
      return { segment, file, isTorn: false, size: end, chain: { segment, at: end, prev: [last] } };
    }
    letGo();
    const { segment, file, tail, chain } = findPlace({ stateDirectory, segmentBytes, open: openGrowingBytes });
    const path = segmentPath(stateDirectory, segment);
    hand = { segment, path, file, witness: openGrowingBytes(witnessPath(stateDirectory, segment)), end: -1, last: '' };
    return { segment, file, isTorn: tail.isTorn, size: tail.size, chain };
  };

  const write = (entries: readonly AuditEntry[]): void => {
    const { segment, file, isTorn, size, chain } = find();
    // The first line of a segment speaks of the one before it; the others speak of their own.
    const now = chain.segment === segment ? entries : entries.slice(0, 1);
    const { lines, bytes } = chainUp(now, chain, isTorn, options.sha256);
    const [first, last] = [lines[0], lines.at(-1)];
    if (hand === null || first === undefined || last === undefined) return;
    file.appendBytes(bytes);
    const usual = usualEnd(first, size, isTorn);
    let end = endOf(first, file, size, usual);
    const isNext = end === usual;
    hand.witness.append(
      lines.map(({ hash, bytes }, index) => witnessOf(hash, (end += index === 0 ? 0 : bytes))).join(''),
    );
    // Somebody else's line that stands before ours is known to none of them: the end must be looked for again.
    Object.assign(hand, { end: isNext ? end : -1, last: last.hash });
    if (now.length < entries.length) write(entries.slice(1));
  };

  return {
    write: (entries) => {
      try {
        write(entries);
      } catch (error) {
        letGo();
        throw error;
      }
    },
    close: letGo,
  };
}

/**
 * The first line knows what was there; each further one knows the one before it. All say the same `at`: somebody else's line may come to stand between what
 * was there and the batch, and none of these knows it.
 */
function chainUp(entries: readonly AuditEntry[], chain: Place['chain'], isTorn: boolean, sha256: Sha256): Batch {
  const page = pageFor(entries.length * LONGEST_LINE + 2 * LONGEST_LINE);
  let end = isTorn ? page.write('\n') : 0;
  const { segment, at } = chain;
  let { prev } = chain;
  const lines = entries.map(({ record, frame }): Line => {
    const room = LONGEST_LINE - CHAIN_BYTES - (prev.length - 1) * PREV_BYTES;
    const start = end;
    // Measured by being written where it will stand.
    const lengthOf = (text: string) => page.write(text, start);
    end += auditLine(record, frame, room, { keepText: keptText, lengthOf }).bytes;
    end += page.write(placeText({ segment, at, prev }), end, 'latin1');
    const hash = sha256(page.subarray(start, end));
    end += page.write(lineEnding(hash), end, 'latin1');
    prev = [hash];
    return { hash, bytes: end - start };
  });
  return { lines, bytes: page.subarray(0, end) };
}

let kept: Buffer = Buffer.alloc(0);
const MOST_KEPT = 2 ** 20;

/** Kept from one batch to the next: to make one takes longer than to fill it. */
function pageFor(size: number): Buffer {
  if (size > MOST_KEPT) return Buffer.allocUnsafeSlow(size);
  if (kept.length < size) kept = Buffer.allocUnsafeSlow(size);
  return kept;
}

/** Where the first line ends if nobody else has written between the look at the file and the write. */
function usualEnd({ bytes }: Line, before: number, isTorn: boolean): number {
  return before + (isTorn ? 1 : 0) + bytes;
}

/** Where it really ends. */
function endOf({ hash }: Line, file: GrowingFile, before: number, usual: number): number {
  const ending = lineEnding(hash);
  if (file.read(usual - ending.length, usual) === ending) return usual;
  return before + file.read(before, file.size()).indexOf(ending) + ending.length;
}
