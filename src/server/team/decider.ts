import { AlreadyStored, type RecordKey, StoreAway, type Unit, type UnitStore } from '../../store/store.ts';

/** One hook call of a team, ready to be judged. */
export interface DeciderCall {
  team: string;
  session: string;
  key: RecordKey;
  /** The caller has asked before: its answer may be stored. */
  isRepeated: boolean;
}

export interface Decider<C extends DeciderCall> {
  /** The answer, once it is stored. Rejects with `TooBusy` before anything is judged, or with `StoreAway`. */
  decide: (call: C) => Promise<string>;
  /** Calls that have no answer yet. */
  waiting: () => number;
}

export interface DeciderOptions<C extends DeciderCall> {
  units: UnitStore;
  /** Judges one call on the staged sessions, adds its decision and returns its answer. Never throws. */
  judge: (call: C, unit: Unit) => string;
  limits?: DeciderLimits;
  onUnit?: (seconds: number) => void;
}

interface DeciderLimits {
  /** Units that are under way at the same time. */
  flights: number;
  /** Calls of one unit. */
  calls: number;
  waiting: number;
  /** Milliseconds that the oldest call may have waited when a new one comes. */
  ageMs: number;
}

const USUAL: DeciderLimits = { flights: 2, calls: 64, waiting: 2_000, ageMs: 2_000 };

/** More calls wait than can be answered in time. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy';
}

interface Waiting<C> {
  call: C;
  since: number;
  done: (answer: string) => void;
  failed: (error: unknown) => void;
}

/**
 * Gathers the calls of one turn of the event loop into units of work. Calls of one session stay in order: while a unit with a session is under way, no
 * other takes it.
 */
export function createDecider<C extends DeciderCall>(options: DeciderOptions<C>): Decider<C> {
  const { units, judge, limits = USUAL } = options;
  let queue: Waiting<C>[] = [];
  const busy = new Set<string>();
  let [flights, open, scheduled] = [0, 0, false];

  const schedule = () => {
    if (scheduled || queue.length === 0 || flights >= limits.flights) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      while (flights < limits.flights) {
        const batch = takeBatch();
        if (batch.length === 0) return;
        void fly(batch);
      }
    });
  };

  /** Calls of one team whose sessions are free; the others keep their places. */
  function takeBatch(): Waiting<C>[] {
    const batch: Waiting<C>[] = [];
    const left: Waiting<C>[] = [];
    const skipped = new Set<string>();
    let team: string | null = null;
    for (const one of queue) {
      const name = nameOf(one.call);
      const fits = batch.length < limits.calls && (team === null || team === one.call.team);
      if (fits && !busy.has(name) && !skipped.has(name)) {
        ({ team } = one.call);
        batch.push(one);
      } else {
        skipped.add(name);
        left.push(one);
      }
    }
    queue = left;
    return batch;
  }

  async function fly(batch: Waiting<C>[]): Promise<void> {
    const names = batch.map(({ call }) => nameOf(call));
    for (const name of names) busy.add(name);
    flights++;
    const started = performance.now();
    try {
      await land(batch);
      options.onUnit?.((performance.now() - started) / 1000);
    } finally {
      for (const name of names) busy.delete(name);
      flights--;
      open -= batch.length;
      schedule();
    }
  }

  async function land(batch: Waiting<C>[]): Promise<void> {
    try {
      const answers = await answersOf(batch.map(({ call }) => call));
      for (const [index, { done }] of batch.entries()) done(answers[index] ?? '');
    } catch (error) {
      // Something about one call that the database does not take must not fail the others.
      if (batch.length > 1 && !(error instanceof StoreAway)) for (const one of batch) await land([one]);
      else for (const { failed } of batch) failed(error);
    }
  }

  async function answersOf(calls: readonly C[]): Promise<string[]> {
    const attempt = (repeated: readonly C[]) =>
      units.unit(
        {
          team: calls[0]?.team ?? '',
          sessions: calls.map(({ session }) => session),
          repeated: repeated.map(({ key }) => key),
        },
        (unit) => {
          const own = new Map<string, string>();
          return calls.map((call) => {
            const name = `${call.key.machine} ${call.key.id}`;
            // The same record twice in one unit: a caller that did not wait for its answer.
            const answer = own.get(name) ?? unit.answerOf(call.key) ?? judge(call, unit);
            own.set(name, answer);
            return answer;
          });
        },
      );
    try {
      return await attempt(calls.filter(({ isRepeated }) => isRepeated));
    } catch (error) {
      if (!(error instanceof AlreadyStored)) throw error;
      // An earlier attempt arrived late: whatever of this unit is stored is answered from there.
      return attempt(calls);
    }
  }

  return {
    decide: (call) =>
      new Promise((done, failed) => {
        const now = performance.now();
        const oldest = queue[0]?.since ?? now;
        if (queue.length >= limits.waiting || now - oldest > limits.ageMs)
          return failed(new TooBusy('more calls wait than can be answered in time'));
        open++;
        queue.push({ call, since: now, done, failed });
        schedule();
      }),
    waiting: () => open,
  };
}

function nameOf({ team, session }: DeciderCall): string {
  return `${team}\n${session}`;
}
