import { execFileSync } from 'node:child_process';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Lab, lab } from './dispatcher.ts';

/** Builds a repository; commands that a test judges are never run. */
export function git(at: Lab, directory: string, ...args: string[]): void {
  execFileSync('git', ['-C', directory, '-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
    env: { PATH: process.env['PATH'] ?? '', HOME: at.home, GIT_CONFIG_NOSYSTEM: '1' },
    stdio: 'ignore',
  });
}

/** `recommended` in a repository: the given files and its policy are committed on `main` and unchanged since. */
export function committed(files: readonly string[]): Lab {
  const at = lab('policy: 1\nextends: pack:recommended\n');
  git(at, at.project, 'init', '-q', '-b', 'main');
  for (const file of files) settled(at.write(file, 'one\n'));
  settled(at.write('.gitignore', '*.log\n'));
  settled(join(at.project, '.hookctl/policy.yaml'));
  git(at, at.project, 'add', '-A');
  git(at, at.project, 'commit', '-qm', 'one');
  return at;
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

/** Each command of the table gets the verdict beside it. */
export async function expectVerdicts(at: Lab, expected: Record<string, string>, cwd = at.project): Promise<void> {
  expect(await verdicts(at, Object.keys(expected), { cwd })).toEqual(expected);
}
