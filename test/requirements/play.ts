import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { FireReport } from '../../src/runtime/report.ts';
import { hookctl, ROOT, run } from '../support/hookctl.ts';

export const HOOKS = join(ROOT, 'examples/hooks');

export interface Play {
  /** The project's settings; `hooks` alone may be given instead. */
  settings?: object;
  hooks?: object;
  event?: string;
  payload?: object;
  env?: Record<string, string>;
  args?: string[];
  project?: string;
}

/** A directory that ends with the test. */
export function directory(): string {
  const dir = mkdtempSync(join(tmpdir(), 'hookctl-r-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const BASH = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't-1' };

/** The built `hookctl fire` on one event, in a project with these settings and a home without any. */
export async function play({
  settings,
  hooks = {},
  event = 'PreToolUse',
  payload = BASH,
  env = {},
  args = [],
  project = directory(),
}: Play): Promise<FireReport> {
  mkdirSync(join(project, '.claude'), { recursive: true });
  writeFileSync(join(project, '.claude/settings.json'), JSON.stringify(settings ?? { hooks }));
  const common = { session_id: 's-1', transcript_path: '/t', cwd: project, hook_event_name: event };
  const line = ['fire', '--payload', '-', '--project', project, '--home', join(project, 'home'), '--json', ...args];
  const stdin = JSON.stringify({ ...common, ...payload });
  const { stdout, stderr, exitCode } = await hookctl(line, {
    stdin,
    env: { ...(process.env as Record<string, string>), ...env },
  });
  if (exitCode !== 0 || stderr !== '') throw new Error(`hookctl fire: exit ${exitCode}: ${stderr}`);
  return JSON.parse(stdout) as FireReport;
}

/** One group with a command handler for each text. */
export function group(...commands: (string | object)[]): object[] {
  return [
    { hooks: commands.map((one) => ({ type: 'command', ...(typeof one === 'string' ? { command: one } : one) })) },
  ];
}

/** The five words a person wants of a report. */
export function gist({ proceeds, reason, context, systemMessages, messages, handlers }: FireReport) {
  return {
    proceeds,
    reason,
    model: [...context, ...messages.filter(({ to }) => to === 'model').map(({ text }) => text)],
    user: [...systemMessages, ...messages.filter(({ to }) => to === 'user').map(({ text }) => text)],
    outcomes: handlers.map(({ outcome, skipped }) => outcome ?? skipped),
  };
}

export const QUIET = { proceeds: true, reason: null, model: [], user: [] };

/** A script of the examples, as the seeds run it: by hand, with a text on stdin. */
export async function script(
  name: string,
  stdin: string,
  options: { env?: Record<string, string>; cwd?: string } = {},
) {
  const { exitCode, stderr, stdout } = await run(join(HOOKS, name), [], { stdin, ...options });
  return { exitCode, stderr, stdout };
}

export const bash = (command: string) => ({ tool_name: 'Bash', tool_input: { command }, tool_use_id: 't-1' });
