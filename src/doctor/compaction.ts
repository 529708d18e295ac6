import { compactState } from '../session/store/compact.ts';
import { type Check, notesOf } from './check.ts';
import { wordTroubleAt } from '../protocol/text/file-trouble.ts';

/** The only thing doctor changes: it removes state that no rule can ask for any more. */
export function compactionChecks(stateDirectory: string): Check[] {
  const notes = notesOf('State');
  try {
    const { sessions, others, bytes } = compactState(stateDirectory, Date.now());
    if (sessions + others > 0)
      notes.ok(
        'compacted',
        `Removed what is no longer needed (${Math.ceil(bytes / 1024)} KB): sessions without an event for 30 days: ${sessions}, older marks, snapshots and grants: ${others}.`,
        { where: stateDirectory },
      );
  } catch (error) {
    notes.warn('not-compacted', `State that is no longer needed could not be removed: ${wordTroubleAt(error)}.`, {
      where: stateDirectory,
      fix: 'Give yourself permission to remove these files.',
    });
  }
  return notes.all;
}
