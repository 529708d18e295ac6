import { dirname } from 'node:path';
import { nodeSystem } from '../../system/node/system.ts';
import { type Artefact, FORMAT, formatProblem, type Problem, wordLoosening } from '../../policy/index.ts';
import { readPrivate, replacePrivate } from '../../system/files/private-files.ts';
import { type CompiledLayers, compileLayers } from '../policy-files/compile-layers.ts';
import { artefactText } from '../policy-files/artefact-text.ts';
import { isBundle, membershipBeside } from '../../team/bundle/place.ts';
import { setTeamFile } from '../../team/bundle/set-team.ts';
import { type Manifest, wrapPolicy } from './compiled-policy.ts';
import { settledStamp } from './settled-stamp.ts';
import type { RebuildRequest } from './load-layers.ts';

/** Replacing one broken file by its last good text may uncover another one. */
const ROUNDS = 5;

/**
 * Compiles the layers and keeps the result beside the state. A file with errors is replaced by its last good text, and only that file: the others keep
 * their newest rules. Where there is no good text the file is left out and the policy says of itself that it is impaired.
 */
export function rebuildPolicy({ files, version, target }: RebuildRequest): string {
  const first = compileAll(files);
  const errors = first.problems.filter((problem) => problem.severity === 'error');
  const good = errors.length === 0 ? new Map<string, string>() : readGood(target);
  const { compiled, impaired } =
    errors.length === 0 ? { compiled: first, impaired: false } : replaceBrokenFiles(first, files, good);
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

/** Whatever a project's policy does to the compiler, the rules of the person and of the administrator are compiled. */
function compileAll(files: RebuildRequest['files']): CompiledLayers {
  try {
    return compileLayers(files);
  } catch (error) {
    const suspects = files.filter(({ layer }) => layer === 'project' || layer === 'local');
    if (suspects.length === 0) throw error;
    const rest = compileLayers(files, { instead: new Map(suspects.map(({ path }) => [path, null])) });
    const message = `it cannot be compiled: ${(error as Error).message}`;
    const problems = suspects.map(({ path }): Problem => ({
      file: path,
      line: 1,
      column: 1,
      severity: 'error',
      message,
    }));
    return { ...rest, artefact: null, problems: [...problems, ...rest.problems] };
  }
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

function replaceBrokenFiles(
  first: CompiledLayers,
  files: RebuildRequest['files'],
  good: ReadonlyMap<string, string>,
): { compiled: CompiledLayers; impaired: boolean } {
  // What is gone is an error of the file that names it, which is as good as it was: its text is not what has to be replaced.
  const gone = [...first.missing].flatMap((file) => (good.has(file) ? [[file, good.get(file) ?? ''] as const] : []));
  const instead = new Map<string, string | null>(gone);
  let compiled = gone.length === 0 ? first : compileLayers(files, { instead });
  for (let round = 0; round < ROUNDS && compiled.artefact === null; round++) {
    // A file with two errors is broken once.
    const broken = new Set(compiled.problems.filter(({ severity }) => severity === 'error').map(({ file }) => file));
    for (const file of broken) {
      const before = instead.get(file);
      instead.set(file, before === undefined ? (good.get(file) ?? null) : null);
      // What a refused policy of the team would bring along is not read either: all of it stays as it was.
      if (isBundle(file)) for (const [path, text] of good) if (isBeside(path, file)) instead.set(path, text);
    }
    compiled = compileLayers(files, { instead });
  }
  return { compiled, impaired: compiled.artefact === null || [...instead.values()].includes(null) };
}

function isBeside(path: string, file: string): boolean {
  return path !== file && path.startsWith(`${dirname(file)}/`);
}

function readGood(target: string): Map<string, string> {
  try {
    return new Map(
      Object.entries(JSON.parse(readPrivate(nodeSystem, goodFile(target)) ?? '{}') as Record<string, string>),
    );
  } catch {
    return new Map();
  }
}

function keepGood(target: string, { texts, extended }: CompiledLayers): void {
  replacePrivate(nodeSystem, goodFile(target), JSON.stringify(Object.fromEntries([...texts, ...extended])));
}

function goodFile(target: string): string {
  return target.replace(/\.policy$/, '.good');
}

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
