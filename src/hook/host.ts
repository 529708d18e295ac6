import type { System } from '../system/ports.ts';
import { fileAudit } from '../audit/chain/file-audit.ts';
import type { CompiledPolicy } from './policy-cache/compiled-policy.ts';
import { guardPlaces } from './policy-files/guard-places.ts';
import { type LoadRequest, loadLayers } from './policy-cache/load-policy.ts';
import { type Env, homeOf, layerFiles, stateDirectory } from './policy-files/locations.ts';
import { policyPlace } from './policy-files/policy-place.ts';
import type { Host } from './handle.ts';
import type { Mode } from '../policy/judgement.ts';
import { policyPort } from '../policy/hook.ts';
import type { Adapter } from '../protocol/agent-event.ts';
import { fileState } from '../session/store/file-state.ts';
import { createWorld } from '../system/facts/world.ts';

export interface HookPlace {
  /** The machine it runs on. */
  system: System;
  /** Without what the project's settings have put into it. */
  env: Env;
  /** With it, if there is anything. */
  doubtful?: Env | undefined;
  /** The process's own directory. */
  cwd: string;
  /** Where the agent works, as the payload says. */
  payloadCwd: () => string | null;
  /** The files that are running now; a directory ends in a slash. */
  program?: readonly string[];
  /** Milliseconds since the epoch. */
  deadline: number;
  elapsed: () => number;
}

/** The composition root of the hook's path: it knows everybody, and nothing that reads YAML. */
export interface HookHost extends Host {
  system: System;
  compiled: CompiledPolicy;
  stateDirectory: string;
  mode: Mode | null;
  /** Some question about files was not answered because the time was up. */
  isLate: () => boolean;
  /** A host may be asked about one event after the other, each with a deadline of its own. */
  begin: (deadline: number) => void;
}

export type PolicyLoading = Pick<LoadRequest, 'version' | 'shipped' | 'rebuild' | 'open' | 'isDamaged'>;

export function createHookHost(adapter: Adapter, place: HookPlace, loading: PolicyLoading): HookHost {
  const { system, env, cwd, deadline } = place;
  const policies = policyPlace(system, env, place.payloadCwd() ?? cwd);
  const files = layerFiles(system, env, { ...policies, doubtful: place.doubtful });
  const state = stateDirectory(system, env);
  return assembleHost(adapter, {
    system,
    env,
    cwd,
    deadline,
    projectRoot: policies.projectRoot,
    stateDirectory: state,
    program: place.program ?? [],
    doubtful: place.doubtful,
    compiled: loadLayers({ system, files, stateDirectory: state, ...loading }),
    state: fileState(system, state),
    audit: fileAudit({
      system,
      stateDirectory: state,
      mode: modeOf(env),
      elapsed: place.elapsed,
      segmentBytes: segmentBytes(env),
    }),
  });
}

export interface HostParts
  extends Pick<HookPlace, 'system' | 'env' | 'doubtful' | 'cwd' | 'deadline'>, Pick<Host, 'state' | 'audit'> {
  projectRoot: string;
  stateDirectory: string;
  compiled: CompiledPolicy;
  program?: readonly string[];
}

export function assembleHost(adapter: Adapter, parts: HostParts): HookHost {
  const { system, env, cwd, compiled, projectRoot } = parts;
  const home = homeOf(system, env);
  const mode = modeOf(env);
  let late = false;
  let { deadline } = parts;
  return {
    system,
    adapter,
    compiled,
    stateDirectory: parts.stateDirectory,
    mode,
    policy: policyPort(compiled.policy, { mode: mode ?? undefined }),
    policyKey: compiled.manifest.key,
    world: createWorld(system, {
      env,
      home,
      deadline: () => deadline,
      onLate: () => (late = true),
      guard: once(() => [
        ...guardPlaces({ system, env, home, program: parts.program ?? [] }),
        // An agent that follows the project's settings has its files where they say.
        ...(parts.doubtful === undefined
          ? []
          : guardPlaces({ system, env: parts.doubtful, home: homeOf(system, parts.doubtful) })),
      ]),
    }),
    isLate: () => late,
    begin: (until) => {
      deadline = until;
      late = false;
    },
    state: parts.state,
    audit: parts.audit,
    hints: { projectRoot, cwd, home },
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The size at which a new file of the audit trail is begun; anything but a number means the usual one. */
export function segmentBytes(env: Env): number | undefined {
  const given = Number(env['HOOKCTL_AUDIT_SEGMENT_BYTES']);
  // A project's settings can set it: neither a file for every line nor one without end.
  return given > 0 ? Math.min(Math.max(given, 4096), 2 ** 30) : undefined;
}

/** An unknown word is told to the person by the dispatcher, and counts as not given: a typing error must not switch enforcement off. */
export function modeOf(env: Env): Mode | null {
  const given = env['HOOKCTL_MODE'];
  return given === 'enforce' || given === 'warn' || given === 'observe' ? given : null;
}
