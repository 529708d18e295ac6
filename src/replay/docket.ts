import { setImmediate } from 'node:timers/promises';
import type { PastEvent } from './past-event.ts';
import type { ReplayJudge } from './replay-judge.ts';
import type { Batch, Team } from './team.ts';
import type { Weighed } from './weigher.ts';

/** So many events wait for their turn before reading waits for them. */
const MOST_OPEN = 1_024;
const BATCH = 32;

export interface Docket {
  add: (past: PastEvent) => void;
  /** The session ends with what was added so far. */
  endSession: () => void;
  /** Notes what is ready, and goes on until not too much is open. */
  settle: () => Promise<void>;
  /** False: it was stopped before. */
  settleAll: (isStopped: () => boolean) => Promise<boolean>;
}

export interface DocketOptions {
  judge: ReplayJudge;
  team: Team | null;
  note: (past: PastEvent, weighed: Weighed) => void;
}

/** One event and how it comes to its judgement: it is known, its batch brings it, or it is judged when its turn comes. */
interface Case {
  past: PastEvent;
  known: Weighed | null;
  batch: Batch | null;
  place: number;
}

/**
 * Events wait here for their judgement and are noted strictly in the order of the record, whoever has judged them: what a session remembers, and the report, are the
 * same with any number of threads.
 */
export function createDocket({ judge, team, note }: DocketOptions): Docket {
  let open: (Case | 'end of session')[] = [];
  let head = 0;
  let batch: Batch | null = null;

  const assign = (past: PastEvent): Pick<Case, 'batch' | 'place'> => {
    if (team === null || !team.wants(past)) return { batch: null, place: 0 };
    batch ??= { events: [], answers: null };
    const assigned = { batch, place: batch.events.push(past) - 1 };
    if (batch.events.length >= BATCH) send();
    return assigned;
  };

  const send = () => {
    if (batch !== null) team?.give(batch);
    batch = null;
  };

  const close = ({ past, known, batch: brought, place }: Case) => {
    const found = known ?? brought?.answers?.[place] ?? null;
    if (found === null) return note(past, judge.judge(past));
    if (known === null) judge.remember(past, found);
    judge.accept(past, found);
    note(past, found);
  };

  /** As far as nobody has to be waited for. */
  const closeReady = () => {
    for (let next = open[head]; next !== undefined; next = open[++head]) {
      if (next === 'end of session') judge.forget();
      else if (next.batch !== null && next.batch.answers === null) break;
      else close(next);
    }
    open = open.slice(head);
    head = 0;
  };

  /** Helps with what the others have not begun, else waits for them. */
  const moveOn = async () => {
    const mine = team?.takeBack() ?? null;
    if (mine === null) return team?.news();
    mine.answers = mine.events.map(judge.judgeAlone);
    await setImmediate();
  };

  return {
    add: (past) => {
      const known = judge.recall(past);
      open.push({ past, known, ...(known === null ? assign(past) : { batch: null, place: 0 }) });
    },
    endSession: () => open.push('end of session'),
    settle: async () => {
      // A turn for their answers.
      if (team !== null) await setImmediate();
      closeReady();
      while (open.length > MOST_OPEN) {
        send();
        await moveOn();
        closeReady();
      }
    },
    settleAll: async (isStopped) => {
      send();
      closeReady();
      while (open.length > 0 && !isStopped()) {
        await moveOn();
        closeReady();
      }
      return open.length === 0;
    },
  };
}
