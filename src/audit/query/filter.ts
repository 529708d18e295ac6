import type { Decision, ShownVerdict } from './decision.ts';

/** What is looked for; everything given must hold, one of each list. `*` stands for any text, and case does not matter. */
export interface Filter {
  /** The beginning of an id. */
  id?: string | undefined;
  /** The beginning of a session's id. */
  session?: string | undefined;
  agents?: readonly string[] | undefined;
  /** The agent's own name or ours: `PreToolUse` or `before-tool`. */
  events?: readonly string[] | undefined;
  tools?: readonly string[] | undefined;
  verdicts?: readonly ShownVerdict[] | undefined;
  rules?: readonly string[] | undefined;
  /** Milliseconds since the epoch; `until` is not included. */
  since?: number | undefined;
  until?: number | undefined;
  /** A plain text. */
  grep?: string | undefined;
}

export function matcherOf(filter: Filter): (decision: Decision) => boolean {
  const [agent, event, tool, rule] = [filter.agents, filter.events, filter.tools, filter.rules].map(oneOf);
  const { id = '', session = '', since = -Infinity, until = Infinity, verdicts } = filter;
  const wanted = filter.grep === undefined ? null : lowerAscii(filter.grep);
  return (decision) =>
    decision.id.startsWith(id) &&
    decision.session.startsWith(session) &&
    decision.at >= since &&
    decision.at < until &&
    (verdicts?.includes(decision.verdict) ?? true) &&
    (agent?.([decision.agent]) ?? true) &&
    (event?.([decision.event, decision.nativeEvent]) ?? true) &&
    (tool?.([decision.tool ?? '']) ?? true) &&
    (rule?.(decision.rules) ?? true) &&
    (wanted === null || lowerAscii(decision.text).includes(wanted));
}

function oneOf(patterns: readonly string[] | undefined): ((values: readonly string[]) => boolean) | null {
  if (patterns === undefined) return null;
  const expressions = patterns.map(likeExpression);
  return (values) => values.some((value) => expressions.some((expression) => expression.test(value)));
}

/** The same question in SQL: conditions on the table `decisions`, and their values in order. */
export function whereOf(filter: Filter): { where: string; values: (string | number)[] } {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const add = (condition: string, ...given: (string | number)[]) => {
    conditions.push(condition);
    values.push(...given);
  };
  const some = (patterns: readonly string[] | undefined, condition: string, times = 1) => {
    if (patterns === undefined) return;
    const given = patterns.flatMap((pattern) => Array.from({ length: times }, () => likePattern(pattern)));
    add(`(${patterns.map(() => condition).join(' OR ') || '0'})`, ...given);
  };
  if (filter.id !== undefined) add(BEGINS('id'), filter.id, filter.id);
  if (filter.session !== undefined) add(BEGINS('session'), filter.session, filter.session);
  some(filter.agents, LIKE('agent'));
  some(filter.events, `(${LIKE('event')} OR ${LIKE('nativeEvent')})`, 2);
  some(filter.tools, LIKE("ifnull(tool, '')"));
  some(filter.rules, `seq IN (SELECT decision FROM hits WHERE ${LIKE('rule')})`);
  if (filter.verdicts !== undefined)
    add(`verdict IN (${filter.verdicts.map(() => '?').join(', ')})`, ...filter.verdicts);
  if (filter.since !== undefined) add('at >= ?', filter.since);
  if (filter.until !== undefined) add('at < ?', filter.until);
  if (filter.grep !== undefined) add(LIKE('text'), `%${escapeLike(filter.grep)}%`);
  return { where: conditions.length === 0 ? '1' : conditions.join(' AND '), values };
}

const LIKE = (column: string) => `${column} LIKE ? ESCAPE '\\'`;
const BEGINS = (column: string) => `substr(${column}, 1, length(?)) = ?`;

function likePattern(pattern: string): string {
  return escapeLike(pattern).replaceAll('*', '%');
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

/** As SQLite reads it: case is ignored for ASCII letters only. */
function likeExpression(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[\\^$.+?()[\]{}|/]/g, '\\$&'));
  const either = parts.join('.*').replaceAll(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
  return new RegExp(`^${either}$`, 's');
}

function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
