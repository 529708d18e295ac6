import { basename, join } from 'node:path';
import { listNames } from '../system/node/files.ts';
import { appendPrivate, readPrivate } from '../system/node/private-files.ts';
import { readJournal, sessionsDirectory } from './file-state.ts';

export interface Offer {
  code: string;
  rule: string;
  about: string;
  /** The session's journal. */
  journal: string;
}

/** The latest refusal that named this code, whichever session it was in. */
export function findOffer(stateDirectory: string, code: string): Offer | null {
  let found: (Offer & { at: number }) | null = null;
  for (const name of listNames(sessionsDirectory(stateDirectory))) {
    if (!name.endsWith('.jsonl')) continue;
    const journal = join(sessionsDirectory(stateDirectory), basename(name));
    const text = readPrivate(journal) ?? '';
    if (!text.includes(code)) continue;
    for (const fact of readJournal(text).facts) {
      if (fact.kind === 'once-offered' && fact.code === code && fact.at >= (found?.at ?? 0))
        found = { code, rule: fact.rule, about: fact.about, journal, at: fact.at };
    }
  }
  return found;
}

export function grantOnce({ code, journal }: Offer, at: number): void {
  appendPrivate(journal, `${JSON.stringify({ kind: 'once-granted', code, at })}\n`);
}
