import { FOLD } from '../../session/state.ts';
import { LONGEST_WHAT } from '../lean-line.ts';
import type { StoredDecision } from '../store.ts';
import type { PoolClient } from './driver.ts';
import { recordKey, sessionKey, storable } from './keys.ts';
import { paceOf, tallyOf } from './roll-ups.ts';

export interface SessionChange {
  id: string;
  /** Facts before. */
  from: number;
  /** Facts now. */
  length: number;
  added: readonly string[];
  /** A snapshot of all of them, where one is due. */
  packed: string | null;
}

export interface UnitChange {
  team: string;
  server: string;
  decisions: readonly StoredDecision[];
  sessions: readonly SessionChange[];
}

/**
 * One statement for all that a unit has changed. A decision that is there already is an error (23505), never ignored. The pace has a row for each
 * connection, since nearly every unit writes to it: units must not wait for one row.
 */
export async function writeUnit(client: Pick<PoolClient, 'query'>, unit: UnitChange): Promise<void> {
  if (unit.decisions.length === 0 && unit.sessions.length === 0) return;
  const { team, server, decisions, sessions } = unit;
  await client.query(WRITE, [
    team,
    server,
    FOLD,
    JSON.stringify(sessions.map(({ id, length, packed }) => ({ id, length, packed }))),
    JSON.stringify(
      sessions.flatMap(({ id, from, added }) => added.map((body, index) => ({ id, seq: from + index + 1, body }))),
    ),
    JSON.stringify(decisions.map(decisionRow)),
    JSON.stringify(tallyOf(decisions)),
    JSON.stringify(paceOf(decisions)),
  ]);
}

const DECISION_ROW = `AS row(at timestamptz, machine bigint, id text, session text, agent text, event text, native text, tool text, actor text, call text,
  project text, verdict text, rules text[], what text, took_us int, policy text, bundle int, hash text, line text, answer text)`;

const WRITE = `
WITH changed AS (
  UPDATE session SET length = row.length, last_at = now(), packed = coalesce(row.packed, session.packed), fold = $3,
    covered = CASE WHEN row.packed IS NOT NULL THEN row.length WHEN session.fold = $3 THEN covered ELSE 0 END
  FROM json_to_recordset($4::json) AS row(id text, length bigint, packed text) WHERE session.team = $1 AND session.id = row.id
), facts AS (
  INSERT INTO fact (team, session, seq, body)
  SELECT $1, id, seq, body FROM json_to_recordset($5::json) AS row(id text, seq bigint, body text)
), decisions AS (
  INSERT INTO decision (at, machine, id, team, session, agent, event, native, tool, actor, call, project, verdict, rules, what, took_us, policy, bundle, hash)
  SELECT at, machine, id, $1, session, agent, event, native, tool, actor, call, project, verdict, rules, what, took_us, policy, bundle, hash
  FROM json_to_recordset($6::json) ${DECISION_ROW}
), records AS (
  INSERT INTO record (at, machine, id, line, answer)
  SELECT at, machine, id, coalesce(line, ''), coalesce(answer, '') FROM json_to_recordset($6::json) ${DECISION_ROW}
  WHERE line IS NOT NULL OR coalesce(answer, '') <> ''
), paces AS (
  INSERT INTO pace (team, hour, server, slot, buckets)
  SELECT $1, hour, $2, pg_backend_pid() % 64, buckets FROM json_to_recordset($8::json) AS row(hour timestamptz, buckets int[])
  ON CONFLICT (team, hour, server, slot) DO UPDATE SET buckets =
    ARRAY(SELECT old + new FROM unnest(pace.buckets, excluded.buckets) WITH ORDINALITY AS sum(old, new, place) ORDER BY place)
)
INSERT INTO tally (team, hour, rule, mode, effective, server, hits, excused, would, last)
SELECT $1, hour, rule, mode, effective, $2, hits, excused, would, last
FROM json_to_recordset($7::json)
  AS row(hour timestamptz, rule text, mode text, effective text, hits int, excused int, would int, last timestamptz)
ON CONFLICT (team, hour, rule, mode, effective, server) DO UPDATE SET
  hits = tally.hits + excluded.hits, excused = tally.excused + excluded.excused,
  would = tally.would + excluded.would, last = greatest(tally.last, excluded.last)`;

function decisionRow({ key, line, text, answer, bundle }: StoredDecision): Record<string, unknown> {
  const short = (value: string | null | undefined) =>
    value === null || value === undefined ? null : storable(value).slice(0, 200);
  return {
    at: new Date(key.at).toISOString(),
    machine: key.machine,
    id: recordKey(key.id),
    session: sessionKey(line.session),
    agent: short(line.agent),
    event: short(line.event),
    native: short(line.nativeEvent),
    tool: short(line.tool),
    actor: short(line.actor),
    call: short(line.callId),
    project: short(line.project),
    verdict: line.verdict,
    rules: line.rules.map(storable),
    what: storable(line.what).slice(0, LONGEST_WHAT),
    took_us: Math.min(2 ** 31 - 1, Math.max(0, Math.round(line.durationMs * 1000))),
    policy: short(line.policy),
    bundle,
    hash: line.hash,
    line: text === null ? null : storable(text),
    answer: answer === null ? null : storable(answer),
  };
}
