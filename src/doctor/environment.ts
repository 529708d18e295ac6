import type { IgnoredVariable } from '../hook/trust/repository-variables.ts';
import { modeFromEnvironment } from '../hook/host.ts';
import type { SettingsSource } from '../runtime/settings/source.ts';
import { type DoctorCheck, notesOf } from './check.ts';

export interface EnvironmentRequest {
  /** What the hook gets: the person's environment, and on top of it what settings files set. */
  env: Readonly<Record<string, string>>;
  /** The project's settings set it, and no person has trusted them. */
  ignored: readonly IgnoredVariable[];
  sources: readonly SettingsSource[];
  /** The longest a hook may take, in seconds; null: not known. */
  timeout: number | null;
  runsOnNode: boolean;
}

/** Variables that change what the hook does, often forgotten. */
export function environmentChecks({ env, ignored, sources, timeout, runsOnNode }: EnvironmentRequest): DoctorCheck[] {
  const notes = notesOf('Environment');
  const value = (name: string) => env[name] ?? '';
  const where = (name: string) => sources.findLast(({ content }) => content.env[name] !== undefined)?.path ?? null;
  const undo = (name: string) => (where(name) === null ? `unset ${name}` : `Remove ${name} from "env" in that file.`);

  for (const { name, value: given, file } of ignored)
    notes.warn(
      'variable-ignored',
      `${name}=${given} comes from the project's settings, which you have not trusted: it is ignored.`,
      {
        where: file,
        fix: `Remove ${name} there, or read the file and run \`hookctl trust\`.`,
      },
    );
  if (value('HOOKCTL_MODE') !== '') {
    const name = 'HOOKCTL_MODE';
    const mode = modeFromEnvironment(env);
    if (mode === null)
      notes.warn('mode-unknown', `${name}="${value(name)}" is not enforce, warn or observe; it is ignored.`, {
        where: where(name),
        fix: undo(name),
      });
    else if (mode !== 'enforce')
      notes.warn(
        'mode-not-enforced',
        `${name}=${mode}: rules only ${mode === 'warn' ? 'warn' : 'watch'}, nothing is denied.`,
        {
          where: where(name),
          fix: undo(name),
        },
      );
  }
  if (value('HOOKCTL_POLICY') !== '')
    notes.warn(
      'policy-replaced',
      `HOOKCTL_POLICY=${value('HOOKCTL_POLICY')} replaces the user, project and local policies.`,
      {
        where: where('HOOKCTL_POLICY'),
        fix: undo('HOOKCTL_POLICY'),
      },
    );
  if (value('SKIP_EDIT_CONFIRMATION') === 'true')
    notes.ok(
      'writes-refused',
      'SKIP_EDIT_CONFIRMATION=true: file writes from the shell are refused instead of asked about.',
      {
        where: where('SKIP_EDIT_CONFIRMATION'),
      },
    );
  const deadline = Number(value('HOOKCTL_DEADLINE_MS'));
  if (value('HOOKCTL_DEADLINE_MS') !== '' && timeout !== null && deadline >= timeout * 1000)
    notes.warn(
      'deadline-too-long',
      `HOOKCTL_DEADLINE_MS=${deadline} is not below the hook's timeout of ${timeout} s.`,
      {
        where: where('HOOKCTL_DEADLINE_MS'),
        fix: undo('HOOKCTL_DEADLINE_MS'),
      },
    );
  if (runsOnNode)
    for (const [name, cost] of Object.entries(SLOW))
      if (value(name) !== '')
        notes.warn('node-slowed', `${name} is set: ${cost}.`, {
          where: where(name),
          fix: 'Use the native dispatcher (`hookctl install` chooses it if it is available), or unset it for the agent.',
        });
  if (notes.all.length === 0) notes.ok('environment', 'No environment variable changes how the hook works.');
  return notes.all;
}

const SLOW: Record<string, string> = {
  NODE_EXTRA_CA_CERTS: 'Node reads these certificates at every start of the hook',
  NODE_OPTIONS: 'Node applies them at every start of the hook',
};
