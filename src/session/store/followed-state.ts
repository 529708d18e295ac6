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
  /** The turn it was last looked at in. */
  readIn: number | undefined;
}

/**
 * The same journals as `fileState`, for a hook that stays in memory: a session is folded once and then followed. Other processes may write to it as
 * well; a journal that was replaced (compaction) is folded again. Where turns are counted, a journal is looked at once in each, and when we wrote to it.
 */
export function followedState(stateDirectory: string, turn?: () => number): StatePort {
  const files = fileState(stateDirectory);
  const sessions = new Map<string, Followed>();
  return {
    append: (session, facts) => {
      const known = sessions.get(session);
      if (known !== undefined) known.readIn = undefined;
      files.append(session, facts);
    },
    fold: (session) => {
      const now = turn?.();
      const before = sessions.get(session);
      if (before !== undefined && now !== undefined && before.readIn === now) return before.fold.state;
      const known: Followed = before ?? {
        file: followFile(join(sessionsDirectory(stateDirectory), journalName(session))),
        fold: createFold(),
        readIn: undefined,
      };
      const { added, restarted } = known.file.read();
      known.readIn = now;
      if (restarted) known.fold = createFold();
      if (added !== '') for (const fact of readJournal(added).facts) known.fold.add(fact);
      sessions.delete(session);
      sessions.set(session, known);
      if (sessions.size > MOST_SESSIONS) sessions.delete(sessions.keys().next().value as string);
      return known.fold.state;
    },
  };
}
