import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { formatProblem } from '../policy/index.ts';
import { listNames } from '../system/node/files.ts';
import { type CompiledLayers, compileLayers } from './compile-layers.ts';
import { type Env, layerFiles, type LayerFile, projectRootOf } from './locations.ts';

/** Which policy a command is about: files, a pack, or what is in force here. */
export interface Choice {
  files?: readonly string[] | undefined;
  pack?: string | undefined;
  project?: string | undefined;
  env: Env;
  cwd: string;
}

export interface ChosenPolicy extends CompiledLayers {
  chosen: LayerFile[];
  projectRoot: string;
  /** No file was named or found: the pack `default` is in force. */
  fallback: boolean;
}

export function choosePolicy(choice: Choice): ChosenPolicy {
  const projectRoot = choice.project === undefined ? projectRootOf(choice.env, choice.cwd) : resolve(choice.project);
  const named = [
    ...(choice.files ?? []).map((path): LayerFile => ({ layer: 'project', path, wanted: true })),
    ...(choice.pack === undefined ? [] : [{ layer: 'pack', path: `pack:${choice.pack}`, wanted: true } as const]),
  ];
  const chosen = named.length > 0 ? named : layerFiles(choice.env, projectRoot).filter(isThere);
  return { ...compileLayers(chosen), chosen, projectRoot, fallback: chosen.length === 0 };
}

function isThere({ path, wanted }: LayerFile): boolean {
  return wanted || existsSync(path);
}

export function errorsOf({ problems }: CompiledLayers): string[] {
  return problems.filter((problem) => problem.severity === 'error').map(formatProblem);
}

const NAMES = ['policy.yaml', 'policy.local.yaml'];

/** Files that look like policies but are read by nobody: a mistyped name leaves a rule dead without a word. */
export function unreadNeighbours(
  { chosen, extended }: Pick<ChosenPolicy, 'chosen' | 'extended'>,
  projectRoot: string,
): string[] {
  const read = new Set([
    ...chosen.map(({ path }) => resolve(path)),
    ...[...extended.keys()].map((path) => resolve(path)),
  ]);
  const folder = join(projectRoot, '.hookctl');
  const inFolder = listNames(folder)
    .filter((name) => /\.ya?ml$/.test(name) && !NAMES.includes(name))
    .map((name) => join(folder, name));
  const beside = ['hookctl.yaml', 'hookctl.yml', '.hookctl.yaml', '.hookctl.yml']
    .map((name) => join(projectRoot, name))
    .filter((path) => existsSync(path));
  return [...inFolder, ...beside].filter((path) => !read.has(path) && basename(dirname(path)) !== 'node_modules');
}
