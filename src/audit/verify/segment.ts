import type { Chain } from '../record/audit-line.ts';
import { MOST_PREV } from '../chain/trail-end.ts';
import { type Witness, witnessKey } from '../chain/witness.ts';
import type { FindingKind } from './finding.ts';

export type ReportFault = (kind: FindingKind, line: number | null, text: string) => void;

interface Known {
  hash: string;
  line: number;
  /** Counted over the records alone. */
  index: number;
  end: number;
  /** What it says it saw of this segment. */
  at: number;
}

/** Who speaks of the lines of a segment: a line of it, or one of the first lines of the next. */
interface Speaker {
  link: Chain;
  name: string;
  report: (kind: FindingKind, text: string) => void;
}

/**
 * The lines of one segment as far as they have been read. Three laws hold for what hooks write: a line refers only to
 * lines before it; of the lines its writer saw, none is left unreferenced; and those lines still end where they ended.
 */
export interface Segment {
  number: number;
  add: (hash: string, line: number, end: number, at: number) => void;
  /** A line whose text was changed: known by the hash it bears and by the one it has. What it saw is unknown. */
  addEdited: (hash: string, found: string, line: number, end: number, at: number) => void;
  addForeign: (line: number, text: string) => void;
  follow: (speaker: Speaker) => void;
  /** At the end: reports lines that were referred to and never came, and witnessed lines that are gone. Returns how
   * many lines have no witness. */
  finish: (witnesses: readonly Witness[]) => number;
  /** Hashes of the lines that no other line refers to. */
  tips: () => string[];
  isEmpty: () => boolean;
}

export function openSegment(number: number, report: ReportFault): Segment {
  const linesByHash = new Map<string, Known>();
  const byWitness = new Map<string, Known>();
  const open = new Map<number, Known>();
  const awaited = new Map<string, Speaker>();
  let count = 0;
  let findings = 0;
  /** Index of the last record with a finding: from there to the next fixed place lengths prove nothing. */
  let troubled = -1;
  let fixed = { index: -1, end: 0, original: 0 };

  const found = (reportFinding: () => void): void => {
    findings++;
    troubled = count;
    reportFinding();
  };

  const add: Segment['add'] = (hash, line, end, at) => {
    const one = { hash, line, index: count++, end, at };
    const before = linesByHash.get(hash);
    if (before !== undefined) return found(() => report('repeated', line, `the same record as in line ${before.line}`));
    linesByHash.set(hash, one);
    byWitness.set(witnessKey(hash), one);
    const speaker = awaited.get(hash);
    if (speaker === undefined) return void open.set(one.index, one);
    awaited.delete(hash);
    found(() => report('moved', line, `${speaker.name}, which is before it, refers to it`));
  };

  const checkOrder = (seen: readonly Known[], speaker: Speaker): void => {
    if (seen.some(({ index }, i) => i > 0 && index <= (seen[i - 1]?.index ?? -1)))
      found(() => speaker.report('moved', 'the lines it refers to are in another order'));
  };

  const checkUnknown = (last: Known | undefined, { link, name }: Speaker): void => {
    for (const one of open.values()) {
      const wasSeen = namesAll(link) ? one.index <= (last?.index ?? -1) : one.end <= link.at;
      if (!wasSeen) return;
      open.delete(one.index);
      found(() => report('inserted', one.line, `${name}, which was written after it, does not refer to it`));
    }
  };

  const checkLength = (last: Known | undefined, { link }: Speaker): void => {
    if (last === undefined || !namesAll(link) || last.index <= fixed.index) return;
    const grown = last.end - fixed.end - (link.at - fixed.original);
    if (grown !== 0 && troubled <= fixed.index) {
      const what = grown > 0 ? `${grown} bytes were added` : `${-grown} bytes were removed`;
      found(() => report('shifted', last.line, `${what} between here and ${lineNamed(fixed.index)}`));
    }
    fixed = { index: last.index, end: last.end, original: link.at };
  };

  const lineNamed = (index: number): string => {
    for (const one of linesByHash.values()) if (one.index === index) return `line ${one.line}`;
    return 'the start of the file';
  };

  return {
    number,
    add,
    addEdited: (hash, otherwise, line, end, at) => {
      open.clear();
      add(hash, line, end, at);
      const one = linesByHash.get(hash);
      if (one !== undefined && !linesByHash.has(otherwise)) {
        linesByHash.set(otherwise, one);
        byWitness.set(witnessKey(otherwise), one);
      }
      found(() => report('edited', line, 'its hash does not fit its text'));
    },
    addForeign: (line, text) => found(() => report('foreign', line, text)),
    follow: (speaker) => {
      const seen: Known[] = [];
      for (const hash of speaker.link.prev) {
        const one = linesByHash.get(hash);
        if (one === undefined) awaited.set(hash, speaker);
        else seen.push(one);
      }
      for (const { index } of seen) open.delete(index);
      if (seen.length < speaker.link.prev.length) {
        // What else it saw is no longer known.
        troubled = count;
        open.clear();
        return;
      }
      checkOrder(seen, speaker);
      if (continues(speaker.link, seen)) return;
      checkUnknown(seen.at(-1), speaker);
      checkLength(seen.at(-1), speaker);
    },
    finish: (witnesses) => {
      const lost = new Set(witnesses.map(({ key }) => key).filter((key) => !byWitness.has(key)));
      for (const [hash, speaker] of awaited) {
        lost.delete(witnessKey(hash));
        found(() => speaker.report('missing', 'it refers to a line that is gone, or has changed'));
      }
      if (lost.size > 0)
        found(() => report('missing', null, `${lines(lost.size)} once written here are gone or have changed`));
      for (const { key, end } of witnesses) {
        const one = byWitness.get(key);
        if (one === undefined || one.end === end || findings > 0) continue;
        found(() =>
          report('moved', one.line, `it ended at byte ${end} when it was written, and ends at byte ${one.end} now`),
        );
      }
      const witnessed = new Set(witnesses.map(({ key }) => key));
      return [...byWitness].filter(([key, one]) => key === witnessKey(one.hash) && !witnessed.has(key)).length;
    },
    tips: () => [...open.values()].map(({ hash }) => hash),
    isEmpty: () => linesByHash.size === 0,
  };
}

/** A resident process writes several lines at once: they saw the same, and each refers to the line before it. */
function continues(link: Chain, [before]: readonly Known[]): boolean {
  return link.prev.length === 1 && before?.at === link.at;
}

/** With a full list there may have been more lines without a reference to them. */
function namesAll({ prev }: Chain): boolean {
  return prev.length < MOST_PREV;
}

function lines(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`;
}
