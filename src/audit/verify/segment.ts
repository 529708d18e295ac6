import type { Chain } from '../record/audit-line.ts';
import { MOST_PREV } from '../chain/trail-end.ts';
import { type Witness, witnessKey } from '../chain/witness.ts';
import type { FindingKind } from './finding.ts';

export type ReportFault = (kind: FindingKind, line: number | null, text: string) => void;

/** A record as it was read from a segment. */
export interface ReadRecord {
  hash: string;
  line: number;
  /** The byte of the segment behind it. */
  end: number;
  /** Its writer saw the segment up to this byte; -1: it saw only an earlier segment. */
  sawUntil: number;
}

interface KnownRecord extends ReadRecord {
  /** Counted over the records alone. */
  index: number;
}

/** A record that refers to others: it is in the same segment, or among the first of the next one. */
export interface Referrer {
  link: Chain;
  /** `line 7`, for people. */
  name: string;
  report: (kind: FindingKind, text: string) => void;
}

/**
 * The records of one segment as far as they have been read. Three laws hold for what hooks write: a record refers only to
 * records before it; of the records its writer saw, none is left unreferenced; and those records still end where they ended.
 */
export interface Segment {
  readonly number: number;
  readonly report: ReportFault;
  readonly byHash: Map<string, KnownRecord>;
  readonly byWitness: Map<string, KnownRecord>;
  /** Records that no other has referred to, by their index. */
  readonly unreferenced: Map<number, KnownRecord>;
  /** Hashes that were referred to before they came, with the record that refers to them. */
  readonly awaited: Map<string, Referrer>;
  count: number;
  hasFindings: boolean;
  /** Index of the last record with a finding: from there to the next anchor lengths prove nothing. */
  lastTroubled: number;
  /** The last record that another one has confirmed: where it ends, and where it ended when that one was written. */
  anchor: { index: number; end: number; endedAt: number };
}

export function openSegment(number: number, report: ReportFault): Segment {
  return {
    number,
    report,
    byHash: new Map(),
    byWitness: new Map(),
    unreferenced: new Map(),
    awaited: new Map(),
    count: 0,
    hasFindings: false,
    lastTroubled: -1,
    anchor: { index: -1, end: 0, endedAt: 0 },
  };
}

export function addRecord(segment: Segment, read: ReadRecord): void {
  const record = { ...read, index: segment.count++ };
  const before = segment.byHash.get(record.hash);
  if (before !== undefined)
    return reportFault(segment, 'repeated', record.line, `the same record as in line ${before.line}`);
  segment.byHash.set(record.hash, record);
  segment.byWitness.set(witnessKey(record.hash), record);
  const referrer = segment.awaited.get(record.hash);
  if (referrer === undefined) {
    segment.unreferenced.set(record.index, record);
    return;
  }
  segment.awaited.delete(record.hash);
  reportFault(segment, 'moved', record.line, `${referrer.name}, which is before it, refers to it`);
}

/** A record whose text was changed: known by the hash it bears and by `actualHash`, the one it has. What its writer saw is unknown. */
export function addEdited(segment: Segment, read: ReadRecord, actualHash: string): void {
  segment.unreferenced.clear();
  addRecord(segment, read);
  const record = segment.byHash.get(read.hash);
  if (record !== undefined && !segment.byHash.has(actualHash)) {
    segment.byHash.set(actualHash, record);
    segment.byWitness.set(witnessKey(actualHash), record);
  }
  reportFault(segment, 'edited', read.line, 'its hash does not fit its text');
}

/** A line that no hook has written there. */
export function addForeign(segment: Segment, line: number, text: string): void {
  reportFault(segment, 'foreign', line, text);
}

/** Checks what a record says of the records of this segment that its writer saw. */
export function followReferences(segment: Segment, referrer: Referrer): void {
  const { prev } = referrer.link;
  const seen: KnownRecord[] = [];
  for (const hash of prev) {
    const record = segment.byHash.get(hash);
    if (record === undefined) segment.awaited.set(hash, referrer);
    else seen.push(record);
  }
  for (const { index } of seen) segment.unreferenced.delete(index);
  if (seen.length < prev.length) {
    // The other records that its writer saw are no longer known.
    segment.lastTroubled = segment.count;
    segment.unreferenced.clear();
    return;
  }
  checkOrder(segment, seen, referrer);
  if (continuesOwnBatch(referrer.link, seen)) return;
  checkInserted(segment, seen.at(-1), referrer);
  checkLength(segment, seen.at(-1), referrer);
}

/** At the end: reports records that were referred to and never came, and witnessed ones that are gone. Returns how many records have no witness. */
export function finishSegment(segment: Segment, witnesses: readonly Witness[]): number {
  const { awaited, byWitness } = segment;
  const lost = new Set(witnesses.map(({ key }) => key).filter((key) => !byWitness.has(key)));
  for (const [hash, referrer] of awaited) {
    lost.delete(witnessKey(hash));
    reportOf(segment, referrer, 'missing', 'it refers to a line that is gone, or has changed');
  }
  if (lost.size > 0)
    reportFault(segment, 'missing', null, `${lines(lost.size)} once written here are gone or have changed`);
  for (const { key, end } of witnesses) {
    const record = byWitness.get(key);
    if (record === undefined || record.end === end || segment.hasFindings) continue;
    const text = `it ended at byte ${end} when it was written, and ends at byte ${record.end} now`;
    reportFault(segment, 'moved', record.line, text);
  }
  const witnessed = new Set(witnesses.map(({ key }) => key));
  return [...byWitness].filter(([key, record]) => key === witnessKey(record.hash) && !witnessed.has(key)).length;
}

/** Hashes of the records that no other record refers to. */
export function tipsOf({ unreferenced }: Segment): string[] {
  return [...unreferenced.values()].map(({ hash }) => hash);
}

export function isEmpty({ byHash }: Segment): boolean {
  return byHash.size === 0;
}

function checkOrder(segment: Segment, seen: readonly KnownRecord[], referrer: Referrer): void {
  if (seen.some(({ index }, i) => i > 0 && index <= (seen[i - 1]?.index ?? -1)))
    reportOf(segment, referrer, 'moved', 'the lines it refers to are in another order');
}

/** Records before those that the writer saw must be referred to as well: an unreferenced one came later. */
function checkInserted(segment: Segment, last: KnownRecord | undefined, { link, name }: Referrer): void {
  for (const record of segment.unreferenced.values()) {
    const wasSeen = namesAll(link) ? record.index <= (last?.index ?? -1) : record.end <= link.at;
    if (!wasSeen) return;
    segment.unreferenced.delete(record.index);
    reportFault(segment, 'inserted', record.line, `${name}, which was written after it, does not refer to it`);
  }
}

function checkLength(segment: Segment, last: KnownRecord | undefined, { link }: Referrer): void {
  const { anchor } = segment;
  if (last === undefined || !namesAll(link) || last.index <= anchor.index) return;
  const grown = last.end - anchor.end - (link.at - anchor.endedAt);
  if (grown !== 0 && segment.lastTroubled <= anchor.index) {
    const what = grown > 0 ? `${grown} bytes were added` : `${-grown} bytes were removed`;
    reportFault(segment, 'shifted', last.line, `${what} between here and ${lineNamed(segment, anchor.index)}`);
  }
  segment.anchor = { index: last.index, end: last.end, endedAt: link.at };
}

function reportFault(segment: Segment, kind: FindingKind, line: number | null, text: string): void {
  noteTrouble(segment);
  segment.report(kind, line, text);
}

/** The fault is in the record that refers to this segment. */
function reportOf(segment: Segment, referrer: Referrer, kind: FindingKind, text: string): void {
  noteTrouble(segment);
  referrer.report(kind, text);
}

function noteTrouble(segment: Segment): void {
  segment.hasFindings = true;
  segment.lastTroubled = segment.count;
}

function lineNamed({ byHash }: Segment, index: number): string {
  for (const record of byHash.values()) if (record.index === index) return `line ${record.line}`;
  return 'the start of the file';
}

/** A resident process writes several lines at once: they saw the same, and each refers to the line before it. */
function continuesOwnBatch(link: Chain, [before]: readonly KnownRecord[]): boolean {
  return link.prev.length === 1 && before?.sawUntil === link.at;
}

/** With a full list there may have been more lines without a reference to them. */
function namesAll({ prev }: Chain): boolean {
  return prev.length < MOST_PREV;
}

function lines(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`;
}
