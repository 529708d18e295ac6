import { nodeSystem } from '../system/node/system.ts';
import { keptManifest } from '../hook/policy-cache/load-layers.ts';
import { layerFiles, stateDirectory } from '../hook/policy-files/locations.ts';
import { policyPlaceOf } from '../hook/policy-files/policy-place.ts';
import { ownVariables } from '../hook/trust/repository-variables.ts';
import type { Needs } from '../protocol/agent/needs.ts';
import type { InstallPlace } from '../install/places.ts';
import { needsOf } from '../policy/compile/needs.ts';
import { duplicatesOf } from '../runtime/duplicates.ts';
import { discoverSettings } from '../runtime/settings/discover.ts';
import { type EffectiveSettings, effectiveSettings } from '../runtime/settings/effective.ts';
import { type CanaryResult, canaryChecks, sendCanary } from './canary.ts';
import { type DoctorCheck, notesOf } from './check.ts';
import { staleMods, wordStaleMod } from '../hook/written-mods.ts';
import { compactionChecks, directoryChecks } from './directories.ts';
import { dispatcherChecks } from './dispatchers.ts';
import { environmentChecks } from './environment.ts';
import {
  dispatcherFile,
  fatesOn,
  isCommand,
  type IsOwnHook,
  type Own,
  ownAmong,
  ownRegistrations,
  registrationsIn,
  shownLabel,
} from './guard.ts';
import { hookChecks } from './hooks.ts';
import { proveLive } from './prove-live.ts';
import { policyChecks, policyHere } from './policies.ts';
import { reachChecks } from './reach.ts';
import { isOursDropped, sourceChecks } from './sources.ts';
import { trailChecks } from './trail.ts';
import { trapChecks } from './traps.ts';
import { findClient, versionChecks } from './versions.ts';

export interface DoctorRequest {
  /** Its project is the directory in which the session starts. */
  place: InstallPlace;
  /** Managed settings: the file or its directory; null: none. */
  managed: string | null;
  version: string;
  /** Prove it with the real client, too. */
  live: boolean;
  /** Remove state that is no longer needed. Nothing an agent has started may. */
  compacts?: boolean;
}

/** A handler in some settings file, ours or not. */
export interface ListedHandler {
  event: string;
  matcher: string | null;
  handler: string;
  type: string;
  source: string;
  file: string;
  ours: boolean;
  /** Null: it is run. */
  idle: string | null;
}

export interface DoctorReport {
  /** No problem was found, and rules are enforced: what the policy denies is stopped. */
  armed: boolean;
  /** No problem was found, but every rule only warns or observes: calls are on record, and nothing is stopped. */
  observing: boolean;
  agent: string;
  project: string;
  home: string;
  canary: CanaryResult[];
  checks: DoctorCheck[];
  handlers: ListedHandler[];
}

/** Looks at the whole installation. Changes nothing of it, but removes state that is no longer needed. */
export async function diagnose({ place, managed, version, live, compacts }: DoctorRequest): Promise<DoctorReport> {
  const { agent, projectRoot: projectDir, home, configDir } = place;
  const { adapter, registration, probe } = agent;
  const settings = effectiveSettings(discoverSettings({ projectDir, configDir, managed }));
  const { sources } = settings;
  const isOwn = ownAmong(settings, place);
  const own = ownRegistrations(settings, isOwn);
  const env = { ...defined(place.env), HOME: home, ...settings.env };
  const policies = policyPlaceOf(nodeSystem, projectDir, projectDir);
  const variables = ownVariables(nodeSystem, { ...env, ...probe.env(projectDir) }, policies.searched, adapter);
  const hookEnv = variables.env;
  const state = stateDirectory(nodeSystem, hookEnv);
  const policy = policyHere(projectDir, variables);
  const needed = registration.entries(policy.artefact === null ? PRE_TOOL_ONLY : needsOf(policy.artefact), NO_LAUNCH);

  const canary = await sendCanary({ settings, isOwn, env, agent, projectDir, home });
  // After the canary: the hook has loaded its policy by now, so what it keeps is what is in force.
  const inForce = keptManifest(
    nodeSystem,
    layerFiles(nodeSystem, hookEnv, { ...policies, fullEnv: variables.fullEnv }),
    state,
  );
  const client = await findClient(agent, env, projectDir);
  const isGuarded = canary.some(({ outcome }) => outcome === 'denied');
  const reach = reachChecks({ agent, start: projectDir, configDir, managed, settings, isInstalled: own.length > 0 });
  const isTrusted = policy.loosenings.every((one) => one.inForce);
  const isExplained = isOursDropped(sources) || !reach.every(isNoProblem);
  const wiring = [
    ...canaryChecks(canary),
    ...(live ? await proveLive({ agent, client, projectDir, configDir, sources }) : []),
    ...sourceChecks(sources, isGuarded),
    ...reach,
    ...hookChecks({ settings, isOwn, isExplained, needed, isTrusted, agent, projectDir, home }),
    ...(await dispatcherChecks({
      own: running(settings, isOwn, place).filter(isCommand),
      project: place,
      env: defined(hookEnv),
      version,
      stateDirectory: state,
    })),
  ];
  const directories = directoryChecks(state);
  const checks = [
    ...wiring,
    // The findings above are traps as well, in other words.
    ...(wiring.every((one) => isFine(one) || reach.includes(one))
      ? await trapChecks({ project: projectDir, home, managed, env: place.env })
      : []),
    ...policyChecks(policy, inForce),
    ...modChecks(state, policies.projectRoot),
    ...directories,
    ...(directories.every(isNoProblem)
      ? [...trailChecks(state), ...(compacts === true ? compactionChecks(state) : [])]
      : []),
    ...environmentChecks({
      env: defined(hookEnv),
      ignored: variables.ignored,
      sources,
      timeout: shortestTimeout(own),
      runsOnNode: own.filter(isCommand).some((one) => dispatcherFile(one, place).path.endsWith('.cjs')),
    }),
    ...versionChecks(version, agent, client),
  ];
  const isSound = checks.every(isNoProblem);
  const isWatching = checks.some(({ id }) => WATCHING.includes(id));
  return {
    armed: isSound && !isWatching,
    observing: isSound && isWatching,
    agent: adapter.name,
    project: projectDir,
    home,
    canary,
    checks,
    handlers: listed(settings, isOwn),
  };
}

function modChecks(state: string, projectRoot: string): DoctorCheck[] {
  const notes = notesOf('Policy');
  for (const mod of staleMods(nodeSystem, state, projectRoot))
    notes.warn('mod-out-of-date', wordStaleMod(mod), { where: mod.directory, fix: `hookctl mod ${mod.directory}` });
  return notes.all;
}

/** The checks that say that nothing is enforced. */
const WATCHING: readonly string[] = ['policy-observes', 'mode-not-enforced'];

function isFine({ status }: DoctorCheck): boolean {
  return status === 'ok';
}

function isNoProblem({ status }: DoctorCheck): boolean {
  return status !== 'problem';
}

const NO_LAUNCH = { command: '', args: [] };

/** A policy that does not compile says nothing about events: what matters most is asked for. */
const PRE_TOOL_ONLY: Needs = { before: true, after: null, events: [] };

function defined(env: InstallPlace['env']): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Ours before a Bash command, where the canary goes; else all of ours. */
function running(settings: EffectiveSettings, isOwn: IsOwnHook, { agent, projectRoot, home }: InstallPlace): Own[] {
  const fates = fatesOn('PreToolUse', { settings, isOwn, places: { agent, projectDir: projectRoot, home } });
  const inForce = fates.flatMap((fate) => fate.inForce);
  return inForce.length > 0 ? inForce : ownRegistrations(settings, isOwn);
}

function shortestTimeout(own: readonly Own[]): number | null {
  const timeouts = own.flatMap(({ handler }) => handler.timeout ?? []);
  return timeouts.length === 0 ? null : Math.min(...timeouts);
}

function listed(settings: EffectiveSettings, isOwn: IsOwnHook): ListedHandler[] {
  const all = registrationsIn(settings);
  const displaced = new Set(
    all
      .flatMap(({ event, matcher }) => [
        ...duplicatesOf(
          settings.registrations(event).filter((one) => one.matcher === matcher && one.disabledBy === null),
        ),
      ])
      .map(({ handler }) => handler),
  );
  return all.map((one) => ({
    event: one.event,
    matcher: one.matcher ?? null,
    handler: shownLabel(one.handler),
    type: one.handler.type,
    source: one.origin.plugin?.name ?? one.origin.source,
    file: one.path,
    ours: isOwn(one),
    idle: one.disabledBy ?? (displaced.has(one.handler) ? 'a later copy of it is run instead' : null),
  }));
}
