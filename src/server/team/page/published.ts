import { DEFAULT_ADAPTER } from '../../../adapters/index.ts';
import { type Built, type CompiledRule, formatProblem, runExamples } from '../../../policy/index.ts';
import { writtenRules } from '../../../policy/compile/engine-rules.ts';
import type { BundleRow, Bundles } from '../../../store/postgres/bundles.ts';
import { type Bundle, readBundle, ROOT } from '../../../team/bundle/bundle.ts';
import { compileBundle } from '../../../team/bundle/compile-bundle.ts';
import { openEnvelope } from '../../../team/bundle/envelope.ts';
import type { TestsAnswer } from '../../api.ts';

/** The policy of a team as it was written, without the modes of its stages. */
export interface PublishedPolicy {
  files: Bundle['files'];
  built: Built;
  /** Null: nothing was published, and the pack `default` holds. */
  bundle: Bundle | null;
  /** Publications, the newest first. */
  history: BundleRow[];
  /** Whose signature fits; null: none. */
  key: string | null;
  /** Why the newest publication is not used. */
  problem: string | null;
}

const DEFAULT_FILES: Bundle['files'] = [{ path: ROOT, text: 'policy: 1\nextends: [pack:default]\n' }];
const LONGEST_HISTORY = 20;

export async function publishedPolicy(bundles: Bundles, team: string, version: string): Promise<PublishedPolicy> {
  const [history, keys] = await Promise.all([bundles.history(team, LONGEST_HISTORY), bundles.keysOf(team)]);
  const [newest] = history;
  if (newest === undefined)
    return {
      files: DEFAULT_FILES,
      built: compileBundle({ files: DEFAULT_FILES }, null),
      bundle: null,
      history,
      key: null,
      problem: null,
    };
  const read = readBundle(newest.envelope, { team, keys, hookctl: version, atLeast: null });
  const opened = openEnvelope(newest.envelope, keys);
  const files = read.ok ? read.bundle.files : DEFAULT_FILES;
  return {
    files,
    built: compileBundle({ files }, null),
    bundle: read.ok ? read.bundle : null,
    history,
    key: opened.ok ? opened.key : null,
    problem: read.ok ? null : read.problem,
  };
}

/** What an older publication held; null: it cannot be read any more, for its key is no longer trusted. */
export function bundleIn({ envelope }: BundleRow): Pick<Bundle, 'files' | 'stages'> | null {
  try {
    const { payload } = JSON.parse(envelope) as { payload: string };
    const { files, stages } = JSON.parse(Buffer.from(payload, 'base64').toString('utf8')) as Bundle;
    return { files, stages };
  } catch {
    return null;
  }
}

export function rulesIn({ artefact }: Built): CompiledRule[] {
  return artefact === null ? [] : writtenRules(artefact.rules);
}

export function errorsIn({ problems }: Built): string[] {
  return problems.filter(({ severity }) => severity === 'error').map(formatProblem);
}

/** The tests of the team's own files; packs have been tested where they are made. */
export function testsIn(built: Built): TestsAnswer | null {
  if (built.artefact === null) return null;
  const results = runExamples(built, { adapter: DEFAULT_ADAPTER, only: (file) => !file.startsWith('pack:') });
  return { passed: results.filter(({ ok }) => ok).length, failed: results.filter(({ ok }) => !ok) };
}
