import type { System } from '../../system/ports.ts';
import { basename, dirname, isAbsolute, join } from 'node:path';
import type { GuardPlace } from '../../system/ports.ts';
import { type Env, managedPolicy, stateDirectory } from './locations.ts';

export interface GuardRequest {
  system: System;
  env: Env;
  home: string;
  /** The files that are running now; a directory ends in a slash. */
  program?: readonly string[];
}

/** Where the files of this guard are, by the environment the hook runs in. Those of the project are known to the rules themselves. */
export function guardPlaces({ system, env, home, program = [] }: GuardRequest): GuardPlace[] {
  const config = absolute(env['XDG_CONFIG_HOME']) ?? join(home, '.config');
  const places: GuardPlace[] = program.flatMap(programPlaces);
  places.push({ part: 'policy', directory: dirname(managedPolicy(system)), files: ['**'] });
  places.push({ part: 'policy', directory: join(config, 'hookctl'), files: ['**'] });
  places.push({ part: 'state', directory: stateDirectory(system, env), files: ['**'] });
  for (const name of ['HOOKCTL_POLICY', 'OPENCODE_CONFIG']) {
    const file = absolute(env[name]);
    if (file !== null) places.push({ part: 'settings', directory: dirname(file), files: [basename(file)] });
  }
  for (const [variable, standard, files] of AGENTS) {
    const usual = standard.startsWith('config/') ? join(config, standard.slice(7)) : join(home, standard);
    const directories = new Set([usual, (variable === null ? null : absolute(env[variable])) ?? usual]);
    for (const directory of directories) places.push({ part: 'settings', directory, files: files.split(' ') });
  }
  return places;
}

/** The variable that moves an agent's directory, its usual place (`config/` is the user's configuration), and what in it starts or stops hooks. */
const AGENTS: readonly (readonly [variable: string | null, standard: string, files: string])[] = [
  ['CLAUDE_CONFIG_DIR', '.claude', 'settings.json settings.local.json .claude.json hooks/** plugins/*.json'],
  [null, '', '.claude.json'],
  ['CODEX_HOME', '.codex', 'hooks.json config.toml requirements.toml hooks/**'],
  ['COPILOT_HOME', '.copilot', 'settings.json config.json hooks/**'],
  [null, '.cursor', 'hooks.json cli-config.json hooks/**'],
  ['GEMINI_CLI_HOME', '.gemini', 'settings.json trustedFolders.json config/hooks.json hooks/**'],
  ['QWEN_HOME', '.qwen', 'settings.json hooks/**'],
  ['OPENCODE_CONFIG_DIR', 'config/opencode', 'opencode.json opencode.jsonc plugin/** plugins/**'],
  [null, 'config/kilo', 'plugin/** plugins/**'],
  [null, '.cline', 'hooks/**'],
  [null, '.kimi', 'config.toml'],
  [null, '.kimi-code', 'config.toml'],
  [null, '.grok', 'settings.json hooks/**'],
  [null, '.factory', 'hooks.json settings.json settings.local.json hooks/**'],
  [null, '.pi/agent', 'settings.json extensions/**'],
  [null, '.codeium/windsurf', 'hooks.json'],
  [null, '.augment', 'settings.json'],
  [null, 'config/amp', 'settings.json plugins/**'],
  [null, 'config/crush', 'crush.json'],
];

/** A package is protected as a whole; anything else is the file, or the directory with the parts of the bundle. */
function programPlaces(path: string): GuardPlace[] {
  const inPackage = /^(.*\/node_modules\/(?:hookctl|@hookctl\/[^/]+))(?:\/|$)/.exec(path)?.[1];
  if (inPackage !== undefined) return [{ part: 'program', directory: inPackage, files: ['**'] }];
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
  return path !== undefined && isAbsolute(path) ? path.replace(/(?<=.)\/+$/, '') : null;
}
