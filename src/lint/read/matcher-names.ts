import type { EventRow } from '../../protocol/event-row.ts';
import { matches } from '../../runtime/matcher.ts';
import type { GroupEntry } from './settings-document.ts';
import { RETIRED_TOOLS, TOOLS } from './tool-names.ts';

/** The names of a plain matcher; null when the client reads it as a regular expression, or it matches everything. */
export function plainNames(row: EventRow, matcher: string | undefined): string[] | null {
  if (row.subject === null || matcher === undefined || matcher === '' || matcher === '*') return null;
  const plain = row.narrowMatcher ? /^[A-Za-z0-9_|]*$/ : /^[A-Za-z0-9_\- ,|]*$/;
  if (!plain.test(matcher)) return null;
  return matcher
    .split(row.narrowMatcher ? '|' : /[|,]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The matcher when the client reads it as a regular expression. */
export function regexOf(group: GroupEntry): string | null {
  const { row, matcher } = group;
  if (row.subject === null || matcher === undefined || matcher === '' || matcher === '*') return null;
  return plainNames(row, matcher) === null ? matcher : null;
}

/** `Bash(git *)`, `Edit(*.ts)|Write(*.ts)`: permission rules where a matcher belongs; the matcher that was meant. */
export function ruleInMatcher(matcher: string): string | null {
  const rules = matcher.trim().split(/(?<=\))\s*[|,]\s*(?=[A-Za-z]+(?:\(|$))/);
  const tools = rules.map((rule) => /^([A-Za-z]+)\(.*\)$/.exec(rule.trim())?.[1]);
  return tools.every((tool) => tool !== undefined && TOOLS.includes(tool)) ? [...new Set(tools)].join('|') : null;
}

/** `Bash:git`: a tool and something after a colon, which belongs to no name. */
export function toolBeforeColon(matcher: string): string | null {
  const tool = /^([A-Za-z]+):[\w *.-]*$/.exec(matcher)?.[1];
  return tool !== undefined && TOOLS.includes(tool) ? tool : null;
}

/** A tool of this name is or was there, or an MCP tool could be. */
export function isToolName(row: EventRow, name: string): boolean {
  if (/^mcp__.+__./.test(name) || RETIRED_TOOLS.includes(name)) return true;
  return TOOLS.some((tool) => matches(row, name, tool).matches);
}

/** `mcp__memory`, `mcp__memory__`: a server, but no tool. */
export function isServerName(name: string): boolean {
  return /^mcp__(?:(?!__).)+(?:__)?$/.test(name);
}
