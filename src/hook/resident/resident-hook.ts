import { nodeSystem } from '../../system/node/system.ts';
import { adapterNamed, speakerOf } from '../../adapters/index.ts';
import { assembleHost, type HookHost, modeFromEnvironment, type PolicyLoading } from '../host.ts';
import { type CompiledPolicy, isFresh } from '../policy-cache/compiled-policy.ts';
import { loadLayers } from '../policy-cache/load-layers.ts';
import { type GivenPolicy, loadGiven, managedFile } from './given-policy.ts';
import { type Env, homeOf, type LayerFile, layerFiles, stateDirectory } from '../policy-files/locations.ts';
import { type PolicyPlace, policyPlace, policyPlaceOf } from '../policy-files/policy-place.ts';
import { engineFailure } from '../failure.ts';
import { handle } from '../handle.ts';
import { budget, setupRemarks } from '../hook-environment.ts';
import { statedOnError } from '../on-error.ts';
import { untrustedRemark } from '../remarks.ts';
import type { AuditPort } from '../../audit/audit-record.ts';
import type { SessionStore } from '../../session/session.ts';
import { createEventCaches, type EventCaches, openWholePolicy } from '../../policy/hook.ts';
import { type Cache, createCache } from '../../protocol/cache.ts';
import type { Adapter, EncodedAnswer } from '../../protocol/agent-event.ts';
import { outlineIn, receivePayload } from '../../protocol/payload/payload.ts';
import { wordTroubleAt } from '../../protocol/text/file-trouble.ts';

export interface ResidentOptions extends PolicyLoading {
  env: Env;
  /** Used where a payload does not name one. */
  cwd: string;
  sessions: SessionStore;
  audit: AuditPort;
  /** Milliseconds that the event has taken so far. */
  elapsed: () => number;
  /** In place of what the user and the project say. */
  given?: GivenPolicy | undefined;
}

/** What the caller knows of a payload besides its text. */
export interface CallerHints {
  agent?: string | undefined;
  event?: string | undefined;
  /** The project, where the caller knows it better than the payload's working directory does. */
  projectDir?: string | undefined;
}

export interface ResidentHook {
  /** One event, answered as the dispatcher would answer it. Never throws. */
  answer: (payload: string, hints?: CallerHints) => EncodedAnswer;
}

/** Files are checked again after this long: within it, their times could not distinguish two versions anyway. */
const TRUSTED_MS = 25;
const MOST_PROJECTS = 64;

interface Project {
  files: LayerFile[];
  compiled: CompiledPolicy;
  /** For each agent. */
  hosts: Map<Adapter, HookHost>;
  checkedAt: number;
}

/** What stays between events. */
interface Memory {
  options: ResidentOptions;
  stateDirectory: string;
  projects: Cache<string, Project>;
  places: Cache<string, KnownPlace>;
  caches: EventCaches;
}

/** Which policies apply where a payload says that it comes from. */
interface KnownPlace {
  place: PolicyPlace;
  checkedAt: number;
}

/** The hook without its process: policies and sessions stay in memory and are refreshed when their files change. */
export function createResidentHook(options: ResidentOptions): ResidentHook {
  const memory: Memory = {
    options,
    stateDirectory: stateDirectory(nodeSystem, options.env),
    projects: createCache({ max: MOST_PROJECTS }),
    places: createCache({ max: MOST_PROJECTS }),
    caches: createEventCaches(),
  };
  return { answer: (text, hints = {}) => answerEvent(memory, text, hints) };
}

function answerEvent(memory: Memory, text: string, hints: CallerHints): EncodedAnswer {
  const { env } = memory.options;
  const payload = receivePayload(text);
  const named = hints.agent === undefined ? null : adapterNamed(hints.agent);
  if (hints.agent !== undefined && named === null)
    return { stdout: '', stderr: `no agent "${hints.agent}"\n`, exitCode: 2 };
  const adapter = speakerOf(outlineIn(payload), env, named);
  const now = Date.now();
  let host: HookHost | null = null;
  try {
    host = hostOf(memory, adapter, placeOf(memory, adapter.placeIn(payload), hints, now), now);
    const firstDecision = untrustedRemark(host.compiled.manifest.untrusted ?? [], []);
    return handle(payload, host, { event: hints.event, remarks: { standing: setupRemarks(env), firstDecision } });
  } catch (error) {
    const stated = host === null ? null : statedOnError(host);
    return engineFailure({ adapter, payload, event: hints.event }, wordTroubleAt(error), stated);
  }
}

function placeOf(
  { options: { env, cwd }, places }: Memory,
  named: ReturnType<Adapter['placeIn']>,
  { projectDir }: CallerHints,
  now: number,
): PolicyPlace {
  // Parsed, not searched for: a tool's input may have another `cwd`, and the directory decides which policy applies.
  const payloadCwd = named.cwd ?? cwd;
  const find = () =>
    projectDir === undefined
      ? policyPlace(nodeSystem, env, payloadCwd, { project: named.project, started: null })
      : policyPlaceOf(nodeSystem, projectDir, payloadCwd);
  const key = `${projectDir ?? named.project ?? ''}\n${payloadCwd}`;
  const known = places.get(key, () => ({ place: find(), checkedAt: now }));
  if (now - known.checkedAt >= TRUSTED_MS) Object.assign(known, { place: find(), checkedAt: now });
  return known.place;
}

/** The host of one agent in one project: the same as for the last event, unless something has changed. */
function hostOf(memory: Memory, adapter: Adapter, place: PolicyPlace, now: number): HookHost {
  const { options, stateDirectory: state, caches } = memory;
  const { env, cwd, shipped, sessions, audit, elapsed } = options;
  const deadline = now + budget(env);
  const { compiled, hosts } = projectOf(memory, place, now);
  const host = hosts.get(adapter);
  // A program we run in may change its environment.
  const isSame = host?.mode === (modeFromEnvironment(env) ?? undefined) && host?.hints.home === homeOf(nodeSystem, env);
  if (host !== undefined && isSame) {
    host.begin(deadline);
    return host;
  }
  const assembled = assembleHost(adapter, {
    system: nodeSystem,
    env,
    cwd,
    deadline,
    projectRoot: place.projectRoot,
    stateDirectory: state,
    compiled,
    runningFiles: [shipped.slice(0, shipped.lastIndexOf('/') + 1)],
    caches,
    sessions,
    audit,
    elapsed,
  });
  hosts.set(adapter, assembled);
  return assembled;
}

function projectOf(memory: Memory, place: PolicyPlace, now: number): Project {
  const key = [place.projectRoot, ...place.directories].join('\n');
  const project = memory.projects.get(key, () => loadProject(memory, filesOf(memory.options, place), now));
  if (now - project.checkedAt < TRUSTED_MS) return project;
  if (isInForce(project)) project.checkedAt = now;
  else Object.assign(project, loadProject(memory, project.files, now));
  return project;
}

function filesOf({ env, given }: ResidentOptions, place: PolicyPlace): LayerFile[] {
  if (given === undefined) return layerFiles(nodeSystem, env, place);
  return given.text === undefined ? [managedFile(), given.file] : [managedFile()];
}

function loadProject({ options, stateDirectory: state }: Memory, files: LayerFile[], now: number): Project {
  const { version, shipped, rebuild, given } = options;
  const compiled =
    given?.text === undefined
      ? loadLayers({
          system: nodeSystem,
          files,
          stateDirectory: state,
          version,
          shipped,
          rebuild,
          load: openWholePolicy,
        })
      : loadGiven(given, files, version);
  return { files, compiled, hosts: new Map(), checkedAt: now };
}

function isInForce({ compiled, files }: Project): boolean {
  // The shipped policy was made from no file: it holds while there is none.
  if (compiled.manifest.layers.length === 0)
    return !files.some((file) => file.wanted || nodeSystem.files.stamp(file.path) !== null);
  return isFresh(nodeSystem, compiled.manifest, files);
}
