import { nodeSystem } from '../../system/node/system.ts';
import { type Artefact, FORMAT, formatProblem, type Problem, wordLoosening } from '../../policy/index.ts';
import { replacePrivate } from '../../system/files/private-files.ts';
import { type CompiledLayers, compileLayers } from '../policy-files/compile-layers.ts';
import { artefactText } from '../policy-files/artefact-text.ts';
import { isBundle, membershipBeside } from '../../team/bundle/place.ts';
import { setTeamFile } from '../../team/bundle/set-team.ts';
import { type Manifest, wrapPolicy } from './compiled-policy.ts';
import { settledStamp } from './settled-stamp.ts';
import { compileLastGood, keepGood } from './last-good.ts';
import type { RebuildRequest } from './load-layers.ts';

/**
 * Compiles the layers and keeps the result beside the state. A file with errors is replaced by its last good text, and only that file: the others keep
 * their newest rules. Where there is no good text the file is left out and the policy says of itself that it is impaired.
 */
export function rebuildPolicy({ files, version, target }: RebuildRequest): string {
  const { first, errors, compiled, impaired } = compileLastGood(files, target);
  const others = [
    ...first.extended.keys(),
    ...first.missing,
    ...files.flatMap(({ trust }) => trust ?? []),
    ...(files.some(({ path }) => isBundle(path)) ? files.flatMap(trustBeside) : []),
    ...(typeof __filename === 'string' ? [__filename] : []),
  ];
  const ignored = compiled.loosenings.filter(({ inForce }) => !inForce).map(wordLoosening);
  const manifest: Omit<Manifest, 'key'> = {
    version,
    layers: files.map(({ layer, path }) => ({ layer, path, stamp: settledStamp(path) })),
    others: [...new Set(others)].map((path) => ({ path, stamp: settledStamp(path) })),
    problems: errors.map(formatProblem),
    impaired,
    onError: impaired ? onErrorOfBrokenFiles(first, errors, files) : null,
    ...(ignored.length === 0 ? {} : { untrusted: ignored }),
  };
  const text = wrapPolicy(nodeSystem, manifest, artefactText(nodeSystem, compiled.artefact ?? NOTHING));
  try {
    replacePrivate(nodeSystem, target, text);
    if (errors.length === 0) keepGood(target, first);
  } catch {
    // The policy works without being kept, only slower; the state, which lives in the same place, says why.
  }
  return text;
}

/** The file that names the team server. */
function trustBeside({ layer, path }: RebuildRequest['files'][number]): string[] {
  if (layer === 'managed') return [setTeamFile(path)];
  return isBundle(path) ? [membershipBeside(path)] : [];
}

/** The pack `default`, compiled when the product is built. */
export function shipDefault(version: string): string {
  const { artefact, problems } = compileLayers([]);
  if (artefact === null) throw new Error(problems.map(formatProblem).join('\n'));
  const manifest: Omit<Manifest, 'key'> = {
    version,
    layers: [],
    others: [],
    problems: [],
    impaired: false,
    onError: null,
  };
  return wrapPolicy(nodeSystem, manifest, artefactText(nodeSystem, artefact));
}

const NOTHING: Artefact = {
  format: FORMAT,
  sources: [],
  defaults: { onError: null, uncertain: 'skip', actions: {}, budgetMs: null, ownMode: 'enforce' },
  checks: {},
  counters: {},
  rules: [],
  index: {},
};

/**
 * `on-error: deny` of a file that does not compile still says what its author wants in case of failure. Only a person's own file can say `skip`: a project's
 * must not get out of it by being broken.
 */
function onErrorOfBrokenFiles(
  { texts, extended }: CompiledLayers,
  errors: readonly Problem[],
  files: RebuildRequest['files'],
): Manifest['onError'] {
  const isOwn = (path: string) => files.some((file) => file.path === path && file.trust === undefined);
  const stated = errors.flatMap(({ file }) => {
    const text = texts.get(file) ?? extended.get(file) ?? '';
    const verbs = [.../^\s*on-error:\s*["']?(ask|deny|skip)/gm[Symbol.matchAll](text)].map((match) => match[1]);
    return verbs.filter((verb) => verb !== 'skip' || isOwn(file));
  });
  return (['deny', 'ask', 'skip'] as const).find((verb) => stated.includes(verb)) ?? null;
}
