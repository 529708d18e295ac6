import { join } from 'node:path';
import type { RunContext } from '../handler-run.ts';

/** Every process of a firing carries this, so that a daemon that left its group can still be found. */
export const FIRE_ID = 'HOOKCTL_FIRE_ID';

/** Events whose hooks may hand variables to later shell commands. */
export const WITH_ENV_FILE = new Set(['SessionStart', 'Setup', 'CwdChanged', 'FileChanged']);

/** What a hook process sees: the agent's environment without telemetry settings, plus the protocol's variables. */
export function hookEnvironment(context: RunContext, extra: Record<string, string> = {}): Record<string, string> {
  const { env, payload, row, origin } = context;
  const inherited = Object.entries(env).filter(([name]) => !name.startsWith('OTEL_'));
  const effort = (payload['effort'] as { level?: unknown } | undefined)?.level;
  const plugin = origin.plugin;
  return {
    ...Object.fromEntries(inherited),
    HOME: context.home,
    PWD: context.cwd,
    CLAUDECODE: '1',
    CLAUDE_CODE_CHILD_SESSION: '1',
    CLAUDE_PID: String(process.pid),
    CLAUDE_PROJECT_DIR: context.projectDir,
    ...(payload.session_id === undefined ? {} : { CLAUDE_CODE_SESSION_ID: payload.session_id }),
    ...(typeof effort === 'string' ? { CLAUDE_EFFORT: effort } : {}),
    ...(WITH_ENV_FILE.has(row.name) ? { CLAUDE_ENV_FILE: context.envFile } : {}),
    ...(plugin === undefined ? {} : { CLAUDE_PLUGIN_ROOT: plugin.root, CLAUDE_PLUGIN_DATA: plugin.data }),
    ...extra,
    [FIRE_ID]: context.fireId,
  };
}

export function envFileIn(dir: string, fireId: string): string {
  return join(dir, `hookctl-env-${fireId}`);
}
