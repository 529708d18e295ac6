import { spawnSync } from 'node:child_process';
import { isAbsolute } from 'node:path';
import { nameOf } from '../../protocol/field.ts';
import { readSettings } from './settings-file.ts';
import type { SettingsSource } from './source.ts';

interface PolicyHelper {
  path: string;
  /** Its settings join those of the files; otherwise they replace them. */
  merges: boolean;
}

const SYSTEMS: Readonly<Record<string, string>> = { darwin: 'macos', win32: 'windows' };
const PATIENCE_MS = 30_000;

/**
 * The program that managed settings name: the client starts it with each session, in `/` and without arguments, and takes managed settings from what it
 * prints (`{"managedSettings": {…}}`). The last file that names one counts. Observed with 2.1.325.
 */
export function withPolicyHelper(files: readonly SettingsSource[], texts: readonly string[]): SettingsSource[] {
  const helper = texts.map(helperIn).findLast((found) => found !== null) ?? null;
  if (helper === null) return [...files];
  const helperSettings = settingsOf(helper);
  return helper.merges ? [...files, helperSettings] : [helperSettings];
}

function helperIn(text: string): PolicyHelper | null {
  let settings: Record<string, unknown>;
  try {
    settings = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
  const own = fieldsOf(fieldsOf(settings['policyHelpers'])[SYSTEMS[process.platform] ?? 'linux']);
  if (typeof own['path'] === 'string') return { path: own['path'], merges: own['outputBehavior'] === 'merge' };
  const { path } = fieldsOf(settings['policyHelper']);
  return typeof path === 'string' ? { path, merges: false } : null;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return nameOf(value) === 'object' ? (value as Record<string, unknown>) : {};
}

function settingsOf({ path }: PolicyHelper): SettingsSource {
  const origin = { source: 'managed' } as const;
  const failed = (problem: string): SettingsSource => ({
    ...readSettings('{}'),
    status: 'dropped',
    problems: [{ path: '', problem: `the policy helper ${problem}; the agent does not start` }],
    origin,
    path,
  });
  if (!isAbsolute(path)) return failed('is not an absolute path');
  const ran = spawnSync(path, [], { cwd: '/', encoding: 'utf8', timeout: PATIENCE_MS, killSignal: 'SIGKILL' });
  if (ran.error !== undefined) return failed(`cannot be run (${(ran.error as NodeJS.ErrnoException).code ?? ''})`);
  if (ran.status !== 0) return failed(`ended with ${ran.signal ?? ran.status}: ${ran.stderr.trim().slice(0, 200)}`);
  let output: unknown;
  try {
    output = JSON.parse(ran.stdout);
  } catch {
    output = null;
  }
  if (nameOf(output) !== 'object') return failed('printed no JSON object');
  const { managedSettings = {} } = output as { managedSettings?: unknown };
  return { ...readSettings(JSON.stringify(managedSettings), 'managed'), origin, path };
}
