import { dirname } from 'node:path';
import { nodeSystem } from '../../system/node/system.ts';
import type { Problem } from '../../policy/index.ts';
import { readPrivate, replacePrivate } from '../../system/files/private-files.ts';
import { type CompiledLayers, compileLayers } from '../policy-files/compile-layers.ts';
import type { LayerFile } from '../policy-files/locations.ts';
import { isBundle } from '../../team/bundle/place.ts';

/** Replacing one broken file by its last good text may uncover another one. */
const ROUNDS = 5;

export interface LastGood {
  /** As the files are now. */
  first: CompiledLayers;
  errors: Problem[];
  /** What is in force: with errors, each broken file is replaced by its last good text. */
  compiled: CompiledLayers;
  /** Some file could not be replaced: an unknown set of rules is missing. */
  impaired: boolean;
}

/** The layers as they are in force. `target` is where the compiled policy of these layers is kept; their last good texts are beside it. */
export function compileLastGood(files: readonly LayerFile[], target: string): LastGood {
  const first = compileAll(files);
  const errors = first.problems.filter((problem) => problem.severity === 'error');
  if (errors.length === 0) return { first, errors, compiled: first, impaired: false };
  return { first, errors, ...replaceBrokenFiles(first, files, readGood(target)) };
}

/** Whatever a project's policy does to the compiler, the rules of the person and of the administrator are compiled. */
function compileAll(files: readonly LayerFile[]): CompiledLayers {
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

function replaceBrokenFiles(
  first: CompiledLayers,
  files: readonly LayerFile[],
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

export function keepGood(target: string, { texts, extended }: CompiledLayers): void {
  replacePrivate(nodeSystem, goodFile(target), JSON.stringify(Object.fromEntries([...texts, ...extended])));
}

function goodFile(target: string): string {
  return target.replace(/\.policy$/, '.good');
}
