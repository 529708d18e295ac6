import { nodeSystem } from '../../system/node/system.ts';
import { join } from 'node:path';
import { createCache } from '../../protocol/cache.ts';
import { journalName, type SessionStore } from '../session.ts';
import { createFold } from '../state.ts';
import { type FollowedFile, followFile } from '../../system/node/followed-file.ts';
import { fileState, readJournal, sessionsDirectory } from './file-state.ts';

/** Folded sessions in memory. */
const MOST_SESSIONS = 64;

interface Followed {
  file: FollowedFile;
  fold: ReturnType<typeof createFold>;
}

/**
 * The same journals as `fileState`, for a hook that stays in memory: a session is folded once and then followed. Other processes may write to it as
 * well; a journal that was replaced (compaction) is folded again.
 */
export function followedState(stateDirectory: string): SessionStore {
  const files = fileState(nodeSystem, stateDirectory);
  const sessions = createCache<string, Followed>({ max: MOST_SESSIONS });
  return {
    append: files.append,
    read: files.read,
    fold: (session) => {
      const followed = sessions.get(session, () => ({
        file: followFile(join(sessionsDirectory(stateDirectory), journalName(session))),
        fold: createFold(),
      }));
      const { added, restarted } = followed.file.read();
      if (restarted) followed.fold = createFold();
      if (added !== '') for (const fact of readJournal(added).facts) followed.fold.add(fact);
      return followed.fold.state;
    },
  };
}
