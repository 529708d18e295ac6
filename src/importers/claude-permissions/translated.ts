import type { Draft, Translation } from '../importer.ts';

export type EntryVerb = 'deny' | 'ask' | 'allow';

/** What every rule made from an entry has. */
export interface Base {
  name: string;
  verb: EntryVerb;
  message: string;
}

export type Translated = Pick<Translation, 'fidelity' | 'notes' | 'drafts'>;

export function exact(draft: Draft): Translated {
  return { fidelity: 'exact', notes: [], drafts: [draft] };
}

export function no(why: string): Translated {
  return { fidelity: 'untranslated', notes: [why], drafts: [] };
}
