import { Worker } from 'node:worker_threads';
import type { Artefact } from '../policy/hook.ts';
import type { PastEvent } from './past-event.ts';
import type { Batch, Team } from './team.ts';
import type { Weighed, WeigherOptions } from './weigher.ts';
import { isSendable, toWire, type WireEvent } from './wire-event.ts';

export interface WorkerData extends WeigherOptions {
  artefacts: readonly Artefact[];
}

export interface BatchRequest {
  number: number;
  events: WireEvent[];
}

export interface BatchAnswer {
  number: number;
  answers: (Weighed | null)[];
}

/** Enough that a thread does not wait for us while we read; the rest stays here, where we can take it back. */
const AHEAD = 3;
/** A thread keeps little; one that grows beyond this is ended, and we do its work. */
const LIMITS = { maxOldGenerationSizeMb: 192 };

interface Member {
  worker: Worker;
  /** By number. */
  begun: Map<number, Batch>;
}

/** What kind of event the others cannot judge more often than not is not given to them any more. */
const TRIES = 64;

/** Judges in worker threads. One that dies leaves its batches to us: nothing is lost but time. */
export function startTeam(size: number, file: string, data: WorkerData): Team {
  const waiting: Batch[] = [];
  const members: Member[] = [];
  const kinds = new Map<string, { given: number; refused: number }>();
  let told = () => {};
  let numbers = 0;

  const assign = () => {
    for (const { worker, begun } of members) {
      while (begun.size < AHEAD && waiting.length > 0) {
        const batch = waiting.shift() as Batch;
        begun.set(++numbers, batch);
        const request: BatchRequest = { number: numbers, events: batch.events.map(toWire) };
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
        worker.postMessage(request);
      }
    }
  };

  const answered = ({ begun }: Member, { number, answers }: BatchAnswer) => {
    const batch = begun.get(number);
    begun.delete(number);
    if (batch !== undefined) {
      batch.answers = answers;
      for (const [place, past] of batch.events.entries()) learn(past, answers[place] === null);
    }
    assign();
    told();
  };

  const learn = (past: PastEvent, refused: boolean) => {
    const kind = kinds.get(kindOf(past)) ?? { given: 0, refused: 0 };
    kinds.set(kindOf(past), { given: kind.given + 1, refused: kind.refused + (refused ? 1 : 0) });
  };

  const isWorthwhile = (past: PastEvent) => {
    const { given, refused } = kinds.get(kindOf(past)) ?? { given: 0, refused: 0 };
    return given < TRIES || refused * 3 < given * 2;
  };

  const lost = (member: Member) => {
    if (!members.includes(member)) return;
    members.splice(members.indexOf(member), 1);
    waiting.unshift(...member.begun.values());
    assign();
    told();
  };

  for (let count = 0; count < size; count++) {
    const member: Member = { worker: new Worker(file, { workerData: data, resourceLimits: LIMITS }), begun: new Map() };
    member.worker.on('message', (answer: BatchAnswer) => answered(member, answer));
    member.worker.on('error', () => lost(member));
    member.worker.on('exit', () => lost(member));
    members.push(member);
  }

  return {
    wants: (past) => members.length > 0 && isSendable(past) && isWorthwhile(past),
    give: (batch) => {
      waiting.push(batch);
      assign();
    },
    takeBack: () => waiting.shift() ?? null,
    news: () =>
      new Promise((resolve) => {
        told = resolve;
      }),
    close: async () => {
      await Promise.all(members.splice(0).map(({ worker }) => worker.terminate()));
    },
  };
}

function kindOf({ payload }: PastEvent): string {
  return `${payload.hook_event_name} ${String(payload['tool_name'])}`;
}
