import type { Fact } from '../../session/state.ts';
import type { LoadedPolicy } from '../../policy/hook.ts';
import { createCallKeys } from './call-key.ts';
import type { PastEvent } from './past-event.ts';
import { createRemembered } from './remembered.ts';
import { createSessionMemory } from './session-memory.ts';
import { fileToldBy } from '../read/transcript/told-result.ts';
import { createWeigher, type Weighed, type WeigherOptions } from './weigher.ts';

export interface ReplayJudge {
  /** The session then remembers the event. */
  judge: (past: PastEvent) => Weighed;
  /** A session has ended: nothing remembers it. */
  forget: () => void;
}

/** Judges events in the order of the record, each policy with a memory of its own. What was found for a call is kept for others like it. */
export function createReplayJudge(policies: readonly LoadedPolicy[], options: WeigherOptions): ReplayJudge {
  const weigh = createWeigher(policies, options);
  const memories = policies.map(createSessionMemory);
  const remembered = createRemembered<Weighed | 'hangs on the file'>();
  const keyOf = createCallKeys();

  const recall = (past: PastEvent, key: string): Weighed | null => {
    const known = remembered.find(key);
    return (known === 'hangs on the file' ? find(withFile(key, past)) : known) ?? null;
  };
  const find = (key: string) => {
    const known = remembered.find(key);
    return known === 'hangs on the file' ? undefined : known;
  };

  const remember = (past: PastEvent, key: string, weighed: Weighed) => {
    if (weighed.hangsOn === 'more') return;
    remembered.keep(key, weighed.hangsOn === 'file' ? 'hangs on the file' : weighed);
    if (weighed.hangsOn === 'file') remembered.keep(withFile(key, past), weighed);
  };

  /** An equal call was judged before: the session remembers this one, too. */
  const accept = (past: PastEvent, weighed: Weighed): Weighed => {
    for (const [place, { facts }] of weighed.opinions.entries())
      if (facts.length > 0) memories[place]?.append(sessionOf(past), facts.map(at(past)));
    return weighed;
  };

  return {
    judge: (past) => {
      const key = options.present ? null : keyOf(past);
      const known = key === null ? null : recall(past, key);
      if (known !== null) return accept(past, known);
      const weighed = weigh(past, memories);
      if (key !== null) remember(past, key, weighed);
      return weighed;
    },
    forget: () => memories.forEach((memory) => memory.forgetAll()),
  };
}

export function sessionOf({ payload }: PastEvent): string {
  const { session_id: id } = payload;
  return typeof id === 'string' && id !== '' ? id : 'no-session';
}

function withFile(key: string, past: PastEvent): string {
  return `${key}\0${fileToldBy(past)?.newlines ?? ''}`;
}

/** Facts of an equal call, at the time of this one. */
function at(past: PastEvent): (fact: Fact) => Fact {
  return (fact) => (fact.at === past.at ? fact : { ...fact, at: past.at });
}
