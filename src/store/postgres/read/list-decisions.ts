import { type Filter, matcherOf } from '../../../audit/query/filter.ts';
import { decisionOf } from '../../../audit/query/decision.ts';
import type { AuditLine } from '../../../audit/record/audit-line.ts';
import type { Pool } from '../driver.ts';
import { sessionKey } from '../keys.ts';
import { type KeptDecision, type Parameters, parametersOf, query, readRows } from './rows.ts';

export interface TeamFilter extends Pick<
  Filter,
  'verdicts' | 'rules' | 'tools' | 'session' | 'grep' | 'since' | 'until'
> {
  /** Its id or its host name. */
  machine?: string | undefined;
}

export interface ListedDecisions {
  rows: KeptDecision[];
  next: string | null;
  /** How many match, and how many there are at all; null: more than are counted, or a search for text. */
  matching: number | null;
  total: number | null;
}

/** More are not counted: a count looks at every row. */
const MOST_COUNTED = 10_000;
/** Rows that a text search looks at for one page. */
const MOST_ROUNDS = 20;

/** Newest first. */
export async function listDecisions(
  pool: Pick<Pool, 'query'>,
  team: string,
  filter: TeamFilter,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<ListedDecisions> {
  const searches = filter.grep !== undefined;
  const rows: KeptDecision[] = [];
  let [cursor, isLast] = [before, false];
  // The database looks for the text in the whole line, so it may find some that only the payload names.
  for (let round = 0; rows.length <= limit && !isLast && round < MOST_ROUNDS; round++) {
    const parameters = parametersOf(team);
    const where = [...conditionsOf(filter, parameters), ...afterCursor(cursor, parameters)].join(' AND ');
    const found = await readRows(pool, parameters, { where, limit: limit + 1, withLines: searches });
    isLast = found.length <= limit;
    cursor = cursorOf(found.at(-1)) ?? cursor;
    rows.push(...(searches ? found.filter((row) => saysText(row, filter.grep ?? '')) : found));
  }
  const isMore = rows.length > limit || !isLast;
  const page = rows.slice(0, limit);
  return {
    rows: page,
    next: isMore ? (page.length === limit ? cursorOf(page.at(-1)) : (cursor ?? null)) : null,
    matching: searches ? null : await countOf(pool, team, filter),
    total: await countOf(pool, team, {}),
  };
}

export function cursorOf(row: Pick<KeptDecision, 'at' | 'machineNo' | 'id'> | undefined): string | null {
  return row === undefined ? null : `${row.at}.${row.machineNo}.${row.id}`;
}

function afterCursor(cursor: string | undefined, { add }: Parameters): string[] {
  const [, at, machine, id] = /^(\d{1,15})\.(\d{1,18})\.(.{1,64})$/s.exec(cursor ?? '') ?? [];
  if (at === undefined || machine === undefined || id === undefined) return [];
  return [`(at, machine, id) < (${add(new Date(Number(at)))}, ${add(machine)}, ${add(id)})`];
}

/** About `decision`; `$1` is the team. */
function conditionsOf(filter: TeamFilter, { add }: Parameters): string[] {
  const { verdicts, rules, tools, session, machine, grep, since, until } = filter;
  const isLoud = rules !== undefined || (verdicts !== undefined && !verdicts.includes('none'));
  return [
    'team = $1',
    // Says what the index of loud decisions says.
    ...(isLoud ? ["verdict <> 'none'"] : []),
    ...(verdicts === undefined ? [] : [`verdict = ANY(${add(verdicts)})`]),
    ...(tools === undefined ? [] : [`lower(coalesce(tool, '') COLLATE "C") LIKE ANY(${add(tools.map(pattern))})`]),
    ...(rules === undefined
      ? []
      : [
          `EXISTS (SELECT FROM unnest(rules) AS rule WHERE lower(rule COLLATE "C") LIKE ANY(${add(rules.map(pattern))}))`,
        ]),
    ...(session === undefined ? [] : [sessionCondition(session, add)]),
    ...(machine === undefined
      ? []
      : [`machine IN (SELECT no FROM machine AS own WHERE own.team = $1 AND ${add(machine)} IN (own.id, own.host))`]),
    ...(since === undefined ? [] : [`at >= ${add(new Date(since))}`]),
    ...(until === undefined ? [] : [`at < ${add(new Date(until))}`]),
    ...(grep === undefined ? [] : [textCondition(grep, add)]),
  ];
}

/** The beginning of an id, or an id that is too odd for the tables. */
function sessionCondition(session: string, add: Parameters['add']): string {
  return `(session LIKE ${add(`${escaped(session)}%`)} OR session = ${add(sessionKey(session))})`;
}

function textCondition(text: string, add: Parameters['add']): string {
  const [plain, inLine] = [text, JSON.stringify(text).slice(1, -1)].map((one) => add(`%${escaped(lowerAscii(one))}%`));
  return `(lower(what || E'\\n' || coalesce(project, '') COLLATE "C") LIKE ${plain} OR lower(kept.line COLLATE "C") LIKE ${inLine})`;
}

/** What `hookctl log --grep` looks at, where the line is here; else the row itself. */
function saysText({ line, what, project }: KeptDecision, text: string): boolean {
  const decision = line === null ? null : decisionOf(JSON.parse(line) as AuditLine);
  if (decision !== null) return matcherOf({ grep: text })(decision);
  return lowerAscii(`${what}\n${project}`).includes(lowerAscii(text));
}

async function countOf(pool: Pick<Pool, 'query'>, team: string, filter: TeamFilter): Promise<number | null> {
  const parameters = parametersOf(team);
  const where = conditionsOf(filter, parameters).join(' AND ');
  const [row] = await query<{ count: string }>(
    pool,
    `SELECT count(*) FROM (SELECT FROM decision WHERE ${where} LIMIT ${MOST_COUNTED + 1}) AS found`,
    parameters.values,
  );
  const count = Number(row?.count ?? 0);
  return count > MOST_COUNTED ? null : count;
}

/** `*` matches any text; case does not matter for ASCII letters. */
function pattern(text: string): string {
  return lowerAscii(text).split('*').map(escaped).join('%');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&').replaceAll('\0', '');
}

function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
