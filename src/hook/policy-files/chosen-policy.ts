import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { formatProblem } from '../../policy/index.ts';
import { listNames } from '../../system/node/files.ts';
import { type PolicyChoice, chosenFiles } from './chosen-files.ts';
import { type CompiledLayers, compileLayers } from './compile-layers.ts';
import type { LayerFile } from './locations.ts';

export interface ChosenPolicy extends CompiledLayers {
  chosen: LayerFile[];
  projectRoot: string;
  /** No file was named or found: the pack `default` is in force. */
  fallback: boolean;
}

export function choosePolicy(choice: PolicyChoice): ChosenPolicy {
  const { chosen, projectRoot } = chosenFiles(choice);
  return { ...compileLayers(chosen), chosen, projectRoot, fallback: chosen.length === 0 };
}

export function errorsOf({ problems }: CompiledLayers): string[] {
  return problems.filter((problem) => problem.severity === 'error').map(formatProblem);
}

const NAMES = ['policy.yaml', 'policy.local.yaml'];

/** Files that look like policies but are not read: a mistyped name silently disables its rules. */
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
