import { didYouMean } from '../../protocol/text/did-you-mean.ts';
import { matches } from '../../runtime/matcher.ts';
import {
  isServerName,
  isToolName,
  plainNames,
  regexOf,
  ruleInMatcher,
  toolBeforeColon,
} from '../read/matcher-names.ts';
import { type GroupEntry, spanOf } from '../read/settings-document.ts';
import { knownSubjects, mayBeNew, RETIRED_TOOLS } from '../read/tool-names.ts';
import { defineTrap } from '../trap.ts';

export const matcherMatchesNothing = defineTrap({
  id: 'matcher-matches-nothing',
  title: 'A matcher that matches nothing the client knows',
  severity: 'warning',
  looksAt: 'group',
  happens: 'The hook never runs, and nothing says so.',
  remedy: 'Use names the client has; `hookctl fire` shows which hooks an event would run.',
  heuristic:
    'Only when no part of the matcher can match. Tools that were retired do no harm in a list beside living ones. An expression is tried on every known value, and left alone when it could mean an MCP tool. A name that could be a new tool gets a note only.',
  evidence: { cases: ['o5-table-…'], protocol: 'Matchers' },
  *check(group) {
    const dead = whyDead(group);
    if (dead === null) return;
    const isGuess = group.row.subject === 'tool_name' && (plainNames(group.row, group.matcher) ?? []).some(mayBeNew);
    const at = spanOf(group.document, [...group.path, 'matcher']);
    yield { at, message: dead, ...(isGuess ? { severity: 'info' as const } : {}) };
  },
});

function whyDead(group: GroupEntry): string | null {
  const { row, matcher = '' } = group;
  const subjects = knownSubjects(row);
  if (subjects === null) return null;
  const names = plainNames(row, matcher);
  if (names !== null) {
    if (names.length === 0 || names.some((name) => isAlive(group, name, subjects) || isServerName(name))) return null;
    if (names.some((name) => subjects.some((one) => one.toLowerCase() === name.toLowerCase()))) return null;
    const hint = names.length === 1 ? didYouMean(matcher, subjects) : '';
    return `"${matcher}" is not a known ${row.subject === 'tool_name' ? 'tool' : row.subject} of the client${hint}`;
  }
  const regex = regexOf(group);
  if (regex === null || ruleInMatcher(regex) !== null || matches(row, regex, '').problem !== null) return null;
  if (subjects.some((one) => matches(row, regex, one).matches)) return null;
  // Anything may be part of the name of an MCP tool or server, or of a tool that is new.
  if (row.subject === 'tool_name' && !isCaseMistake(regex, subjects) && toolBeforeColon(regex) === null) return null;
  return `the expression "${regex}" matches none of the values the client knows`;
}

function isAlive({ row }: GroupEntry, name: string, subjects: readonly string[]): boolean {
  if (row.subject !== 'tool_name') return subjects.includes(name);
  return isToolName(row, name) && !RETIRED_TOOLS.includes(name);
}

function isCaseMistake(regex: string, subjects: readonly string[]): boolean {
  return (
    /^\^?\(?[a-z|]+\)?\$?$/.test(regex) &&
    subjects.some((one) =>
      regex
        .replaceAll(/[^a-z|]/g, '')
        .split('|')
        .includes(one.toLowerCase()),
    )
  );
}
