import { lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { nodeSystem } from '../system/node/system.ts';
import { type Env, stateDirectory } from '../hook/policy-files/locations.ts';
import { Refusal } from './refusal.ts';

/** What hookctl keeps in its state directory: the trail, what sessions have done, what a person has permitted and trusted, compiled policies, backups. */
const PARTS = [
  'audit',
  'backups',
  'claims',
  'compacted',
  'folds',
  'grant-key',
  'grants',
  'installs',
  'locks',
  'offers',
  'policies',
  'sessions',
  'told',
  'trust',
  'witness',
];

export interface Purge {
  directory: string;
  /** Names below the directory; null: all of it. */
  parts: string[] | null;
  files: number;
  bytes: number;
  /** In the directory, and not of hookctl: it stays. */
  foreign: string[];
}

/** What `purge` would remove; null: there is no state. The directory of our own name is ours as a whole; one that a variable names may hold other files. */
export function planPurge(env: Env): Purge | null {
  const directory = stateDirectory(nodeSystem, env);
  const stat = lstatSync(directory, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  if (!stat.isDirectory())
    throw new Refusal(`${directory}: is not a directory of hookctl; remove it by hand, nothing was removed`);
  const names = readdirSync(directory);
  const isOurs = directory === stateDirectory(nodeSystem, { ...env, HOOKCTL_STATE_DIR: undefined });
  const parts = isOurs ? names : names.filter((name) => PARTS.includes(name));
  const sizes = parts.flatMap((name) => sizesIn(join(directory, name)));
  return {
    directory,
    parts: isOurs ? null : parts,
    files: sizes.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    foreign: names.filter((name) => !parts.includes(name)),
  };
}

/** For good. Links are removed, not followed. */
export function purge({ directory, parts }: Purge): void {
  if (parts === null) return rmSync(directory, { recursive: true, force: true });
  for (const name of parts) rmSync(join(directory, name), { recursive: true, force: true });
  if (readdirSync(directory).length === 0) rmdirSync(directory);
}

function sizesIn(path: string): number[] {
  const stat = lstatSync(path);
  return stat.isDirectory() ? readdirSync(path).flatMap((name) => sizesIn(join(path, name))) : [stat.size];
}
