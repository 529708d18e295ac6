import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIST = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
export const HOOKCTL = join(DIST, 'hookctl.mjs');
export const DISPATCHER = join(DIST, 'dispatcher.cjs');
export const RUNTIME = join(DIST, 'lib/runtime/index.js');
export const SDK = join(DIST, 'agent-sdk.mjs');
const NATIVE = join(DIST, 'native/dispatcher');

/** The hook on its two hosts, each beside the start of what it runs on. */
export const HOSTS = [
  { name: 'native', file: NATIVE, command: NATIVE, args: [], reference: 'sh -c true' },
  { name: 'node', file: DISPATCHER, command: process.execPath, args: [DISPATCHER], reference: 'node -e 0' },
];

export function installed(program) {
  return (process.env.PATH ?? '').split(delimiter).some((directory) => existsSync(join(directory, program)));
}

/** The executable of a peer from npm, if somebody has installed it here; null otherwise. */
export function peer(name) {
  try {
    const require = createRequire(import.meta.url);
    const manifest = require.resolve(`${name}/package.json`);
    const { bin } = require(manifest);
    return join(dirname(manifest), typeof bin === 'string' ? bin : Object.values(bin)[0]);
  } catch {
    return null;
  }
}

/** What a scenario cannot do without, in words; null when all of it is there. */
export function missing(...paths) {
  const absent = paths.filter((path) => !existsSync(path)).map((path) => `dist${path.slice(DIST.length)}`);
  return absent.length === 0 ? null : `${absent.join(', ')} is not in this build`;
}

/** The least that a hook can cost: a start of Node, and a start of a shell. */
export const BARE_NODE = { name: 'node -e 0', run: () => start(process.execPath, ['-e', '0']) };
export const BARE_SHELL = { name: 'sh -c true', run: () => start('/bin/sh', ['-c', 'true']) };

/** Runs a program to its end and insists that it ended well: a failure must not pass for a fast run. */
export function start(file, args, { input = '', cwd, env } = {}) {
  const { status, stdout, stderr, error } = spawnSync(file, args, { input, cwd, env, encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

/** The environment of a hook that knows no settings of this machine's user. */
export function cleanEnvironment(place, extra = {}) {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:HOOKCTL_|CLAUDE|SKIP_EDIT_CONFIRMATION$)/.test(name),
  );
  return { ...Object.fromEntries(own), HOME: place, HOOKCTL_STATE_DIR: join(place, 'state'), ...extra };
}
