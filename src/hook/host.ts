import { join } from 'node:path';
import type { AuditPort } from '../audit/audit-record.ts';
import { fileAudit } from '../audit/chain/file-audit.ts';
import type { CompiledPolicy } from './policy-cache/compiled-policy.ts';
import { guardPlaces } from './policy-files/guard-places.ts';
import { loadLayers, type LoadRequest } from './policy-cache/load-layers.ts';
import { type Env, homeOf, layerFiles, stateDirectory } from './policy-files/locations.ts';
import { policyPlace } from './policy-files/policy-place.ts';
import type { Mode } from '../policy/judgement.ts';
import type { EventCaches } from '../policy/hook.ts';
import type { Adapter, DecodeHints } from '../protocol/agent-event.ts';
import { lazily } from '../protocol/cache.ts';
import { fileGrants } from '../session/grants/file-grants.ts';
import type { Grants } from '../session/grants-port.ts';
import type { SessionStore } from '../session/session.ts';
import type { System, World } from '../system/ports.ts';
import { fileState } from '../session/store/file-state.ts';
import { createWorld } from '../system/facts/world.ts';
import { claimPrivate } from '../system/files/private-files.ts';

/** Where one hook call happens, and how much time it has. */
export interface HookPlace {
  /** The machine it runs on. */
  system: System;
  /** The environment without variables set by untrusted project settings. */
  env: Env;
  /** The full environment; only present if such variables were dropped. */
  fullEnv?: Env | undefined;
  /** The process's own directory. */
  cwd: string;
  /** Where the agent works and what it calls the project, as the payload says. */
  payloadPaths: { cwd: string | null; project: string | null };
  /** The files that are running now; a directory ends in a slash. */
  runningFiles?: readonly string[];
  /** Milliseconds since the epoch. */
  deadline: number;
  /** Milliseconds since the hook started. */
  elapsed: () => number;
  /** What is kept between events. */
  caches?: EventCaches | undefined;
}

/** All that one hook call needs: the agent's adapter, the policy in force, and the ports to the machine. */
export interface HookHost {
  system: System;
  adapter: Adapter;
  hints: DecodeHints;
  compiled: CompiledPolicy;
  world: World;
  sessions: SessionStore;
  grants: Grants;
  audit: AuditPort;
  stateDirectory: string;
  mode: Mode | undefined;
  /** Milliseconds that this event has taken so far. */
  elapsed: () => number;
  caches?: EventCaches | undefined;
  /** True for the first call with this text, and where that cannot be known: twice is better than never. */
  claimOnce: (what: string) => boolean;
  /** Some question about files went unanswered because the time was up. */
  isLate: () => boolean;
  /** Starts the next event, with its own deadline: a resident hook asks one host about many. */
  begin: (deadline: number) => void;
}

export type PolicyLoading = Pick<LoadRequest, 'version' | 'shipped' | 'rebuild' | 'open' | 'isDamaged'>;

export function createHookHost(adapter: Adapter, place: HookPlace, loading: PolicyLoading): HookHost {
  const { system, env, cwd, deadline } = place;
  const policies = policyPlace(system, env, place.payloadPaths.cwd ?? cwd, {
    project: place.payloadPaths.project,
    started: cwd,
  });
  const files = layerFiles(system, env, { ...policies, fullEnv: place.fullEnv });
  const state = stateDirectory(system, env);
  return assembleHost(adapter, {
    system,
    env,
    cwd,
    deadline,
    projectRoot: policies.projectRoot,
    stateDirectory: state,
    runningFiles: place.runningFiles ?? [],
    fullEnv: place.fullEnv,
    compiled: loadLayers({ system, files, stateDirectory: state, ...loading }),
    sessions: fileState(system, state),
    caches: place.caches,
    elapsed: place.elapsed,
    audit: fileAudit({
      system,
      stateDirectory: state,
      mode: modeFromEnvironment(env),
      segmentBytes: segmentBytes(env),
    }),
  });
}

/** What `createHookHost` finds on the machine, and a resident hook keeps between events. */
export interface HostParts
  extends
    Pick<HookPlace, 'system' | 'env' | 'fullEnv' | 'cwd' | 'deadline' | 'elapsed' | 'caches'>,
    Pick<HookHost, 'sessions' | 'audit' | 'stateDirectory' | 'compiled'> {
  projectRoot: string;
  runningFiles?: readonly string[];
}

export function assembleHost(adapter: Adapter, parts: HostParts): HookHost {
  const { system, env, cwd, compiled, projectRoot } = parts;
  const home = homeOf(system, env);
  let late = false;
  let { deadline } = parts;
  return {
    system,
    adapter,
    compiled,
    stateDirectory: parts.stateDirectory,
    mode: modeFromEnvironment(env) ?? undefined,
    elapsed: parts.elapsed,
    caches: parts.caches,
    grants: fileGrants(system, parts.stateDirectory),
    world: createWorld(system, {
      env,
      home,
      deadline: () => deadline,
      onLate: () => (late = true),
      guard: lazily(() => [
        ...guardPlaces({ system, env, home, runningFiles: parts.runningFiles ?? [] }),
        // An agent that follows the project's settings has its files where they say.
        ...(parts.fullEnv === undefined
          ? []
          : guardPlaces({ system, env: parts.fullEnv, home: homeOf(system, parts.fullEnv) })),
      ]),
    }),
    claimOnce: (what) => claimOnce(system, parts.stateDirectory, what),
    isLate: () => late,
    begin: (until) => {
      deadline = until;
      late = false;
    },
    sessions: parts.sessions,
    audit: parts.audit,
    hints: { projectRoot, cwd, home },
  };
}

function claimOnce(system: System, stateDirectory: string, what: string): boolean {
  try {
    return claimPrivate(system, join(stateDirectory, 'told', system.textKey(what)));
  } catch {
    return true;
  }
}

/** The size at which the audit trail begins a new file. Anything but a number means the default size. */
export function segmentBytes(env: Env): number | undefined {
  const bytes = Number(env['HOOKCTL_AUDIT_SEGMENT_BYTES']);
  // A project's settings can set it: neither a file for every line nor one without end.
  return bytes > 0 ? Math.min(Math.max(bytes, 4096), 2 ** 30) : undefined;
}

/** Null for an unknown word, which the dispatcher reports to the person: a typing error must not switch enforcement off. */
export function modeFromEnvironment(env: Env): Mode | null {
  const mode = env['HOOKCTL_MODE'];
  return mode === 'enforce' || mode === 'warn' || mode === 'observe' ? mode : null;
}
