import type { Subject } from '../compile/artefact.ts';
import { didYouMean, nearest } from '../../protocol/text/did-you-mean.ts';
import { eventAsTool } from '../checks/event-as-tool.ts';
import { eventProblem } from './verb-events.ts';

const ACTIONS = ['run', 'write', 'read', 'fetch'] as const;

/** Tools of the agents we know; others are accepted unless they look like a slip of the pen. */
const TOOLS =
  'Bash PowerShell Edit Write MultiEdit NotebookEdit Read Glob Grep WebFetch WebSearch Agent Task TodoWrite ExitPlanMode EnterPlanMode AskUserQuestion Skill BashOutput KillShell TaskOutput TaskStop LSP NotebookRead LS SlashCommand ToolSearch Monitor REPL Workflow Config CronCreate ScheduleWakeup SendMessage EnterWorktree ExitWorktree'.split(
    ' ',
  );

/**
 * What `before` and `after` take, besides servers and tools of one's own.
 * @public `scripts/generate-policy-schema.mjs` imports it.
 */
export const SUBJECT_NAMES: readonly string[] = [...ACTIONS, 'mcp', 'any', ...TOOLS];

/** `A|B` or a list → names. */
export function namesOfSubject(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.flatMap((item) =>
    String(item)
      .split('|')
      .map((name) => name.trim()),
  );
}

export function readSubject(name: string): { subject: Subject } | { problem: string } {
  if (name === 'any') return { subject: { kind: 'any' } };
  if ((ACTIONS as readonly string[]).includes(name))
    return { subject: { kind: 'action', name: name as (typeof ACTIONS)[number] } };
  const mcp = /^mcp(?:\(\s*([\w.*-]+)\s*\))?$/.exec(name);
  if (mcp !== null) return { subject: { kind: 'mcp', server: mcp[1] ?? '*' } };
  if (TOOLS.includes(name) || name.startsWith('mcp__')) return { subject: { kind: 'tool', name } };
  const event = eventAsTool(name);
  if (event !== null) return { problem: event };
  if (!/^[A-Z]\w*$/.test(name) || nearest(name, SUBJECT_NAMES) !== null) {
    return {
      problem: `unknown subject "${name}"${didYouMean(name, SUBJECT_NAMES) || '; expected a tool, run, write, read, fetch, mcp(<server>) or any'}`,
    };
  }
  return { subject: { kind: 'tool', name } };
}

export function readEvent(name: string): { subject: Subject } | { problem: string } {
  const problem = eventProblem(name);
  return problem === null ? { subject: { kind: 'event', name } } : { problem };
}
