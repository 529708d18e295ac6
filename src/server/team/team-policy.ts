import { readFileSync } from 'node:fs';
import { type CompiledPolicy, unwrapPolicy, wrapPolicy } from '../../hook/policy-cache/compiled-policy.ts';
import { artefactText } from '../../hook/policy-files/artefact-text.ts';
import { formatProblem } from '../../policy/index.ts';
import { createEventCaches, openWholePolicy, type EventCaches } from '../../policy/hook.ts';
import type { Bundles } from '../../store/postgres/bundles.ts';
import { nodeSystem } from '../../system/node/system.ts';
import { readBundle, stageOf } from '../../team/bundle/bundle.ts';
import { compileBundle } from '../../team/bundle/compile-bundle.ts';

/** What a team's calls are judged by. */
export interface TeamPolicy {
  /** Null: nothing was published, and the pack `default` holds. */
  version: number | null;
  compiled: CompiledPolicy;
  caches: EventCaches;
}

export interface TeamPolicies {
  /** The published policy of the team, looked up again after a short time. */
  of: (team: string) => Promise<TeamPolicy>;
  forget: (team: string) => void;
}

export interface TeamPoliciesOptions {
  bundles: Pick<Bundles, 'newest' | 'keysOf'>;
  version: string;
  /** The compiled pack `default`. */
  shipped: string;
  onProblem: (problem: string) => void;
}

const TRUSTED_MS = 2_000;

/** Compiled once per version. A bundle that cannot be used leaves the one before in force, and is reported. */
export function teamPolicies({ bundles, version, shipped, onProblem }: TeamPoliciesOptions): TeamPolicies {
  const policies = new Map<string, { policy: TeamPolicy; newest: number; checkedAt: number }>();
  const fallback = (): TeamPolicy => ({
    version: null,
    compiled: opened(readFileSync(shipped, 'utf8'), version),
    caches: createEventCaches(),
  });

  async function look(team: string): Promise<TeamPolicy> {
    const before = policies.get(team);
    const now = Date.now();
    if (before !== undefined && now - before.checkedAt < TRUSTED_MS) return before.policy;
    const newest = await bundles.newest(team);
    if (before !== undefined && before.newest === (newest?.version ?? 0)) {
      before.checkedAt = now;
      return before.policy;
    }
    const published = newest === null ? null : await compiled(team, newest.envelope);
    const policy = published ?? before?.policy ?? fallback();
    policies.set(team, { policy, newest: newest?.version ?? 0, checkedAt: now });
    return policy;
  }

  async function compiled(team: string, envelope: string): Promise<TeamPolicy | null> {
    const keys = await bundles.keysOf(team);
    const read = readBundle(envelope, { team, keys, hookctl: version, atLeast: null });
    const built = read.ok ? compileBundle(read.bundle, stageOf(read.bundle, 'central')) : null;
    if (!read.ok || built === null || built.artefact === null) {
      const why = read.ok ? (built?.problems ?? []).map(formatProblem).join('; ') : read.problem;
      onProblem(`the published policy of ${team} is not used: ${why}`);
      return null;
    }
    const manifest = { version, layers: [], others: [], problems: [], impaired: false, onError: null };
    const text = wrapPolicy(nodeSystem, manifest, artefactText(nodeSystem, built.artefact));
    return { version: read.bundle.version, compiled: opened(text, version), caches: createEventCaches() };
  }

  return { of: look, forget: (team) => void policies.delete(team) };
}

function opened(text: string, version: string): CompiledPolicy {
  const unwrapped = unwrapPolicy(nodeSystem, text, version, openWholePolicy);
  if (unwrapped === null || unwrapped === 'damaged') throw new Error('the compiled policy cannot be read back');
  return unwrapped;
}
