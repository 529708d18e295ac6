import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PlayedSession, PlayRequest } from '../../agent.ts';
import { runClient } from './run-client.ts';

/** Keeps the settings but uses no real API key; the model is scripted, and the home holds only a copy of the user's settings. */
export async function play(request: PlayRequest): Promise<PlayedSession> {
  const userSettings = join(request.configDir, 'settings.json');
  mkdirSync(join(request.home, '.claude'));
  if (existsSync(userSettings)) copyFileSync(userSettings, join(request.home, '.claude', 'settings.json'));
  const run = await runClient({
    client: request.program,
    cwd: request.cwd,
    home: request.home,
    turns: [[{ tool: 'Bash', input: { command: request.command, description: 'hookctl doctor' } }], 'done'],
    // Plugins are recorded in the user's own directory, which the client does not see here.
    args: ['--strict-mcp-config', ...request.pluginRoots.flatMap((root) => ['--plugin-dir', root])],
    timeoutMs: request.timeoutMs,
  });
  return {
    result: run.toolResults[0]?.text ?? null,
    hooks: run.hooks.filter(({ name }) => name.startsWith('PreToolUse')),
    exitCode: run.exitCode,
    timedOut: run.timedOut,
    stderr: run.stderr,
  };
}
