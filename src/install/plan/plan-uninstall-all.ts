import { existsSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { SCOPES } from '../../adapters/agent.ts';
import { REGISTRAR_SCOPES } from '../../adapters/register/registrar.ts';
import { REGISTRARS } from '../../adapters/registrars.ts';
import { planAgentRemoval, planAgentUninstall } from '../agents/plan-agent.ts';
import { forgetRecord, recordedPaths } from '../edit/install-record.ts';
import { linkTarget, refuseReadOnly } from '../edit/replace-file.ts';
import { type InstallPlace, settingsPath } from '../places.ts';
import { Refusal } from '../refusal.ts';
import { prepareUninstall } from './install-request.ts';
import { isChanged, type Plan } from './plan.ts';
import { planUninstallFrom } from './plan-settings.ts';

/**
 * Every file that an installation on this machine has written into, and the settings that are read here. A file that cannot be changed is a separate problem:
 * the others are still changed.
 */
export function planUninstallAll(place: InstallPlace): Plan {
  const whole: Plan = { changes: [], events: [], warnings: [], problems: [] };
  for (const make of removals(place)) {
    try {
      const plan = make();
      for (const { path } of plan.changes.filter(isChanged)) refuseReadOnly(path);
      whole.changes.push(...plan.changes.filter(({ path }) => !whole.changes.some((one) => one.path === path)));
      whole.events.push(...plan.events);
      whole.warnings.push(...plan.warnings);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      whole.problems.push(error.message);
    }
  }
  return whole;
}

/** What was installed into a file or a project that is gone needs no record any more. */
export function forgetVanished({ stateDirectory }: InstallPlace): void {
  for (const path of recordedPaths(stateDirectory)) if (!existsSync(path)) forgetRecord(stateDirectory, path);
}

function removals(place: InstallPlace): (() => Plan)[] {
  const recorded = recordedPaths(place.stateDirectory);
  const hooksFile = place.agent.plugin?.hooksFile.split('/').join(sep);
  const plugins = recorded.flatMap((path) =>
    hooksFile !== undefined && path.endsWith(`${sep}${hooksFile}`) ? [path.slice(0, -hooksFile.length - 1)] : [],
  );
  const isInPlugin = (path: string) => plugins.some((directory) => path.startsWith(`${directory}${sep}`));
  // Managed settings are the administrator's: only where this user has installed into them.
  const projectFiles = SCOPES.filter((scope) => scope !== 'managed').map((scope) =>
    linkTarget(settingsPath(scope, place)),
  );
  const settings = [...new Set([...projectFiles, ...recorded.filter((path) => !isInPlugin(path))])];
  return [
    ...settings.map(
      (path) => () =>
        planAgentRemoval(path, place) ?? planUninstallFrom(path, { ...place, projectRoot: dirname(dirname(path)) }),
    ),
    // Also what was registered when this state was kept elsewhere.
    ...REGISTRARS.flatMap((registrar) =>
      REGISTRAR_SCOPES.filter((scope) => registrar.directories[scope] !== null).map(
        (scope) => () => planAgentUninstall({ registrar, scope, place }),
      ),
    ),
    ...plugins.map((plugin) => prepareUninstall({ plugin }, place)),
  ];
}
