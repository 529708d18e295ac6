import { createFold, type Fact, type Fold, FOLD, readFact } from '../../session/state.ts';
import type { SessionSnapshot } from '../../session/snapshot.ts';
import type { SessionStore } from '../../session/session.ts';
import {
  AlreadyStored,
  type RecordKey,
  type StoredDecision,
  type Unit,
  type UnitRequest,
  type UnitStore,
} from '../store.ts';
import { errorCode, inTransaction, type Pool, type PoolClient } from './driver.ts';
import { keyText, recordKey, sessionKey } from './keys.ts';
import { type SessionChange, writeUnit } from './write-unit.ts';

export interface PostgresUnitOptions {
  pool: Pool;
  /** Differs between the processes that use this database. */
  server: string;
  /** Folded sessions in memory: a hint only, since the length is checked under the lock. */
  mostSessions?: number;
}

interface LockedSession {
  key: string;
  fold: Fold;
  /** Facts in the database. */
  stored: number;
  /** Facts that the snapshot in the database covers. */
  covered: number;
  added: string[];
}

/** A snapshot is written when this many facts came after the last one. */
const SNAPSHOT_AFTER = 64;
const TRIES = 4;

/** Any number of servers work on one database: sessions are locked and folded for each unit, and no statement waits for two of them in different orders. */
export function postgresUnits({ pool, server, mostSessions = 5_000 }: PostgresUnitOptions): UnitStore {
  const folds = new Map<string, Fold>();

  const keep = (team: string, { key, fold }: LockedSession) => {
    if (folds.size >= mostSessions) folds.delete(folds.keys().next().value as string);
    folds.set(`${team} ${key}`, fold);
  };
  /** Taken out of the memory: whatever fails from now on, a fold with facts that were not stored is not found again. */
  const take = (team: string, key: string): Fold | null => {
    const fold = folds.get(`${team} ${key}`) ?? null;
    folds.delete(`${team} ${key}`);
    return fold;
  };

  async function attempt<T>(request: UnitRequest, work: (unit: Unit) => T): Promise<T> {
    const { team } = request;
    let locked: LockedSession[] = [];
    const result = await inTransaction(pool, async (client) => {
      locked = await lockSessions(client, request, take);
      const answers = await knownAnswers(client, request.repeated);
      const decisions: StoredDecision[] = [];
      const done = work({
        sessions: stagedSessions(locked),
        answerOf: (key) => answers.get(keyText(key)),
        add: (decision) => void decisions.push(decision),
      });
      await writeUnit(client, { team, server, decisions, sessions: locked.flatMap(changeOf) });
      return done;
    });
    for (const session of locked) keep(team, session);
    return result;
  }

  return {
    unit: async (request, work) => {
      for (let tried = 1; ; tried++) {
        try {
          return await attempt(request, work);
        } catch (error) {
          const code = errorCode(error);
          // An earlier attempt of one of the decisions arrived late. "ON CONFLICT DO NOTHING" would count its facts twice.
          if (code === '23505') throw new AlreadyStored('a decision of this unit is stored already', { cause: error });
          const isPassing = code === '40001' || code === '40P01' || code === '55P03';
          if (!isPassing || tried === TRIES) throw error;
        }
      }
    },
  };
}

/**
 * Lock and read are two statements: the snapshot of a statement is older than the lock it has waited for. Sessions are locked in one order, so that no two
 * units wait for each other.
 */
async function lockSessions(
  client: PoolClient,
  { team, sessions }: UnitRequest,
  take: (team: string, key: string) => Fold | null,
): Promise<LockedSession[]> {
  const keys = [...new Set(sessions.map(sessionKey))].sort();
  if (keys.length === 0) return [];
  const { rows } = await client.query<{ id: string; length: string; covered: string; fold: number }>(
    `INSERT INTO session (team, id, fold) SELECT $1, id, $3 FROM unnest($2::text[]) AS id ORDER BY id COLLATE "C"
     ON CONFLICT (team, id) DO UPDATE SET last_at = now() RETURNING id, length, covered, fold`,
    [team, keys, FOLD],
  );
  const locked = rows.map((row): LockedSession & { needs: boolean } => {
    const [stored, kept] = [Number(row.length), take(team, row.id)];
    const covered = row.fold === FOLD ? Number(row.covered) : 0;
    const isCurrent = kept !== null && kept.state.length <= stored && kept.state.length >= covered;
    const fold = isCurrent ? kept : createFold();
    return { key: row.id, fold, stored, covered, added: [], needs: fold.state.length < stored };
  });
  await readFacts(
    client,
    team,
    locked.filter(({ needs }) => needs),
  );
  return locked;
}

/** Brings the folds up to what the database holds: from their own length, or from the snapshot where they are behind it. */
async function readFacts(client: PoolClient, team: string, behind: LockedSession[]): Promise<void> {
  if (behind.length === 0) return;
  const packed = behind.filter(({ fold, covered }) => fold.state.length < covered);
  if (packed.length > 0) {
    const { rows } = await client.query<{ id: string; packed: string }>(
      'SELECT id, packed FROM session WHERE team = $1 AND id = ANY($2)',
      [team, packed.map(({ key }) => key)],
    );
    for (const { id, packed: text } of rows) {
      const session = packed.find(({ key }) => key === id);
      if (session !== undefined) session.fold = createFold(JSON.parse(text) as SessionSnapshot);
    }
  }
  const { rows } = await client.query<{ session: string; body: string }>(
    `SELECT session, body FROM fact JOIN unnest($2::text[], $3::bigint[]) AS known(id, length) ON session = known.id
     WHERE team = $1 AND seq > known.length ORDER BY session, seq`,
    [team, behind.map(({ key }) => key), behind.map(({ fold }) => fold.state.length)],
  );
  const byKey = new Map(behind.map((session) => [session.key, session]));
  for (const { session, body } of rows) {
    const fact = readFact(body);
    // A fact of a newer version counts as one that says nothing: its place in the order stays taken.
    byKey.get(session)?.fold.add(fact ?? ({ kind: 'unknown', at: 0 } as unknown as Fact));
  }
  for (const { key, fold, stored } of behind)
    if (fold.state.length !== stored)
      throw new Error(`session ${key}: ${fold.state.length} facts of ${stored} are there`);
}

async function knownAnswers(client: PoolClient, repeated: readonly RecordKey[]): Promise<Map<string, string>> {
  if (repeated.length === 0) return new Map();
  const { rows } = await client.query<{ at: Date; machine: string; id: string; answer: string }>(
    `SELECT at, machine, id, coalesce(record.answer, '') AS answer
     FROM unnest($1::timestamptz[], $2::bigint[], $3::text[]) AS asked(at, machine, id)
     JOIN decision USING (at, machine, id) LEFT JOIN record USING (at, machine, id)`,
    [
      repeated.map(({ at }) => new Date(at)),
      repeated.map(({ machine }) => machine),
      repeated.map(({ id }) => recordKey(id)),
    ],
  );
  return new Map(
    rows.map(({ at, machine, id, answer }) => [keyText({ at: at.getTime(), machine: Number(machine), id }), answer]),
  );
}

function stagedSessions(locked: readonly LockedSession[]): SessionStore {
  const byKey = new Map(locked.map((session) => [session.key, session]));
  const find = (id: string): LockedSession => {
    const session = byKey.get(sessionKey(id));
    if (session === undefined) throw new Error(`session ${id} is not part of this unit`);
    return session;
  };
  return {
    fold: (id) => find(id).fold.state,
    append: (id, facts) => {
      const session = find(id);
      for (const fact of facts) {
        const body = JSON.stringify(fact);
        session.added.push(body);
        session.fold.add(fact);
      }
    },
  };
}

function changeOf({ key, fold, stored, covered, added }: LockedSession): SessionChange[] {
  if (added.length === 0) return [];
  const { length } = fold.state;
  const isDue = length - covered >= SNAPSHOT_AFTER;
  return [{ id: key, from: stored, length, added, packed: isDue ? JSON.stringify(fold.snapshot()) : null }];
}
