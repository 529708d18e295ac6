import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const PATIENCE_MS = 120_000;

/** Somebody on a machine of their own: a home, a cache of npm, a temporary directory, and the registry of the rehearsal. Nothing of this machine's user is read. */
export function userOf({ place, registry }) {
  const at = (...parts) => join(place, ...parts);
  for (const name of ['home', 'temporary', 'prefix']) mkdirSync(at(name));
  const env = {
    PATH: [at('prefix/bin'), dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
    HOME: at('home'),
    TMPDIR: at('temporary'),
    ...Object.fromEntries(Object.entries(settingsOf(at, registry)).map(([key, value]) => [`npm_config_${key}`, value])),
  };
  const run = (program, args, { cwd = at('home'), input = '', more = {} } = {}) =>
    start(program, args, { cwd, input, env: { ...env, ...more } });
  const succeed = async (program, args, options) => {
    const ran = await run(program, args, options);
    if (ran.exitCode === 0) return ran.stdout;
    throw new Error(`${program} ${args.join(' ')}: exit ${ran.exitCode}\n${ran.stdout}${ran.stderr}`.trim());
  };
  return {
    at,
    run,
    succeed,
    json: async (program, args, options) => JSON.parse(await succeed(program, args, options)),
    /** A project with a package.json of its own. */
    project: (name) => {
      mkdirSync(at(name));
      writeFileSync(at(name, 'package.json'), `{ "name": "${name}", "private": true }\n`);
      return at(name);
    },
    /** Nothing may be left where programs keep what they need for a moment. */
    expectTidy: () => expectEqual('left in the temporary directory', readdirSync(at('temporary')), []),
  };
}

function settingsOf(at, registry) {
  const none = { userconfig: at('none'), globalconfig: at('none-either') };
  const quiet = { audit: 'false', fund: 'false', update_notifier: 'false', loglevel: 'error' };
  return { registry, cache: at('npm-cache'), prefix: at('prefix'), ...none, ...quiet };
}

/** Not `spawnSync`: the registry is in this process and has to answer meanwhile. */
function start(program, args, { cwd, input, env }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, timeout: PATIENCE_MS, killSignal: 'SIGKILL' });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'])
      child[name].setEncoding('utf8').on('data', (text) => (output[name] += text));
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, ...output }));
    // A hook that was not started reads nothing.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/** Exactly one handler of hookctl before a tool call, as the settings name it. */
export function registeredHook(settings) {
  const { hooks } = JSON.parse(readFileSync(settings, 'utf8'));
  const [handler, ...more] = hooks.PreToolUse.flatMap((group) => group.hooks);
  expectEqual('other hooks', more, []);
  return handler;
}

/** What the registered hook answers to a shell command, started as the agent starts it. */
export async function askHook({ run }, { handler, project, command, runner = [] }) {
  const fill = (text) => text.replaceAll('${CLAUDE_PROJECT_DIR}', project);
  const [program, ...args] = [...runner, handler.command, ...(handler.args ?? [])].map(fill);
  const payload = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: project,
    tool_name: 'Bash',
    tool_input: { command },
  };
  const options = { cwd: project, input: JSON.stringify(payload), more: { CLAUDE_PROJECT_DIR: project } };
  const { stdout, stderr, exitCode } = await run(program, args, options);
  if (exitCode !== 0 || stdout === '') return { exitCode, stdout, stderr };
  return JSON.parse(stdout).hookSpecificOutput;
}

export function expectDenied(what, answer, reason) {
  if (answer.permissionDecision === 'deny' && answer.permissionDecisionReason.includes(reason)) return;
  throw new Error(`${what}: expected a deny with "${reason}", got ${JSON.stringify(answer)}`);
}

export function expectEqual(what, found, expected) {
  if (JSON.stringify(found) === JSON.stringify(expected)) return;
  throw new Error(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(found)}`);
}

export function megabytesIn(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.size / 1e6;
  return readdirSync(path).reduce((sum, name) => sum + megabytesIn(join(path, name)), 0);
}
