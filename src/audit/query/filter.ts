import { type TrailDecision, searchableText, type ShownVerdict } from './decision.ts';
import { isAtOrBelow } from '../../protocol/text/path-below.ts';

/** Every condition must hold; of a list, one value. `*` matches any text, and case does not matter. */
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
  /** A directory, by all its names: decisions of projects in it. */
  project?: readonly string[] | undefined;
  /** A plain text. */
  grep?: string | undefined;
}

/** What a filter looks at, besides the text that `grep` searches. */
export type Filterable = Pick<
  TrailDecision,
  'id' | 'at' | 'agent' | 'session' | 'event' | 'nativeEvent' | 'tool' | 'verdict' | 'rules' | 'project'
>;

export function matcherOf(filter: Filter): (decision: TrailDecision) => boolean {
  return matcherBy<TrailDecision>(filter, searchableText);
}

/** The same for decisions of which fewer fields are available. */
export function matcherBy<D extends Filterable>(
  filter: Filter,
  textOf: (decision: D) => string,
): (decision: D) => boolean {
  const [agent, event, tool, rule] = [filter.agents, filter.events, filter.tools, filter.rules].map(oneOf);
  const { id = '', session = '', since = -Infinity, until = Infinity, verdicts } = filter;
  const searched = filter.grep === undefined ? null : lowerAscii(filter.grep);
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
    (filter.project === undefined || filter.project.some((root) => isAtOrBelow(root, decision.project))) &&
    (searched === null || lowerAscii(textOf(decision)).includes(searched));
}

function oneOf(patterns: readonly string[] | undefined): ((values: readonly string[]) => boolean) | null {
  if (patterns === undefined) return null;
  const expressions = patterns.map(wildcard);
  return (values) => values.some((value) => expressions.some((expression) => expression.test(value)));
}

/** Case is ignored for ASCII letters only. */
function wildcard(pattern: string): RegExp {
  const parts = lowerAscii(pattern)
    .split('*')
    .map((part) => part.replaceAll(/[\\^$.+?()[\]{}|/]/g, '\\$&'));
  const either = parts.join('.*').replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
  return new RegExp(`^${either}$`, 's');
}

function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
