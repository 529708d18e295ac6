import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FireReport } from '../../src/runtime/report.ts';
import { fireByLibrary } from '../oracle/fire-event.ts';
import { ROOT, run } from '../support/hookctl.ts';
import { scratch } from '../support/scratch.ts';

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

const BASH = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't-1' };

/** One event in a project with these settings and a home without any, played by the built library. The oracle and `main.test.ts` start `hookctl fire`. */
export async function play({
  settings,
  hooks = {},
  event = 'PreToolUse',
  payload = BASH,
  env = {},
  args = [],
  project = scratch(),
}: Play): Promise<FireReport> {
  mkdirSync(join(project, '.claude'), { recursive: true });
  writeFileSync(join(project, '.claude/settings.json'), JSON.stringify(settings ?? { hooks }));
  const report = await fireByLibrary({
    payload: { session_id: 's-1', transcript_path: '/t', cwd: project, hook_event_name: event, ...payload },
    project,
    home: join(project, 'home'),
    flags: args,
    env: { ...(process.env as Record<string, string>), ...env },
  });
  if (report === null) throw new Error('the agent would not start with these settings');
  return report;
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

/** A script of the examples, run by hand with text on stdin. */
export async function script(
  name: string,
  stdin: string,
  options: { env?: Record<string, string>; cwd?: string } = {},
) {
  const { exitCode, stderr, stdout } = await run(join(HOOKS, name), [], { stdin, ...options });
  return { exitCode, stderr, stdout };
}

export const bash = (command: string) => ({ tool_name: 'Bash', tool_input: { command }, tool_use_id: 't-1' });
