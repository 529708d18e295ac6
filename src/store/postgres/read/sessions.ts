import { type Fact, readFact } from '../../../session/state.ts';
import type { SessionRow } from '../../rows.ts';
import type { Pool } from '../driver.ts';
import { sessionKey } from '../keys.ts';
import { type KeptDecision, parametersOf, query, readRows } from './rows.ts';

export interface KeptSession extends SessionRow {
  machine: string;
  host: string;
}

/** Sessions are found among this many of the newest decisions; older ones are on the next page. */
const WINDOW = 50_000;
/** The newest decisions of one session. */
const MOST_ROWS = 20_000;

interface SqlSession extends Omit<KeptSession, 'first' | 'last'> {
  first: Date;
  last: Date;
  no: string;
}

/** The latest first. */
export async function listSessions(
  pool: Pick<Pool, 'query'>,
  team: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<{ sessions: KeptSession[]; next: string | null }> {
  const cursor = readCursor(before);
  const { values, add } = parametersOf(team);
  const past = cursor === null ? '' : `AND at <= ${add(new Date(cursor.at))}`;
  const rows = await query<SqlSession>(
    pool,
    `WITH newest AS (SELECT machine, session, at FROM decision WHERE team = $1 ${past} ORDER BY at DESC LIMIT ${WINDOW}),
       own AS (SELECT machine, session FROM newest GROUP BY machine, session ORDER BY max(at) DESC LIMIT ${add(4 * limit + 1)})
     SELECT decision.session AS id, machine.id AS machine, machine.no, host, min(at) AS first, max(at) AS last,
       (array_agg(agent ORDER BY at, decision.id))[1] AS agent, coalesce((array_agg(project ORDER BY at, decision.id))[1], '') AS project,
       count(*)::int AS decisions, count(*) FILTER (WHERE event = 'before-tool')::int AS calls,
       count(*) FILTER (WHERE verdict = 'deny' AND event NOT IN ('stop', 'subagent-stop'))::int AS denied,
       count(*) FILTER (WHERE verdict = 'ask')::int AS asked,
       count(*) FILTER (WHERE verdict = 'deny' AND event IN ('stop', 'subagent-stop'))::int AS held,
       count(DISTINCT actor)::int AS subagents
     FROM own JOIN decision USING (machine, session) JOIN machine ON machine.no = decision.machine
     WHERE decision.team = $1 GROUP BY decision.session, machine.id, machine.no, host
     ORDER BY max(at) DESC, decision.session COLLATE "C", machine.no`,
    values,
  );
  const left = rows.filter((row) => cursor === null || isAfter(row, cursor));
  const page = left.slice(0, limit);
  const isMore = left.length > limit || rows.length > 4 * limit;
  const end = page.at(-1);
  return {
    sessions: page.map(({ no: _no, first, last, ...row }) => ({
      ...row,
      first: first.getTime(),
      last: last.getTime(),
    })),
    next: isMore && end !== undefined ? `${end.last.getTime()}.${end.no}.${end.id}` : null,
  };
}

interface Cursor {
  at: number;
  no: number;
  id: string;
}

function readCursor(text: string | undefined): Cursor | null {
  const [, at, no, id = ''] = /^(\d{1,15})\.(\d{1,18})\.(.*)$/s.exec(text ?? '') ?? [];
  return at === undefined ? null : { at: Number(at), no: Number(no), id };
}

/** A session that goes on was on an earlier page. */
function isAfter({ last, id, no }: SqlSession, cursor: Cursor): boolean {
  const at = last.getTime();
  if (at !== cursor.at) return at < cursor.at;
  return id === cursor.id ? Number(no) > cursor.no : id > cursor.id;
}

export interface WholeSession {
  /** Oldest first. */
  rows: KeptDecision[];
  /** What a session remembers that servers decided for; of other sessions only their machine knows it. */
  facts: Fact[];
}

/** Without a machine: of the one that was heard of last. */
export async function readSession(
  pool: Pick<Pool, 'query'>,
  team: string,
  id: string,
  machine: string | null,
): Promise<WholeSession> {
  const key = sessionKey(id);
  const parameters = parametersOf(team, key);
  const own =
    machine === null
      ? '(SELECT machine FROM decision WHERE team = $1 AND session = $2 ORDER BY at DESC LIMIT 1)'
      : `(SELECT no FROM machine AS own WHERE own.team = $1 AND own.id = ${parameters.add(machine)})`;
  const where = `team = $1 AND session = $2 AND machine = ${own}`;
  const rows = await readRows(pool, parameters, { where, limit: MOST_ROWS, withLines: false });
  const facts = await query<{ body: string }>(
    pool,
    `SELECT body FROM (SELECT seq, body FROM fact WHERE team = $1 AND session = $2 ORDER BY seq DESC LIMIT ${MOST_ROWS}) AS newest ORDER BY seq`,
    [team, key],
  );
  return { rows: rows.reverse(), facts: facts.flatMap(({ body }) => readFact(body) ?? []) };
}
