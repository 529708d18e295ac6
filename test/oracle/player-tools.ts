import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { FireReport } from '../../src/runtime/index.ts';
import type { Session } from './player.ts';

export interface ToolResult {
  isError: boolean;
  /** null: the client's own words, which hooks do not determine. */
  text: string | null;
}

type Input = Record<string, unknown>;

/** One tool call with its hooks; returns how the run ends, or null when it goes on. */
export async function playTool(session: Session, tool: string, given: Input): Promise<string | null> {
  if (tool === 'NoSuchTool') return answer(session, { isError: true, text: null });
  const input = absolutePaths(session, given);
  if (tool === 'Edit' && !existsSync(String(input['file_path']))) return answer(session, { isError: true, text: null });
  const before = await session.fire('PreToolUse', { tool_name: tool, tool_input: input, tool_use_id: 'toolu_0001' });
  if (before.permission === 'defer') return 'tool_deferred';
  if (!before.proceeds) {
    answer(session, { isError: true, text: toldToModel(before, given) });
    return before.continue ? null : 'hook_stopped';
  }
  // Nobody answers a question in `-p`: it ends as a refusal with the bare reason.
  if (before.permission === 'ask') {
    const asked =
      session.observed.args?.includes('--permission-prompts') === true ? null : (before.messages[0]?.text ?? null);
    return answer(session, { isError: true, text: asked });
  }
  const wanted = before.updatedInput ?? input;
  const granted = await permitted(session, tool, wanted, before.permission === 'allow');
  if (!granted.yes) {
    answer(session, { isError: true, text: granted.text });
    return granted.aborts ? 'aborted_tools' : null;
  }
  const ended = await runTool(session, tool, granted.input);
  if (ended !== null) return ended;
  return before.continue ? null : 'hook_stopped';
}

async function runTool(session: Session, tool: string, input: Input): Promise<string | null> {
  const before = session.cwd;
  const { ok, text, response } = await (tool === 'Agent'
    ? playSubagent(session, input)
    : execute(session, tool, input));
  if (session.cwd !== before) await session.fire('CwdChanged', { old_cwd: before, new_cwd: session.cwd });
  const event = ok ? 'PostToolUse' : 'PostToolUseFailure';
  const outcome = ok ? { tool_response: response } : { error: text };
  const after = await session.fire(event, {
    tool_name: tool,
    tool_input: input,
    tool_use_id: 'toolu_0001',
    ...outcome,
  });
  if (!after.continue) return 'hook_stopped';
  answer(session, { isError: !ok, text: shownText(after, text) });
  return null;
}

function shownText(after: FireReport, text: string | null): string | null {
  const output = after.updatedToolOutput;
  if (typeof output === 'string') return output;
  if (output === null) return text;
  if (Array.isArray(output)) return null;
  const { stdout, stderr } = output as { stdout?: string; stderr?: string };
  return stdout === undefined ? JSON.stringify(output) : [stdout, stderr].filter((part) => part !== '').join('\n');
}

interface Granted {
  yes: boolean;
  input: Input;
  text: string | null;
  aborts?: boolean;
}

/** The permission flow around hooks, as far as the cases need it. */
async function permitted(session: Session, tool: string, input: Input, hookAllows: boolean): Promise<Granted> {
  const refused = { yes: false, input, text: null };
  if (denyRuleHolds(session, tool, input)) return refused;
  const mode = session.observed.mode ?? 'bypassPermissions';
  const askRule = rulesOf(session, 'ask').some((rule) => ruleFits(rule, tool, input));
  const allowRule = [...rulesOf(session, 'allow'), ...(session.observed.allowedTools ?? [])].some((rule) =>
    ruleFits(rule, tool, input),
  );
  const free = mode === 'bypassPermissions' || hookAllows || allowRule || isHarmless(tool, input);
  if (free && !askRule) return { yes: true, input, text: null };
  if (mode === 'dontAsk') return refused;
  const request = await session.fire('PermissionRequest', { tool_name: tool, tool_input: input });
  if (request.permission === 'allow') {
    const next = request.updatedInput ?? input;
    return denyRuleHolds(session, tool, next) ? refused : { yes: true, input: next, text: null };
  }
  if (request.permission !== 'deny') return refused;
  const { interrupt } = (request.extras['decision'] ?? {}) as { interrupt?: boolean };
  return { ...refused, text: request.messages[0]?.text ?? null, aborts: interrupt === true };
}

function isHarmless(tool: string, input: Input): boolean {
  if (tool !== 'Bash') return tool === 'Read' || tool === 'Agent';
  return !/>|touch|mkdir/.test(String(input['command']));
}

/** Rules of the files that are in force; a dropped file takes its rules along. */
function rulesOf(session: Session, kind: 'allow' | 'ask' | 'deny'): string[] {
  const { stage, observed } = session;
  const dropped = new Set(
    session.fired.flatMap(({ report }) => report.settings.filter((w) => w.dropped === 'file').map((w) => w.file)),
  );
  const files = [
    join(stage.project, '.claude/settings.json'),
    join(stage.project, '.claude/settings.local.json'),
    join(stage.home, '.claude/settings.json'),
    ...(stage.managedPath === null ? [] : [stage.managedPath]),
  ];
  const flags = (observed.args ?? [])
    .filter((_, index, all) => all[index - 1] === '--settings' && all[index] !== '')
    .map(stage.fill);
  for (const flag of flags) if (!flag.startsWith('{')) files.push(resolve(stage.project, flag));
  const texts = files
    .filter((file) => existsSync(file) && !dropped.has(file))
    .map((file) => readFileSync(file, 'utf8'));
  if (!dropped.has('--settings')) texts.push(...flags.filter((flag) => flag.startsWith('{')));
  return texts.flatMap((text) => {
    try {
      const list = (JSON.parse(text.replace('\uFEFF', '')) as { permissions?: Record<string, unknown> })?.permissions?.[
        kind
      ];
      return Array.isArray(list) ? list.filter((rule): rule is string => typeof rule === 'string') : [];
    } catch {
      return [];
    }
  });
}

function denyRuleHolds(session: Session, tool: string, input: Input): boolean {
  return rulesOf(session, 'deny').some((rule) => ruleFits(rule, tool, input));
}

/** `Bash` and `Bash(prefix *)`: all the cases use. */
function ruleFits(rule: string, tool: string, input: Input): boolean {
  if (rule === tool) return true;
  const prefix = /^Bash\((.*?) ?\*\)$/.exec(rule)?.[1];
  return tool === 'Bash' && prefix !== undefined && String(input['command']).startsWith(prefix);
}

const SAFE_COMMAND = /^(?:echo|true|exit|sleep|pwd|touch|mkdir -p sub|cd sub|curl --version)\b/;

interface Executed {
  ok: boolean;
  text: string | null;
  response: unknown;
}

function execute(session: Session, tool: string, input: Input): Executed | Promise<Executed> {
  if (tool === 'Bash') return executeBash(session, String(input['command']));
  if (tool === 'Write') writeFileSync(resolve(session.cwd, String(input['file_path'])), String(input['content']));
  if (tool === 'mcp__lab__echo') return { ok: true, text: `echo:${String(input['text'])}`, response: [] };
  return { ok: true, text: null, response: {} };
}

/** Never synchronously: cases are played side by side, and a hook that answers while nobody listens counts as in time. */
async function executeBash(session: Session, command: string): Promise<Executed> {
  if (!SAFE_COMMAND.test(command)) throw new Error(`the player does not run ${command}`);
  const ran = promisify(execFile)('/bin/sh', ['-c', `${session.exported}\n${command}`], { cwd: session.cwd });
  ran.child.stdin?.end();
  try {
    const { stdout } = await ran;
    const moved = /(?:^|&& )cd (\w+)\b/.exec(command)?.[1];
    if (moved !== undefined) session.cwd = join(session.cwd, moved);
    const response = { stdout: stdout.trimEnd(), stderr: '', interrupted: false, isImage: false };
    return { ok: true, text: stdout.trimEnd() || '(Bash completed with no output)', response };
  } catch (error) {
    return { ok: false, text: `Exit code ${(error as { code: number }).code}`, response: null };
  }
}

async function playSubagent(session: Session, input: Input) {
  const agent = { agent_id: 'a0000000000000001', agent_type: String(input['subagent_type']) };
  await session.fire('SubagentStart', agent);
  const turns =
    (session.observed.lanes ?? []).find(({ match }) => String(input['prompt']).includes(match))?.turns.length ?? 1;
  let active = false;
  for (let left = turns; left > 0; left -= 1) {
    const stop = await session.fire('SubagentStop', {
      ...agent,
      stop_hook_active: active,
      last_assistant_message: 'sub answer',
    });
    if (stop.proceeds) break;
    active = true;
  }
  return { ok: true, text: null, response: { status: 'completed' } };
}

/** The client words a deny barely where it had to expand `~` in the input. */
function toldToModel(report: FireReport, given: Input): string | null {
  if (String(given['file_path'] ?? '').startsWith('~')) return report.reason;
  if (report.permission !== 'deny') return null;
  return report.messages.find(({ to }) => to === 'model')?.text ?? null;
}

function absolutePaths(session: Session, input: Input): Input {
  const path = input['file_path'];
  if (typeof path !== 'string') return input;
  const filled = session.stage.fill(path);
  const file = filled.startsWith('~/') ? join(session.stage.home, filled.slice(2)) : resolve(session.cwd, filled);
  return { ...input, file_path: file };
}

function answer(session: Session, result: ToolResult): null {
  session.toolResults.push(result);
  return null;
}
