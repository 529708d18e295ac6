import type { HourlyHits } from '../../../audit/query/hourly-hits.ts';
import type { Pool } from '../driver.ts';
import { type KeptDecision, parametersOf, query, readRows } from './rows.ts';

export interface Period {
  since: number;
  until: number;
}

/** What the roll-ups do not hold about a rule. */
export interface RuleExtent {
  sessions: number | null;
  machines: number | null;
  marks: number;
  falseAlarms: number;
}

/** At most this many decisions are read to count sessions and machines. */
const MOST_COUNTED = 200_000;

export async function readTallies(pool: Pick<Pool, 'query'>, team: string, span: Period): Promise<HourlyHits[]> {
  const rows = await query<Omit<HourlyHits, 'hour' | 'last'> & { hour: Date; last: Date | null }>(
    pool,
    `SELECT rule, mode, effective, hour, sum(hits)::int AS hits, sum(excused)::int AS excused, sum(would)::int AS would, max(last) AS last
     FROM tally WHERE team = $1 AND hour >= $2 AND hour < $3 GROUP BY rule, mode, effective, hour ORDER BY hour, rule, mode, effective`,
    [team, new Date(span.since), new Date(span.until)],
  );
  return rows.map((row) => ({ ...row, hour: row.hour.getTime(), last: (row.last ?? row.hour).getTime() }));
}

export async function readExtents(
  pool: Pick<Pool, 'query'>,
  team: string,
  span: Period,
  hits: number,
): Promise<Map<string, RuleExtent>> {
  const values = [team, new Date(span.since), new Date(span.until)];
  const extents = new Map<string, RuleExtent>();
  const of = (rule: string): RuleExtent => {
    const isCounted = hits <= MOST_COUNTED;
    const extent = extents.get(rule) ?? {
      sessions: isCounted ? 0 : null,
      machines: isCounted ? 0 : null,
      marks: 0,
      falseAlarms: 0,
    };
    extents.set(rule, extent);
    return extent;
  };
  if (hits <= MOST_COUNTED)
    for (const row of await query<{ rule: string; sessions: number; machines: number }>(
      pool,
      `SELECT rule, count(DISTINCT (machine, session))::int AS sessions, count(DISTINCT machine)::int AS machines
       FROM decision, unnest(rules) AS rule WHERE team = $1 AND at >= $2 AND at < $3 AND verdict <> 'none' GROUP BY rule`,
      values,
    ))
      Object.assign(of(row.rule), { sessions: row.sessions, machines: row.machines });
  for (const row of await query<{ rule: string; marks: number; wrong: number }>(
    pool,
    `SELECT rules[1] AS rule, count(*)::int AS marks, count(*) FILTER (WHERE kind = 'false-alarm')::int AS wrong
     FROM mark JOIN decision USING (at, machine, id) WHERE mark.team = $1 AND mark.at >= $2 AND mark.at < $3 AND rules <> '{}' GROUP BY rules[1]`,
    values,
  ))
    Object.assign(of(row.rule), { marks: row.marks, falseAlarms: row.wrong });
  return extents;
}

/** The newest decisions that the rule had something to say on, newest first. */
export function readRuleExamples(
  pool: Pick<Pool, 'query'>,
  team: string,
  rule: string,
  { since, until, limit }: Period & { limit: number },
): Promise<KeptDecision[]> {
  const parameters = parametersOf(team, [rule], new Date(since), new Date(until));
  const where = "team = $1 AND rules @> $2 AND rules <> '{}' AND at >= $3 AND at < $4";
  return readRows(pool, parameters, { where, limit, withLines: true });
}
