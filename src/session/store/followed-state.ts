import { nodeSystem } from '../../system/node/system.ts';
import { join } from 'node:path';
import type { StatePort } from '../state-port.ts';
import { createFold } from '../state.ts';
import { type FollowedFile, followFile } from '../../system/node/followed-file.ts';
import { fileState, readJournal, sessionsDirectory } from './file-state.ts';
import { journalName } from './journal-name.ts';

/** Sessions kept folded; the one not asked for the longest goes first. */
const MOST_SESSIONS = 64;

interface Followed {
  file: FollowedFile;
  fold: ReturnType<typeof createFold>;
}

/**
 * The same journals as `fileState`, for a hook that stays in memory: a session is folded once and then followed. Other processes may write to it as
 * well; a journal that was replaced (compaction) is folded again.
 */
export function followedState(stateDirectory: string): StatePort {
  const files = fileState(nodeSystem, stateDirectory);
  const sessions = new Map<string, Followed>();
  return {
    append: files.append,
    fold: (session) => {
      const known: Followed = sessions.get(session) ?? {
        file: followFile(join(sessionsDirectory(stateDirectory), journalName(session))),
        fold: createFold(),
      };
      const { added, restarted } = known.file.read();
      if (restarted) known.fold = createFold();
      if (added !== '') for (const fact of readJournal(added).facts) known.fold.add(fact);
      sessions.delete(session);
      sessions.set(session, known);
      if (sessions.size > MOST_SESSIONS) sessions.delete(sessions.keys().next().value as string);
      return known.fold.state;
    },
  };
}
