import { execFileSync } from 'node:child_process';
import { utimesSync } from 'node:fs';
import type { Lab } from './dispatcher.ts';

/** Builds a repository; commands that a test judges are never run. */
export function git(at: Lab, directory: string, ...args: string[]): void {
  execFileSync('git', ['-C', directory, '-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
    env: { PATH: process.env['PATH'] ?? '', HOME: at.home, GIT_CONFIG_NOSYSTEM: '1' },
    stdio: 'ignore',
  });
}

/** A file of yesterday: one that is written in the same moment as git's index is never known to be unchanged. */
export function settled(file: string, days = 1): void {
  const then = Date.now() / 1000 - days * 86_400;
  utimesSync(file, then, then);
}

/** What the built hook answers to each command. */
export async function verdicts(
  at: Lab,
  commands: readonly string[],
  { cwd = at.project, dispatcher }: { cwd?: string; dispatcher?: string } = {},
): Promise<Record<string, string>> {
  const rows: [string, string][] = [];
  for (const command of commands) {
    const payload = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, cwd };
    const answer = await at.answer(payload, { cwd, ...(dispatcher === undefined ? {} : { dispatcher }) });
    rows.push([command, answer?.hookSpecificOutput?.permissionDecision ?? 'silent']);
  }
  return Object.fromEntries(rows);
}
