import type { ShownVerdict } from '../../../audit/query/decision.ts';
import type { DecisionRow } from '../../rows.ts';
import { type Pool, runQuery } from '../driver.ts';

/** A decision as the tables hold it: a machine has its own id, a number here, and a name. */
export interface KeptDecision extends Omit<DecisionRow, 'mark'> {
  machine: string;
  machineNo: number;
  host: string;
  mark: KeptMark | null;
  /** The whole line; null: only the lean row was sent, or it was not asked for. */
  line: string | null;
}

interface KeptMark {
  kind: string;
  note: string;
  at: number;
  /** The label of the token. */
  by: string;
}

interface SqlRow {
  id: string;
  machine: string;
  no: string;
  host: string;
  at: Date;
  agent: string;
  session: string;
  actor: string | null;
  event: string;
  native: string | null;
  tool: string | null;
  call: string | null;
  verdict: ShownVerdict;
  rules: string[];
  what: string;
  project: string | null;
  took_us: number;
  mark_kind: string | null;
  mark_note: string | null;
  mark_at: Date | null;
  mark_by: string | null;
  line: string | null;
}

/** Parameters by their number: `by.add(value)` is `$3`. */
export interface Parameters {
  values: unknown[];
  add: (value: unknown) => string;
}

export function parametersOf(...values: unknown[]): Parameters {
  return { values, add: (value) => `$${values.push(value)}` };
}

export interface RowsWanted {
  /** About `decision`. */
  where: string;
  order?: 'newest' | 'oldest';
  limit: number;
  withLines: boolean;
}

/** Decisions in the order of time, with what people said of them. */
export async function readRows(
  pool: Pick<Pool, 'query'>,
  { values }: Parameters,
  { where, order = 'newest', limit, withLines }: RowsWanted,
): Promise<KeptDecision[]> {
  const way = order === 'newest' ? 'DESC' : 'ASC';
  const rows = await query<SqlRow>(
    pool,
    `SELECT decision.id, machine.id AS machine, machine.no, host, decision.at, agent, session, actor, event, native, tool, call, verdict, rules, what,
       project, took_us, mark.kind AS mark_kind, mark.note AS mark_note, mark.made_at AS mark_at, token.label AS mark_by,
       ${withLines ? "nullif(record.line, '')" : 'NULL'} AS line
     FROM (SELECT * FROM decision ${joinedLines(where)} WHERE ${where}
       ORDER BY at ${way}, machine ${way}, id ${way} LIMIT ${limit}) AS decision
     JOIN machine ON machine.no = decision.machine
     LEFT JOIN mark ON mark.at = decision.at AND mark.machine = decision.machine AND mark.id = decision.id
     LEFT JOIN token ON token.id = mark.by_token
     ${withLines ? 'LEFT JOIN record ON record.at = decision.at AND record.machine = decision.machine AND record.id = decision.id' : ''}
     ORDER BY decision.at ${way}, decision.machine ${way}, decision.id ${way}`,
    values,
  );
  return rows.map(rowOf);
}

/** A condition that looks at the line needs it inside. */
function joinedLines(where: string): string {
  return where.includes('kept.line')
    ? 'LEFT JOIN (SELECT at, machine, id, line FROM record) AS kept USING (at, machine, id)'
    : '';
}

function rowOf(row: SqlRow): KeptDecision {
  const { id, machine, no, host, at, agent, session, actor, event, tool, verdict, rules, what, line } = row;
  return {
    id,
    machine,
    machineNo: Number(no),
    host,
    at: at.getTime(),
    agent,
    session,
    actor,
    event,
    nativeEvent: row.native ?? '',
    tool,
    callId: row.call,
    verdict,
    rules,
    what,
    project: row.project ?? '',
    durationMs: row.took_us / 1000,
    mark:
      row.mark_kind === null
        ? null
        : { kind: row.mark_kind, note: row.mark_note ?? '', at: row.mark_at?.getTime() ?? 0, by: row.mark_by ?? '' },
    line,
  };
}

/** Rows of any statement. */
export async function query<R extends object>(
  pool: Pick<Pool, 'query'>,
  sql: string,
  values: readonly unknown[],
): Promise<R[]> {
  return (await runQuery<R>(pool, sql, values)).rows;
}
