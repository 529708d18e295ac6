import type { Capabilities } from '../../protocol/agent/capabilities.ts';
import type { Answers } from './answers.ts';
import type { ToolTable } from './tool-table.ts';

/** What an agent can do, starting from what is true of most: a hook that fails lets the call through, and nobody can be asked. */
export function capabilities(row: Partial<Capabilities>): Capabilities {
  return {
    package: null,
    program: null,
    version: null,
    evidence: 'documented',
    deny: 'blocks',
    ask: { interactive: 'runs', headless: 'runs' },
    rewrite: 'none',
    reason: 'model',
    context: [],
    prompt: 'blocks',
    stop: { held: false, limit: null },
    crash: 'runs',
    hang: 'runs',
    afterTool: 'in-order',
    notes: [],
    ...row,
  };
}

/** Claude Code's JSON, for agents that took it over. What they cannot do is left out by each. */
export const COPIED_FORMS: Answers = {
  deny: {
    'before-tool': 'nested',
    'after-tool': 'block',
    prompt: 'block',
    stop: 'block',
    'subagent-stop': 'block',
    'permission-request': 'behavior',
  },
  ask: null,
  allow: null,
  context: { 'session-start': 'nested', prompt: 'nested', 'after-tool': 'nested' },
  message: 'systemMessage',
};

/** For agents that say they follow Claude Code and that we have never run: the JSON, the exit code and standard error say the same. */
export const COPIED_BY_WORD: Answers = {
  ...COPIED_FORMS,
  deny: { ...COPIED_FORMS.deny, 'before-tool': 'nested-exit2' },
};

/** Exit code 2 and standard error, and nothing else. */
export const EXIT_FORMS: Answers = {
  deny: { 'before-tool': 'exit2', prompt: 'exit2', stop: 'exit2', 'subagent-stop': 'exit2' },
  ask: null,
  allow: null,
  context: {},
  message: null,
};

/**
 * For agents that load code instead of starting a program: hookctl's plugin starts the dispatcher and sends what its function got, as
 * `{ hook: "tool.execute.before", input, output, directory, worktree }` (OpenCode, Kilo) or `{ event, ctx }` (Pi). `agent`, `session_id`, `cwd`, `project_dir`,
 * `interactive`, `tool_name`, `tool_input` and `tool_use_id` at the top are understood as well. It reads one object: `decision` is "deny", "ask", "allow" or
 * "none"; `reason` goes with the first two, `additionalContext` is for the model, `systemMessage` for the person. An answer is never empty, so that no answer is
 * a failure. On a stop, "deny" means: send `reason` as the next prompt.
 */
export const PLUGIN_FORMS: Answers = {
  deny: { 'before-tool': 'deny', prompt: 'deny', stop: 'deny', 'after-tool': 'deny' },
  ask: 'decision',
  allow: 'decision',
  context: { 'session-start': 'flat', prompt: 'flat', 'after-tool': 'flat', 'before-tool': 'flat' },
  message: 'systemMessage',
  quiet: { beforeTool: { decision: 'none' }, others: { decision: 'none' } },
};

/** The names that Claude Code gave its tools, which many agents have kept. */
export const COPIED_TOOLS: ToolTable = {
  shell: 'Bash',
  powershell: 'PowerShell',
  write: 'Write',
  edit: 'Edit MultiEdit NotebookEdit',
  read: 'Read NotebookRead',
  search: 'Grep Glob WebSearch',
  fetch: 'WebFetch',
  spawn: 'Task Agent',
  quiet: 'LS TodoWrite TodoRead',
};

/** Does a text field of the payload hold this? */
export function isIn(payload: Record<string, unknown>, field: string, part: string): boolean {
  const value = payload[field];
  return typeof value === 'string' && value.replaceAll('\\', '/').includes(part);
}

/** The transcript is in the agent's own directory. */
export function keepsTranscriptIn(payload: Record<string, unknown>, directory: string): boolean {
  return isIn(payload, 'transcript_path', `/${directory}/`) || isIn(payload, 'transcriptPath', `/${directory}/`);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
