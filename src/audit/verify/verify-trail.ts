import { nodeSystem } from '../../system/node/system.ts';
import { fileLines } from '../../system/node/file-lines.ts';
import { fileSize } from '../../system/node/files.ts';
import { prunedThrough } from '../chain/pruned-mark.ts';
import { dayFiles, segmentNumbers, segmentPath, witnessedSegments, witnessPath } from '../chain/trail-files.ts';
import type { Chain } from '../record/audit-line.ts';
import { readWitness, type Witness } from '../chain/witness.ts';
import { type TrailFinding, type FindingKind, MOST_FINDINGS } from './finding.ts';
import { readChainLine } from './read-line.ts';
import { openSegment, type Segment } from './segment.ts';

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

/** Reads the whole trail once, one segment's hashes in memory. Hooks may go on writing meanwhile. */
export function verifyTrail(stateDirectory: string, expected: readonly string[] = []): TrailReport {
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
  const find = (file: string, kind: FindingKind, line: number | null, text: string): void => {
    report.ok = false;
    if (report.findings.length < MOST_FINDINGS) report.findings.push({ kind, file, line, text });
    else report.moreFindings++;
  };
  const wanted = new Set(expected);

  // What is written first is measured last: witnesses before lines, later segments before earlier ones.
  const witnessed = new Map(
    witnessedSegments(nodeSystem, stateDirectory).map((n) => [n, fileSize(witnessPath(stateDirectory, n)) ?? 0]),
  );
  const segments = segmentNumbers(nodeSystem, stateDirectory);
  const sizes = new Map(segments.toReversed().map((n) => [n, fileSize(segmentPath(stateDirectory, n)) ?? 0]));

  const isGone = (number: number) => number > report.pruned && !sizes.has(number);
  const gone = new Set([...witnessed].filter(([number, size]) => size > 0 && isGone(number)).map(([number]) => number));
  for (const number of gone) findGone(number);
  for (const file of dayFiles(nodeSystem, stateDirectory))
    for (const { text } of fileLines(file)) if (text !== '') report.unchained++;

  let before: Segment | null = null;
  const close = (segment: Segment): void => {
    const size = witnessed.get(segment.number);
    const file = segmentPath(stateDirectory, segment.number);
    if (size === undefined && !segment.isEmpty())
      find(file, 'missing', null, `its witness ${witnessPath(stateDirectory, segment.number)} is gone`);
    report.unwitnessed += segment.finish(witnessesIn(witnessPath(stateDirectory, segment.number), size ?? 0));
  };
  for (const number of segments) {
    const segment = readSegment(number, before);
    if (before !== null) close(before);
    before = segment;
    report.head = segment.isEmpty() ? report.head : segment.tips();
  }
  if (before !== null) close(before);
  for (const hash of wanted) find(stateDirectory, 'missing', null, `no line has the expected hash ${hash}`);
  return report;

  function findGone(number: number): void {
    find(segmentPath(stateDirectory, number), 'missing', null, 'the whole file is gone');
  }

  function readSegment(number: number, earlier: Segment | null): Segment {
    const file = segmentPath(stateDirectory, number);
    const segment = openSegment(number, (kind, line, text) => find(file, kind, line, text));
    let line = 0;
    report.segments++;
    for (const raw of fileLines(file, 0, sizes.get(number))) {
      line++;
      const read = readChainLine(raw);
      const end = raw.offset + raw.length;
      if (read.kind === 'unfinished') report.unfinished++;
      else if (read.kind === 'foreign') segment.addForeign(line, read.text);
      else if (read.kind === 'edited') segment.addEdited(read.link.hash, read.found, line, end, seenOf(read.link));
      else if (read.kind === 'record') {
        report.lines++;
        if (read.isGlued) report.unfinished++;
        wanted.delete(read.link.hash);
        place(read.link, line);
        segment.add(read.link.hash, line, end, seenOf(read.link));
      }
    }
    return segment;

    /** The first lines of a segment speak of the one before it. */
    function seenOf(link: Chain): number {
      return link.segment === number ? link.at : -1;
    }

    function place(link: Chain, at: number): void {
      const speaker = {
        link,
        name: `line ${at}${link.segment === number ? '' : ` of segment ${number}`}`,
        report: (kind: FindingKind, text: string) => find(file, kind, at, text),
      };
      if (link.prev.length === 0) {
        if (earlier !== null || link.at !== 0 || link.segment !== number)
          segment.addForeign(at, 'it says it is the first line of the trail, and is not');
      } else if (link.segment === number) segment.follow(speaker);
      else if (link.segment === earlier?.number) earlier.follow(speaker);
      else if (link.segment > number) segment.addForeign(at, `it belongs after segment ${link.segment}`);
      else if (isGone(link.segment) && !gone.has(link.segment)) {
        gone.add(link.segment);
        findGone(link.segment);
      }
    }
  }
}

function witnessesIn(path: string, size: number): Witness[] {
  const witnesses: Witness[] = [];
  for (const { text, ended } of fileLines(path, 0, size)) {
    const witness = text === null || !ended ? null : readWitness(text);
    if (witness !== null) witnesses.push(witness);
  }
  return witnesses;
}
