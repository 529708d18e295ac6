import { CLIENT_VARIABLES } from '../../../adapters/client-variables.ts';
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
    [CLIENT_VARIABLES.runsCommands]: '1',
    [CLIENT_VARIABLES.childSession]: '1',
    [CLIENT_VARIABLES.processId]: String(process.pid),
    [CLIENT_VARIABLES.projectDir]: context.projectDir,
    ...(payload.session_id === undefined ? {} : { [CLIENT_VARIABLES.sessionId]: payload.session_id }),
    ...(typeof effort === 'string' ? { [CLIENT_VARIABLES.effort]: effort } : {}),
    ...(WITH_ENV_FILE.has(row.name) ? { [CLIENT_VARIABLES.envFile]: context.envFile } : {}),
    ...(plugin === undefined
      ? {}
      : { [CLIENT_VARIABLES.pluginRoot]: plugin.root, [CLIENT_VARIABLES.pluginData]: plugin.data }),
    ...extra,
    [FIRE_ID]: context.fireId,
  };
}

export function envFileIn(dir: string, fireId: string): string {
  return join(dir, `hookctl-env-${fireId}`);
}
