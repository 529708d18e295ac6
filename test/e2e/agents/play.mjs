// Runs inside the sandbox: `node play.mjs < scene.json` plays one session of a real client against a scripted model, and prints what came of it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startModel } from './scripted-model.mjs';

const HOME = '/mnt/home';
const PROJECT = '/mnt/project';
const DISPATCHERS = ['/mnt/product/dist/dispatcher.cjs', '/mnt/product/dist/native/dispatcher'];
/** Far more than a session takes: a machine may be busy with other things. */
const CLIENT_MS = 300_000;

const scene = JSON.parse(readFileSync(0, 'utf8'));
const { default: cli } = await import(`/mnt/src/adapters/${scene.agent}/conformance/client.mjs`);

for (const directory of [HOME, PROJECT, '/mnt/tmp']) mkdirSync(directory, { recursive: true });
for (const [name, text] of Object.entries(scene.files)) {
  mkdirSync(dirname(join(PROJECT, name)), { recursive: true });
  writeFileSync(join(PROJECT, name), text);
}
spawnSync('git', ['init', '-q', PROJECT]);

const model = await startModel(scene.turns);
const plan = cli.start({
  find,
  modules: scene.modules,
  dir: '/mnt',
  home: HOME,
  project: PROJECT,
  url: model.url,
  prompt: 'Do what is to be done.',
  flags: cli.flags,
});
const env = {
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  HOME,
  TMPDIR: '/mnt/tmp',
  SHELL: '/bin/bash',
  USER: 'nobody',
  LANG: 'C.UTF-8',
  TERM: 'dumb',
  NO_COLOR: '1',
  ...plan.env,
};
const installed = scene.guarded ? install() : null;
plan.prepare?.();
if (scene.sabotage !== null) sabotage(scene.sabotage);

let ran;
for (const argv of plan.commands) ran = await run(argv);
await model.close();
const heard = model.heard();
const outcome = JSON.stringify({
  installed,
  files: textsIn(PROJECT),
  heard,
  calls: model.calls(),
  exitCode: ran.exitCode,
  timedOut: ran.timedOut,
  output: ran.output.slice(-3000),
});
// The exit would cut off what the reader has not taken yet.
process.stdout.write(outcome, () => process.exit(0));

/** What a person would do: with the agent's own name, in all projects. */
function install() {
  const argv = [
    '/mnt/product/dist/hookctl.mjs',
    'install',
    '--agent',
    scene.agent,
    '--scope',
    'user',
    '--yes',
    '--json',
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd: PROJECT, env, encoding: 'utf8' });
  return { exitCode: status, stdout, stderr };
}

/** Puts something else in the place of the dispatcher; null takes it away. */
function sabotage({ node, native }) {
  for (const file of DISPATCHERS.filter(existsSync)) {
    rmSync(file);
    if (node === null) continue;
    writeFileSync(file, file.endsWith('.cjs') ? node : `#!/bin/sh\n${native}\n`, { mode: 0o755 });
  }
}

function run([file, ...args]) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd: PROJECT, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const ended = { exitCode: null, timedOut: false, output: '' };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (ended.output += data));
    const timer = setTimeout(() => {
      ended.timedOut = true;
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, CLIENT_MS);
    const end = (exitCode) => {
      clearTimeout(timer);
      resolve({ ...ended, exitCode });
    };
    child.on('error', (error) => {
      ended.output += error.message;
      end(null);
    });
    child.on('exit', end);
  });
}

/** A file of the client; `*` matches any text within a name. */
function find(pattern) {
  const found = pattern.split('/').reduce(
    (places, part) => {
      const name = new RegExp(`^${part.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
      return places
        .filter((place) => existsSync(place) && statSync(place).isDirectory())
        .flatMap((place) =>
          readdirSync(place)
            .filter((one) => name.test(one))
            .map((one) => join(place, one)),
        );
    },
    [scene.modules],
  );
  if (found.length === 0) throw new Error(`${pattern} is not in ${scene.modules}`);
  return found[0];
}

/** Small files of the project by their path, but for hidden ones. */
function textsIn(directory, prefix = '') {
  return Object.assign(
    {},
    ...readdirSync(directory, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
      .map((entry) => {
        const path = `${prefix}${entry.name}`;
        if (entry.isDirectory()) return textsIn(join(directory, entry.name), `${path}/`);
        return { [path]: readFileSync(join(directory, entry.name), 'utf8').slice(0, 1000) };
      }),
  );
}
