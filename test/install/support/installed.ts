import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLE_FILES } from '../../../src/install/dispatcher/dispatchers.ts';
import type { Lab } from '../../support/dispatcher.ts';
import { hookctl, type Ran, ROOT, run, startHookctl } from '../../support/hookctl.ts';

/** What the built command answers in the lab. */
export function inLab(here: Lab, ...args: string[]): Promise<Ran> {
  return hookctl(args, { env: here.env, cwd: here.project });
}

/** The same in a process of its own. */
export function startInLab(here: Lab, ...args: string[]): Promise<Ran> {
  return startHookctl(args, { env: here.env, cwd: here.project });
}

export interface Fired {
  permission: string | null;
  reason: string | null;
  handlers: { command: string; ran: boolean; source: string }[];
}

/** Plays the agent on the settings of the lab. */
export async function fireBash(here: Lab, command: string, ...more: string[]): Promise<Fired> {
  const { stdout } = await hookctl(['fire', '--payload', '-', '--home', here.home, '--json', ...more], {
    env: here.env,
    cwd: here.project,
    stdin: JSON.stringify({ tool_name: 'Bash', tool_input: { command }, session_id: 's' }),
  });
  return JSON.parse(stdout) as Fired;
}

/** An installation that comes without V8's cache of the hook makes it, by many starts of the hook: test/install/code-cache.test.ts is about that. */
const codeCaches = () => readdirSync(join(ROOT, 'dist')).filter((name) => name.endsWith('.cache'));

/** A second installation of hookctl: the built files, with a native dispatcher of one's own if wanted. */
export function copyOfHookctl(root: string, native?: string): (here: Lab, ...args: string[]) => Promise<Ran> {
  mkdirSync(join(root, 'dist'), { recursive: true });
  for (const name of [
    'package.json',
    'dist/hookctl.mjs',
    'dist/chunks',
    'dist/dispatcher',
    ...[...BUNDLE_FILES, ...codeCaches()].map((file) => `dist/${file}`),
  ])
    cpSync(join(ROOT, name), join(root, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  if (native !== undefined) {
    mkdirSync(join(root, 'dist', 'native'));
    writeFileSync(join(root, 'dist', 'native', 'dispatcher'), native, { mode: 0o755 });
  }
  return (here, ...args) =>
    run(process.execPath, [join(root, 'dist', 'hookctl.mjs'), ...args], { env: here.env, cwd: here.project });
}
