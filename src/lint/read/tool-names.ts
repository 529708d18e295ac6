import { nearest } from '../../protocol/text/did-you-mean.ts';
import type { EventRow } from '../../protocol/event-row.ts';

/** Tools of the client by the names that matchers and `if` see. New ones come with every release, so an unknown name is not yet a mistake. */
export const TOOLS: readonly string[] = [
  'Agent',
  'AskUserQuestion',
  'Bash',
  'BashOutput',
  'CronCreate',
  'CronDelete',
  'CronList',
  'Edit',
  'EndConversation',
  'EnterPlanMode',
  'EnterWorktree',
  'ExitPlanMode',
  'ExitWorktree',
  'Glob',
  'Grep',
  'LSP',
  'ListAgents',
  'ListMcpResourcesTool',
  'Monitor',
  'NotebookEdit',
  'PowerShell',
  'PushNotification',
  'Read',
  'ReadMcpResourceDirTool',
  'ReadMcpResourceTool',
  'RemoteTrigger',
  'ScheduleWakeup',
  'SendMessage',
  'SendUserMessage',
  'Skill',
  'SlashCommand',
  'StructuredOutput',
  'TaskCreate',
  'TaskGet',
  'TaskList',
  'TaskOutput',
  'TaskStop',
  'TaskUpdate',
  'TeamCreate',
  'TeamDelete',
  'TodoWrite',
  'ToolSearch',
  'WebFetch',
  'WebSearch',
  'Workflow',
  'Write',
];

/** Tools that were taken out again; in a list beside living ones they do no harm. */
export const RETIRED_TOOLS: readonly string[] = ['MultiEdit', 'LS', 'NotebookRead', 'TodoRead', 'Computer'];

/** What other agents call their tools; people carry the names over. */
const FOREIGN =
  /^(?:Shell|Terminal|Execute|Exec|Create|ApplyPatch|WriteFile|ReadFile|EditFile|FileEdit|FileWrite|RunCommand|StrReplace|Search|Fetch|Command|File)$/;

/** Could a newer client have a tool of this name? Then lint must not report that there is none. */
export function mayBeNew(name: string): boolean {
  return /^[A-Z][a-z]+(?:[A-Z][a-z]*)*$/.test(name) && !FOREIGN.test(name) && nearest(name, TOOLS) === null;
}

/** Values a matcher of this event can meet; null where anything can come. */
export function knownSubjects(row: EventRow): readonly string[] | null {
  if (row.subject === null) return null;
  if (row.subject === 'tool_name') return TOOLS;
  const field = row.payload[row.subject];
  return field !== undefined && typeof field === 'object' && 'known' in field ? field.known : null;
}
