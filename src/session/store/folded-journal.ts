import type { System } from '../../system/ports.ts';
import type { SessionSnapshot } from '../snapshot.ts';
import { createFold, FOLD, type Fold, readFact } from '../state.ts';
import { utf8Length } from '../../protocol/text/encoding.ts';
import { type JournalFile, openJournal } from '../../system/files/own-file.ts';
import { readPrivate, replacePrivate } from '../../system/files/private-files.ts';

/** The number of journal bytes that are folded again at each event, some twenty facts. More are worth a snapshot. */
const TAIL = 2 * 1024;

/** A large snapshot is not written again for every twenty facts. */
const SHARE = 16;

/** The end of what a snapshot covers, by which it recognises its journal. */
const ANCHOR = 128;

/**
 * The journal folded, from the snapshot beside it where there is one. A snapshot is what the first lines of the journal fold to, and nothing else. Every
 * process writes the same one, so that writers need not know of each other, and one that is lost, old, damaged or of another journal costs time only.
 */
export function foldJournal(system: System, journalPath: string, snapshotPath: string): Fold | null {
  const journal = openJournal(system, journalPath);
  if (journal === null) return null;
  try {
    const snapshot = journal.size > TAIL ? readSnapshot(system, snapshotPath, journal) : null;
    const fold = snapshot?.fold ?? createFold();
    const covered = snapshot?.covered ?? 0;
    const bytes = journal.bytes(covered, journal.size);
    const text = utf8Length(bytes) === bytes.length ? bytes : journal.text(covered);
    // Another process may be writing the last line.
    const whole = text.lastIndexOf('\n') + 1;
    addLines(fold, text.slice(0, whole));
    const more = bytes.lastIndexOf('\n') + 1;
    if (more > Math.max(TAIL, (snapshot?.size ?? 0) / SHARE))
      writeSnapshot(system, snapshotPath, { journal, covered: covered + more, fold });
    addLines(fold, text.slice(whole));
    return fold;
  } finally {
    journal.close();
  }
}

function addLines(fold: Fold, text: string): void {
  for (const line of text.split('\n')) {
    const fact = line === '' ? null : readFact(line);
    if (fact !== null) fold.add(fact);
  }
}

function readSnapshot(
  system: System,
  path: string,
  journal: JournalFile,
): { fold: Fold; covered: number; size: number } | null {
  try {
    const text = readPrivate(system, path) ?? '';
    const end = text.indexOf('\n');
    const covered = Number(text.slice(0, end).split(' ')[2]);
    const json = text.slice(end + 1);
    if (!(covered <= journal.size) || text.slice(0, end) !== headOf(system, journal, covered, json)) return null;
    return { fold: createFold(JSON.parse(json) as SessionSnapshot), covered, size: text.length };
  } catch {
    return null;
  }
}

interface Folded {
  journal: JournalFile;
  covered: number;
  fold: Fold;
}

function writeSnapshot(system: System, path: string, { journal, covered, fold }: Folded): void {
  try {
    const json = JSON.stringify(fold.snapshot());
    replacePrivate(system, path, `${headOf(system, journal, covered, json)}\n${json}`);
  } catch {
    // The journal has everything.
  }
}

/** Version, journal, how many of its bytes, what they end with, and what the rest of the snapshot is. */
function headOf({ textKey }: System, journal: JournalFile, covered: number, json: string): string {
  const anchor = journal.bytes(Math.max(0, covered - ANCHOR), covered);
  return `${FOLD} ${journal.inode} ${covered} ${textKey(anchor)} ${textKey(json)}`;
}
