import { recordTime } from '../../../audit/record/record-id.ts';
import { inTransaction, type Pool } from '../driver.ts';
import { recordKey, storable } from '../keys.ts';
import { type KeptMachine, type KeptPace, readMachines, readPace, readRefusals } from './fleet.ts';
import { followDecisions } from './live.ts';
import { type ListedDecisions, listDecisions, type TeamFilter } from './list-decisions.ts';
import { type KeptDecision, parametersOf, readRows } from './rows.ts';
import type { HourlyHits } from '../../../audit/query/hourly-hits.ts';
import { readRuleExamples, readExtents, readTallies, type RuleExtent, type Period } from './rules.ts';
import { type KeptSession, listSessions, readSession, type WholeSession } from './sessions.ts';

interface Page {
  before?: string | undefined;
  limit: number;
}

interface NewMark {
  id: string;
  /** Null: of the one machine that has a decision with this id. */
  machine: string | null;
  kind: string;
  note: string;
  /** The id of the token. */
  by: string;
}

/** What a team's page asks of the database. Everything is about one team. */
export interface TeamReads {
  list: (team: string, filter: TeamFilter, page: Page) => Promise<ListedDecisions>;
  /** With its line, and what its session did just before, oldest first. */
  one: (
    team: string,
    id: string,
    machine: string | null,
    before: number,
  ) => Promise<{ row: KeptDecision; before: KeptDecision[] } | null>;
  /** The newest with their lines, oldest first. */
  whole: (team: string, limit: number) => Promise<KeptDecision[]>;
  sessions: (team: string, page: Page) => Promise<{ sessions: KeptSession[]; next: string | null }>;
  session: (team: string, id: string, machine: string | null) => Promise<WholeSession>;
  tallies: (team: string, span: Period) => Promise<HourlyHits[]>;
  extents: (team: string, span: Period, hits: number) => Promise<Map<string, RuleExtent>>;
  examples: (team: string, rule: string, span: Period & { limit: number }) => Promise<KeptDecision[]>;
  follow: (team: string, show: (rows: KeptDecision[]) => void) => () => void;
  /** False: there is no such decision. */
  mark: (team: string, mark: NewMark) => Promise<boolean>;
  machines: (team: string) => Promise<KeptMachine[]>;
  pace: (team: string, span: Period) => Promise<KeptPace[]>;
  refusals: (team: string, since: number) => Promise<{ machine: string; denied: number; falseAlarms: number }[]>;
}

export function postgresReads(pool: Pool): TeamReads {
  return {
    list: (team, filter, page) => listDecisions(pool, team, filter, page),
    one: (team, id, machine, before) => readOne(pool, { team, id, machine }, before),
    whole: async (team, limit) => {
      const where = "team = $1 AND verdict <> 'none'";
      return (await readRows(pool, parametersOf(team), { where, limit, withLines: true })).reverse();
    },
    sessions: (team, page) => listSessions(pool, team, page),
    session: (team, id, machine) => readSession(pool, team, id, machine),
    tallies: (team, span) => readTallies(pool, team, span),
    extents: (team, span, hits) => readExtents(pool, team, span, hits),
    examples: (team, rule, span) => readRuleExamples(pool, team, rule, span),
    follow: (team, show) => followDecisions(pool, team, show),
    mark: (team, mark) => writeMark(pool, team, mark),
    machines: (team) => readMachines(pool, team),
    pace: (team, span) => readPace(pool, team, span),
    refusals: (team, since) => readRefusals(pool, team, since),
  };
}

interface Named {
  team: string;
  id: string;
  machine: string | null;
}

/** About `decision`: the time is part of the id, so the partition is known. Null: it is not an id of ours. */
function namedBy({ team, id, machine }: Named) {
  const at = recordTime(id);
  if (at === null) return null;
  const parameters = parametersOf(team, new Date(at), recordKey(id));
  const own =
    machine === null
      ? ''
      : ` AND machine = (SELECT no FROM machine AS own WHERE own.team = $1 AND own.id = ${parameters.add(machine)})`;
  return { parameters, where: `team = $1 AND at = $2 AND id = $3${own}` };
}

async function readOne(pool: Pool, named: Named, before: number) {
  const found = namedBy(named);
  if (found === null) return null;
  const [row] = await readRows(pool, found.parameters, { where: found.where, limit: 1, withLines: true });
  if (row === undefined) return null;
  const parameters = parametersOf(named.team, row.session, row.machineNo, new Date(row.at), row.id);
  const where = 'team = $1 AND session = $2 AND machine = $3 AND (at, id) < ($4, $5)';
  const earlier = await readRows(pool, parameters, { where, limit: before, withLines: false });
  return { row, before: earlier.reverse() };
}

async function writeMark(pool: Pool, team: string, { kind, note, by, ...named }: NewMark): Promise<boolean> {
  const found = namedBy({ team, ...named });
  if (found === null) return false;
  return inTransaction(pool, async (client) => {
    const [kindAt, noteAt, byAt] = [kind, storable(note), by].map(found.parameters.add);
    const { rows } = await client.query(
      `INSERT INTO mark (team, at, machine, id, kind, note, by_token)
       SELECT team, at, machine, id, ${kindAt}, ${noteAt}, ${byAt} FROM decision WHERE ${found.where} ORDER BY machine LIMIT 1
       ON CONFLICT (at, machine, id) DO UPDATE SET kind = excluded.kind, note = excluded.note, by_token = excluded.by_token, made_at = now()
       RETURNING 1`,
      found.parameters.values,
    );
    if (rows.length === 0) return false;
    const about = JSON.stringify({ id: named.id, machine: named.machine, kind });
    await client.query("INSERT INTO act (team, who, what, about) VALUES ($1, $2, 'mark', $3)", [team, by, about]);
    return true;
  });
}
