import { nodeSystem } from '../../system/node/system.ts';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Env, layerFiles, type LayerFile } from './locations.ts';
import { policyPlace, policyPlaceOf } from './policy-place.ts';

/** Which policy a command is about: files, a pack, or what is in force here. */
export interface PolicyChoice {
  files?: readonly string[] | undefined;
  pack?: string | undefined;
  project?: string | undefined;
  env: Env;
  /** With the variables that a project's settings set. */
  fullEnv?: Env | undefined;
  cwd: string;
}

/** The layers it is made of, none read yet. No layer: the pack `default` is in force. */
export function chosenFiles(choice: PolicyChoice): { chosen: LayerFile[]; projectRoot: string } {
  const place =
    choice.project === undefined
      ? policyPlace(nodeSystem, choice.env, choice.cwd)
      : policyPlaceOf(nodeSystem, resolve(choice.project), resolve(choice.project));
  const named = [
    ...(choice.files ?? []).map((path): LayerFile => ({ layer: 'project', path, wanted: true })),
    ...(choice.pack === undefined ? [] : [{ layer: 'pack', path: `pack:${choice.pack}`, wanted: true } as const]),
  ];
  const chosen =
    named.length > 0
      ? named
      : layerFiles(nodeSystem, choice.env, { ...place, fullEnv: choice.fullEnv }).filter(isThere);
  return { chosen, projectRoot: place.projectRoot };
}

/** Is it what comes compiled with the product? */
export function isDefaultPack(chosen: readonly LayerFile[]): boolean {
  return chosen.every(({ layer, path }) => layer === 'pack' && path === 'pack:default') && chosen.length < 2;
}

function isThere({ path, wanted }: LayerFile): boolean {
  return wanted || existsSync(path);
}
