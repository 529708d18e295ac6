import { nodeSystem } from '../../system/node/system.ts';
import { fileLines } from '../../system/node/file-lines.ts';
import { fileSize } from '../../system/node/files.ts';
import { prunedThrough } from '../chain/pruned-mark.ts';
import { dayFiles, segmentNumbers, segmentPath, witnessedSegments, witnessPath } from '../chain/trail-files.ts';
import type { Chain } from '../record/audit-line.ts';
import { readWitness, type Witness } from '../chain/witness.ts';
import { type TrailFinding, MOST_FINDINGS } from './finding.ts';
import { readChainLine } from './read-line.ts';
import {
  addEdited,
  addForeign,
  addRecord,
  finishSegment,
  followReferences,
  isEmpty,
  openSegment,
  type ReadRecord,
  type Referrer,
  type Segment,
  tipsOf,
} from './segment.ts';

export interface TrailReport {
  ok: boolean;
  /** Records that are part of the chain. */
  lines: number;
  segments: number;
  /** A person has removed the segments up to this one with `hookctl audit prune`; 0: none. */
  pruned: number;
  /** Lines of versions that kept no chain: nothing can be said about them. */
  unchained: number;
  /** Half records, left by hooks that were killed while they wrote. */
  unfinished: number;
  /** Records whose hook was killed before it could note that it wrote them, or which were added by hand. */
  unwitnessed: number;
  /** Hashes at the end of the chain: kept elsewhere, they prove later that everything up to here is still the same. */
  head: string[];
  findings: TrailFinding[];
  /** Findings beyond the first ones, which are not listed. */
  moreFindings: number;
}

/** What one reading of the trail goes by and comes to. */
interface Verification {
  stateDirectory: string;
  report: TrailReport;
  /** The segments that are there, in order, and how much of each was there at the beginning. */
  segments: number[];
  sizes: ReadonlyMap<number, number>;
  /** The size of each witness file at the beginning. */
  witnessSizes: ReadonlyMap<number, number>;
  /** Segments whose file was reported as gone. */
  gone: Set<number>;
  /** Hashes that someone has kept and that have not been found so far. */
  expected: Set<string>;
}

/** Reads the whole trail once, one segment's hashes in memory. Hooks may go on writing meanwhile. */
export function verifyTrail(stateDirectory: string, expected: readonly string[] = []): TrailReport {
  const verification = beginVerification(stateDirectory, expected);
  const { report } = verification;
  for (const [number, size] of verification.witnessSizes) if (size > 0) reportIfGone(verification, number);
  report.unchained = unchainedLines(stateDirectory);
  let before: Segment | null = null;
  for (const number of verification.segments) {
    const segment = readSegment(verification, number, before);
    if (before !== null) closeSegment(verification, before);
    before = segment;
    report.head = isEmpty(segment) ? report.head : tipsOf(segment);
  }
  if (before !== null) closeSegment(verification, before);
  for (const hash of verification.expected)
    addFinding(report, {
      file: stateDirectory,
      kind: 'missing',
      line: null,
      text: `no line has the expected hash ${hash}`,
    });
  return report;
}

function beginVerification(stateDirectory: string, expected: readonly string[]): Verification {
  const report: TrailReport = {
    ok: true,
    lines: 0,
    segments: 0,
    pruned: prunedThrough(stateDirectory),
    unchained: 0,
    unfinished: 0,
    unwitnessed: 0,
    head: [],
    findings: [],
    moreFindings: 0,
  };
  // What is written first is measured last: witnesses before lines, later segments before earlier ones.
  const witnessSizes = new Map(
    witnessedSegments(nodeSystem, stateDirectory).map((n) => [n, fileSize(witnessPath(stateDirectory, n)) ?? 0]),
  );
  const segments = segmentNumbers(nodeSystem, stateDirectory);
  const sizes = new Map(segments.toReversed().map((n) => [n, fileSize(segmentPath(stateDirectory, n)) ?? 0]));
  return { stateDirectory, report, segments, sizes, witnessSizes, gone: new Set(), expected: new Set(expected) };
}

function addFinding(report: TrailReport, finding: TrailFinding): void {
  report.ok = false;
  if (report.findings.length < MOST_FINDINGS) report.findings.push(finding);
  else report.moreFindings++;
}

/** Reports a segment that was written once and is not there, unless a person has pruned it. */
function reportIfGone({ stateDirectory, report, sizes, gone }: Verification, number: number): void {
  if (number <= report.pruned || sizes.has(number) || gone.has(number)) return;
  gone.add(number);
  const file = segmentPath(stateDirectory, number);
  addFinding(report, { kind: 'missing', file, line: null, text: 'the whole file is gone' });
}

/** Lines of versions that wrote one file for each day. */
function unchainedLines(stateDirectory: string): number {
  let count = 0;
  for (const file of dayFiles(nodeSystem, stateDirectory))
    for (const { text } of fileLines(file)) if (text !== '') count++;
  return count;
}

function readSegment(verification: Verification, number: number, earlier: Segment | null): Segment {
  const { stateDirectory, report, sizes, expected } = verification;
  const file = segmentPath(stateDirectory, number);
  const segment = openSegment(number, (kind, line, text) => addFinding(report, { kind, file, line, text }));
  // The first lines of a segment refer to the one before it.
  const recordOf = (link: Chain, line: number, end: number): ReadRecord => ({
    hash: link.hash,
    line,
    end,
    sawUntil: link.segment === number ? link.at : -1,
  });
  let line = 0;
  report.segments++;
  for (const raw of fileLines(file, 0, sizes.get(number))) {
    line++;
    const read = readChainLine(raw);
    const end = raw.offset + raw.length;
    if (read.kind === 'unfinished') report.unfinished++;
    else if (read.kind === 'foreign') addForeign(segment, line, read.text);
    else if (read.kind === 'edited') addEdited(segment, recordOf(read.link, line, end), read.actualHash);
    else if (read.kind === 'record') {
      report.lines++;
      if (read.isGlued) report.unfinished++;
      expected.delete(read.link.hash);
      checkLink(verification, { link: read.link, line, file }, segment, earlier);
      addRecord(segment, recordOf(read.link, line, end));
    }
  }
  return segment;
}

/** Reports a record that refers to anything but its own segment and the previous one. */
function checkLink(
  verification: Verification,
  { link, line, file }: { link: Chain; line: number; file: string },
  segment: Segment,
  earlier: Segment | null,
): void {
  const isOwn = link.segment === segment.number;
  const referrer: Referrer = {
    link,
    name: `line ${line}${isOwn ? '' : ` of segment ${segment.number}`}`,
    report: (kind, text) => addFinding(verification.report, { kind, file, line, text }),
  };
  if (link.prev.length === 0) {
    if (earlier !== null || link.at !== 0 || !isOwn)
      addForeign(segment, line, 'it says it is the first line of the trail, and is not');
  } else if (isOwn) followReferences(segment, referrer);
  else if (link.segment === earlier?.number) followReferences(earlier, referrer);
  else if (link.segment > segment.number) addForeign(segment, line, `it belongs after segment ${link.segment}`);
  else reportIfGone(verification, link.segment);
}

function closeSegment({ stateDirectory, report, witnessSizes }: Verification, segment: Segment): void {
  const size = witnessSizes.get(segment.number);
  const path = witnessPath(stateDirectory, segment.number);
  if (size === undefined && !isEmpty(segment)) {
    const file = segmentPath(stateDirectory, segment.number);
    addFinding(report, { kind: 'missing', file, line: null, text: `its witness ${path} is gone` });
  }
  report.unwitnessed += finishSegment(segment, witnessesIn(path, size ?? 0));
}

function witnessesIn(path: string, size: number): Witness[] {
  const witnesses: Witness[] = [];
  for (const { text, ended } of fileLines(path, 0, size)) {
    const witness = text === null || !ended ? null : readWitness(text);
    if (witness !== null) witnesses.push(witness);
  }
  return witnesses;
}
