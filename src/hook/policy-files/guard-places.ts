import type { System } from '../../system/ports.ts';
import { basename, dirname, isAbsolute, join, normalize } from 'node:path';
import { AGENT_TRAITS } from '../../adapters/index.ts';
import type { AgentFiles } from '../../protocol/agent/agent-traits.ts';
import type { GuardPlace } from '../../system/ports.ts';
import { type Env, managedPolicy, stateDirectory } from './locations.ts';

export interface GuardRequest {
  system: System;
  env: Env;
  home: string;
  /** The files that are running now; a directory ends in a slash. */
  runningFiles?: readonly string[];
}

interface Roots {
  home: string;
  /** The user's configuration. */
  config: string;
}

/** Where the files of this guard are, by the environment the hook runs in. Those of the project are known to the rules themselves. */
export function guardPlaces({ system, env, home, runningFiles = [] }: GuardRequest): GuardPlace[] {
  const config = absolute(env['XDG_CONFIG_HOME']) ?? join(home, '.config');
  const roots: Roots = { home: normalize(home), config };
  const places: GuardPlace[] = runningFiles.flatMap(programPlaces);
  places.push({ part: 'policy', directory: dirname(managedPolicy(system)), files: ['**'] });
  places.push({ part: 'policy', directory: join(config, 'hookctl'), files: ['**'] });
  places.push({ part: 'state', directory: stateDirectory(system, env), files: ['**'] });
  const named = absolute(env['HOOKCTL_POLICY']);
  if (named !== null) places.push(fileAt(named));
  for (const { files } of AGENT_TRAITS) places.push(...files.flatMap((one) => agentPlaces(one, env, roots)));
  return places.map(withSlashes);
}

/** Rules compare paths with forward slashes, also those of Windows. */
function withSlashes(place: GuardPlace): GuardPlace {
  const { directory } = place;
  return /^[A-Za-z]:[\\/]|^\\\\/.test(directory) ? { ...place, directory: directory.replaceAll('\\', '/') } : place;
}

/** An agent's own directory, and where a variable has moved it to. */
function agentPlaces({ variable, directory, files }: AgentFiles, env: Env, roots: Roots): GuardPlace[] {
  const moved = variable === null ? null : absolute(env[variable]);
  if (directory === null) return moved === null ? [] : [fileAt(moved)];
  const usual = directory.startsWith('config/')
    ? below(roots.config, directory.slice(7))
    : below(roots.home, directory);
  const places: GuardPlace[] = [{ part: 'settings', directory: usual, files }];
  return moved === null || moved === usual ? places : [...places, { part: 'settings', directory: moved, files }];
}

/** As `join` does it for two tidy paths: some thirty places are named for each write outside the project. */
function below(directory: string, path: string): string {
  if (path === '') return directory;
  return directory.endsWith('/') ? `${directory}${path}` : `${directory}/${path}`;
}

function fileAt(path: string): GuardPlace {
  return { part: 'settings', directory: dirname(path), files: [basename(path)] };
}

/** A package is protected as a whole; anything else is the file, or the directory with the parts of the bundle. */
function programPlaces(path: string): GuardPlace[] {
  const [, modules, inPackage] = /^(.*\/node_modules)\/(hookctl|@hookctl\/[^/]+)(?:\/|$)/.exec(path) ?? [];
  if (modules !== undefined && inPackage !== undefined) {
    // The package of a platform belongs to the one beside it, whose launcher starts it.
    const packages = [...new Set([inPackage, 'hookctl'])];
    return packages.map((name) => ({ part: 'program', directory: `${modules}/${name}`, files: ['**'] }));
  }
  // A directory ends in a slash.
  if (path.endsWith('/')) return [{ part: 'program', directory: path.slice(0, -1), files: ['**'] }];
  const directory = dirname(path);
  const file: GuardPlace = { part: 'program', directory, files: [basename(path)] };
  // `dist/native/dispatcher` belongs to the bundle around it.
  return basename(directory) === 'native'
    ? [file, { part: 'program', directory: dirname(directory), files: ['**'] }]
    : [file];
}

function absolute(path: string | undefined): string | null {
  return path !== undefined && isAbsolute(path) ? normalize(path).replace(/(?<=.)\/+$/, '') : null;
}
