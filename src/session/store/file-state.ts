import type { System } from '../../system/ports.ts';
import { join } from 'node:path';
import { journalName, type SessionStore } from '../session.ts';
import { emptySession, type Fact, readFact } from '../state.ts';
import { appendPrivate, readPrivate } from '../../system/files/private-files.ts';
import { foldJournal } from './folded-journal.ts';

export interface FileState extends SessionStore {
  read: NonNullable<SessionStore['read']>;
}

/** One journal per session: `<state>/sessions/<id>.jsonl`. Long ones have a snapshot: `<state>/folds/<id>`. */
export function fileState(system: System, stateDirectory: string): FileState {
  const pathOf = (session: string) => join(sessionsDirectory(stateDirectory), journalName(session));
  const read = (session: string) => readJournal(readPrivate(system, pathOf(session)) ?? '');
  return {
    append: (session, facts) => {
      if (facts.length > 0)
        appendPrivate(system, pathOf(session), facts.map((fact) => `${JSON.stringify(fact)}\n`).join(''));
    },
    fold: (session) => {
      const snapshot = join(stateDirectory, 'folds', journalName(session).slice(0, -'.jsonl'.length));
      return foldJournal(system, pathOf(session), snapshot)?.state ?? emptySession();
    },
    read,
  };
}

export function sessionsDirectory(stateDirectory: string): string {
  return join(stateDirectory, 'sessions');
}

/** Torn and foreign lines are left out and counted. */
export function readJournal(text: string): { facts: Fact[]; skipped: number } {
  const facts: Fact[] = [];
  let skipped = 0;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const fact = readFact(line);
    if (fact === null) skipped++;
    else facts.push(fact);
  }
  return { facts, skipped };
}
