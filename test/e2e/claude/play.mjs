// Runs inside the sandbox: `node play.mjs < case.json` plays one session of the real client and prints what was seen.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const { runClient } = await import('/mnt/product/dist/lib/adapters/claude-code/client/run-client.js');

const HOME = '/mnt/home';
const PROJECT = '/mnt/project';
/** Where `hookctl install` writes by default. */
const SETTINGS = join(PROJECT, '.claude/settings.local.json');

const scene = JSON.parse(readFileSync(0, 'utf8'));
for (const [name, text] of Object.entries(scene.files ?? {})) write(resolve(PROJECT, name), text);
const setup = (scene.setup ?? []).map(([file, ...args]) => {
  const ran = spawnSync(file, args, { cwd: PROJECT, encoding: 'utf8', timeout: 30_000 });
  return { exitCode: ran.status, stdout: ran.stdout, stderr: ran.stderr };
});
if (scene.timeout !== undefined) setTimeouts(scene.timeout);
if (scene.sabotage !== undefined) sabotage(scene.sabotage);

const runs = [];
for (const session of scene.sessions) {
  for (const name of session.remove ?? []) rmSync(join(PROJECT, name));
  runs.push(
    await runClient({
      client: '/mnt/bin/claude',
      cwd: PROJECT,
      home: HOME,
      env: { SHELL: '/bin/bash', ...session.env },
      turns: session.turns,
      args: ['--dangerously-skip-permissions', ...(session.args ?? [])],
      timeoutMs: 60_000,
    }),
  );
}
const files = Object.fromEntries((scene.show ?? []).map((name) => [name, textOf(resolve(PROJECT, name))]));
process.stdout.write(JSON.stringify({ setup, runs, files }));

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, text.startsWith('#!') ? { mode: 0o755 } : {});
}

function textOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** The handlers that `hookctl install` wrote, changed in place. */
function eachHandler(change) {
  const settings = JSON.parse(readFileSync(SETTINGS, 'utf8'));
  for (const group of Object.values(settings.hooks).flat()) group.hooks.forEach(change);
  writeFileSync(SETTINGS, JSON.stringify(settings, null, 2));
}

function setTimeouts(seconds) {
  eachHandler((handler) => (handler.timeout = seconds));
}

/** Puts something else in the place of the dispatcher that the settings name; null takes it away. */
function sabotage({ node, native }) {
  const named = new Set();
  eachHandler((handler) =>
    named.add([handler.command, ...(handler.args ?? [])].find((word) => /dispatcher/.test(word))),
  );
  for (const word of named) {
    const file = word.replace('${CLAUDE_PROJECT_DIR}', PROJECT);
    rmSync(file);
    const text = file.endsWith('.cjs') ? node : native;
    if (text !== null) writeFileSync(file, text, { mode: 0o755 });
  }
}
