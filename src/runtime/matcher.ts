import type { EventRow } from '../protocol/event-row.ts';
import { boundedTest } from '../system/node/bounded-regex.ts';

/** Tools answer to their former names too. */
const FORMER_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['Agent', ['Task']],
  ['TaskStop', ['KillShell', 'KillBash']],
  ['ListAgents', ['ListPeers']],
  ['SendUserMessage', ['Brief']],
  ['ListMcpResourcesTool', ['ListMcpResources']],
  ['ReadMcpResourceTool', ['ReadMcpResource']],
  ['ReadMcpResourceDirTool', ['ReadMcpResourceDir']],
]);

export type MatchResult = { matches: boolean; problem: string | null };

/**
 * Plain characters: a list of exact, case-sensitive names. Anything else: an unanchored JavaScript regex.
 * A regex that does not compile never matches, silently; `problem` says so for people.
 */
export function matches(row: EventRow, matcher: string | undefined, subject: string | null): MatchResult {
  if (subject === null || matcher === undefined || matcher === '' || matcher === '*') return yes;
  const subjects = [subject, ...(row.subject === 'tool_name' ? (FORMER_NAMES.get(subject) ?? []) : [])];
  const plain = row.narrowMatcher ? /^[A-Za-z0-9_|]*$/ : /^[A-Za-z0-9_\- ,|]*$/;
  if (plain.test(matcher)) {
    const names = matcher.split(row.narrowMatcher ? '|' : /[|,]/).map((name) => name.trim());
    return { matches: subjects.some((one) => names.includes(one)), problem: null };
  }
  for (const one of subjects) {
    const result = boundedTest(matcher, one);
    if (result.problem !== null) return { matches: false, problem: result.problem };
    if (result.matches) return yes;
  }
  return { matches: false, problem: null };
}

const yes: MatchResult = { matches: true, problem: null };
