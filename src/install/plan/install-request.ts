import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsScope } from '../../adapters/agent.ts';
import type { CompiledLayers } from '../../hook/policy-files/compile-layers.ts';
import {
  chooseDispatcher,
  findDispatchers,
  packageRoot,
  type DispatcherProof,
  proveDispatcher,
} from '../dispatcher/dispatchers.ts';
import { writableByOthers } from '../dispatcher/writable-by-others.ts';
import { expanded, registeredIn, type Registered } from './launches.ts';
import { neededEntries } from './needed-entries.ts';
import { isDependency, type InstallPlace, settingsPath } from '../places.ts';
import type { Plan } from './plan.ts';
import { planPluginInstall, planPluginUninstall, type PluginRequest } from './plan-plugin.ts';
import { copiesElsewhere, planInstall, planUninstall } from './plan-settings.ts';
import { Refusal } from '../refusal.ts';

/** The settings of a scope, or a plugin directory. */
export type InstallTarget = { scope: SettingsScope } | { plugin: string };

export interface Installation {
  make: () => Plan;
  dispatcher: Registered & { ms: number };
  /** What was tried before it. */
  rejected: { kind: string; file: string; problem: string }[];
  warnings: string[];
  /** What becomes of the agent when hookctl is removed, in a sentence. */
  ifRemoved: string;
  /** Others get these settings, and not hookctl: a person has to want that. */
  isDoubtful: boolean;
  /** To be asked when all is written: does the dispatcher work where it is now? */
  proveInstalled: () => DispatcherProof;
}

/** Which dispatcher for which events. Runs every candidate until one has proved itself; writes nothing. */
export function prepareInstall(target: InstallTarget, place: InstallPlace, inForce?: CompiledLayers): Installation {
  const dispatchers = findDispatchers();
  const candidates =
    'scope' in target
      ? registeredIn(target.scope, place, dispatchers)
      : // Of a plugin's copies one runs everywhere.
        dispatchers.filter(({ kind }) => kind === 'node').map((one) => ({ ...one, machineBound: false }));
  const { chosen, rejected } = chooseDispatcher(candidates, (one) =>
    proveDispatcher(expanded(one, place), place.agent.probe),
  );
  const failed = rejected.map(({ dispatcher, problem }) => ({ kind: dispatcher.kind, file: dispatcher.file, problem }));
  if (chosen === null) throw new Refusal(wordNone(failed));
  const warnings = failed.map(({ file, problem }) => `${file} ${problem}; the next one is used.`);
  if (/[\\/]_npx[\\/]/.test(chosen.file)) warnings.push(PASSING);
  if ('scope' in target) {
    const isShared = target.scope === 'project';
    const isDoubtful = isShared && (chosen.machineBound || !isDependency(place.projectRoot));
    if (isShared && chosen.machineBound) warnings.push(MACHINE_BOUND);
    else if (isDoubtful) warnings.push(UNDECLARED);
    const loose = target.scope === 'managed' ? writableByOthers(chosen.file) : null;
    if (loose !== null) warnings.push(wordLoose(loose));
    if (target.scope === 'local') warnings.push(...unignored(settingsPath('local', place), place));
    const entries = neededEntries(target.scope, place, chosen.launch, inForce);
    return {
      make: () => planInstall(target.scope, place, entries),
      dispatcher: chosen,
      rejected: failed,
      warnings,
      ifRemoved: isShared ? IF_REMOVED.shared : IF_REMOVED.own,
      isDoubtful: isDoubtful || loose !== null,
      proveInstalled: () => ({ ok: true, ms: chosen.ms }),
    };
  }
  const request = { ...pluginRequest(target.plugin, place), bundle: chosen.file };
  const { launch, dispatcherFile } = request.plugin;
  const entries = neededEntries('plugin', place, launch);
  return {
    make: () => planPluginInstall(request, entries),
    dispatcher: { ...chosen, launch },
    rejected: failed,
    warnings: [...warnings, ...copiesElsewhere(place, launch, [])],
    ifRemoved: IF_REMOVED.plugin,
    isDoubtful: false,
    proveInstalled: () => provePlugin(join(target.plugin, dispatcherFile), place),
  };
}

export function prepareUninstall(target: InstallTarget, place: InstallPlace): () => Plan {
  if ('scope' in target) return () => planUninstall(target.scope, place);
  return () => planPluginUninstall(pluginRequest(target.plugin, place));
}

const MACHINE_BOUND =
  'These settings are shared with a team, and the dispatcher is outside the project: on machines where it is not at the same path, every call is blocked. Make hookctl a dependency of the project, or use --scope local.';

const UNDECLARED =
  'These settings are shared with a team, and hookctl is not a dependency in package.json: `npm ci` removes it, and then every call is blocked. Run `npm install --save-dev hookctl`, or use --scope local.';

function wordLoose(path: string): string {
  return `${path} can be changed by users other than root: a user who can change it can replace the hook for all users of this machine. Install hookctl as root (npm install -g hookctl) and run this again.`;
}

const IF_REMOVED = {
  own: 'Run `hookctl uninstall` before you remove hookctl; otherwise the agent blocks every call. The error message explains how to recover.',
  shared:
    'Everyone who uses these settings needs hookctl (npm ci); without it the agent blocks every call. The error message explains how to recover. Run `hookctl uninstall` before you remove hookctl.',
  plugin: 'Remove the plugin in the agent; that also removes its hooks.',
};

const PASSING =
  'This hookctl is in the npx cache. When npx removes it, every call is blocked. Install it (npm install -g hookctl, or as a dependency) and run this again.';

/** The agent keeps its local settings out of git when it creates them; here hookctl creates them. */
function unignored(path: string, { projectRoot, env }: InstallPlace): string[] {
  const { status } = spawnSync('git', ['check-ignore', '-q', '--', path], { cwd: projectRoot, env });
  return status === 1
    ? [
        `git does not ignore ${path}; it names paths of this machine, so add it to .gitignore (\`hookctl init --gitignore\` does).`,
      ]
    : [];
}

function wordNone(failed: Installation['rejected']): string {
  if (failed.length === 0)
    return 'there is no dispatcher beside hookctl; build it (npm run build) or install hookctl again';
  const lines = failed.map(({ file, problem }) => `${file} ${problem}`);
  return `no dispatcher works on this machine, so nothing was registered:\n${lines.join('\n')}`;
}

function pluginRequest(directory: string, place: InstallPlace): PluginRequest {
  const { plugin, adapter } = place.agent;
  const { title } = adapter;
  if (plugin === null) throw new Refusal(`${title} has no plugins; use --scope, nothing was written`);
  const root = packageRoot();
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { directory, place, plugin, version, bundle: join(root, 'dist', 'dispatcher.cjs') };
}

function provePlugin(file: string, { agent }: InstallPlace): DispatcherProof {
  // The mode of a new file is cut by the umask, and an update keeps the old one.
  if (process.platform !== 'win32') chmodSync(file, 0o755);
  return proveDispatcher({ launch: { command: file, args: [] } }, agent.probe);
}
