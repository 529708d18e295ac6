#!/usr/bin/env node
// Three dispatchers decide while the server is away, answers 503 and is killed in the middle of a report: each record is stored once, nothing is lost, and the
// server confirms the trail.
//   node scripts/acceptance-spool.mjs          3 × 60 events
//   node scripts/acceptance-spool.mjs --full   3 × 2,000 events
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { openTeamStore } from '../dist/lib/store/postgres/team-store.js';
import { startDatabase } from '../test/support/postgres.mjs';

const { values } = parseArgs({ options: { full: { type: 'boolean' } } });
const EACH = values.full === true ? 2_000 : 60;
const DIST = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const HOOKCTL = join(DIST, 'hookctl.mjs');
const NATIVE = join(DIST, 'native', 'dispatcher');
const DISPATCHER = existsSync(NATIVE) ? [NATIVE] : [process.execPath, join(DIST, 'dispatcher.cjs')];
const POLICY = 'policy: 1\nrules:\n  no-x: { before: run, when: { runs: x }, deny: "No x." }\n';

const place = mkdtempSync(join(tmpdir(), 'hookctl-spool-'));
const database = await startDatabase();
if (typeof database === 'string') {
  console.log(`SKIPPED: no PostgreSQL can be started here: ${database}`);
  process.exit(0);
}
let server = null;
let status = 1;
try {
  status = await run();
} finally {
  server?.kill('SIGKILL');
  await database.stop();
  rmSync(place, { recursive: true, force: true });
}
process.exit(status);

async function run() {
  const url = await database.create('spool');
  const figures = { failedSyncs: 0, serverKills: 0 };
  const started = performance.now();
  const port = await serve(url, 0);
  const env = await joined(url, port);
  // Away: nobody listens.
  await kill();
  await whileDeciding(env, () => syncFails(env, figures));
  // Busy: somebody listens, and has no time.
  const busy = createServer((_, response) =>
    response.writeHead(503).end('{"error":{"code":"too-busy","message":"later"}}'),
  );
  await new Promise((done) => busy.listen(port, '127.0.0.1', done));
  await whileDeciding(env, () => syncFails(env, figures));
  busy.closeAllConnections();
  await new Promise((done) => busy.close(done));
  // Killed in the middle: as soon as the first of its rows are there.
  await serve(url, port);
  await whileDeciding(env, async () => {
    const before = await count(url);
    const syncing = sync(env);
    while (!syncing.isOver && (await count(url)) === before) await pause(5);
    await kill();
    figures.serverKills++;
    if ((await syncing).exitCode !== 0) figures.failedSyncs++;
    await serve(url, port);
  });
  await whileDeciding(env, () => sync(env));
  const last = await untilSent(env);
  return report({ url, env, figures, last, seconds: (performance.now() - started) / 1000 });
}

/** A quarter of the events, by three dispatchers at once, while something happens again and again. */
async function whileDeciding(env, act) {
  const state = { isOver: false };
  const dispatchers = Promise.all([0, 1, 2].map((number) => decideSome(env, number))).then(() => (state.isOver = true));
  while (!state.isOver) {
    await act();
    await pause(200);
  }
  await dispatchers;
}

async function decideSome(env, number) {
  for (let i = 0; i < EACH / 4; i++) {
    const command = i % 3 === 0 ? 'x' : 'y';
    const payload = {
      session_id: `s${number}`,
      cwd: join(place, 'project'),
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command },
      tool_use_id: `toolu_${number}_${i}`,
    };
    const { exitCode, stderr } = await ran(DISPATCHER, env, JSON.stringify(payload));
    if (exitCode !== 0) throw new Error(`the dispatcher ended with ${exitCode}: ${stderr}`);
  }
}

function sync(env) {
  const syncing = ran([process.execPath, HOOKCTL, 'sync', '--json'], env);
  void syncing.then(() => (syncing.isOver = true));
  return syncing;
}

async function syncFails(env, figures) {
  const { exitCode } = await sync(env);
  if (exitCode === 0) throw new Error('a synchronisation without a server ended with 0');
  figures.failedSyncs++;
}

async function untilSent(env) {
  for (let tries = 0; tries < 20; tries++) {
    const { exitCode, stdout } = await sync(env);
    if (exitCode === 0 && JSON.parse(stdout).busy === false) break;
    await pause(200);
  }
  const { stdout } = await sync(env);
  return JSON.parse(stdout);
}

async function report({ url, env, figures, last, seconds }) {
  const total = 3 * EACH;
  const lines = readdirSync(join(env.HOOKCTL_STATE_DIR, 'audit'))
    .flatMap((name) => readFileSync(join(env.HOOKCTL_STATE_DIR, 'audit', name), 'utf8').split('\n'))
    .filter((line) => line !== '').length;
  const [stored] = await query(
    url,
    'SELECT count(*)::int AS decisions, count(DISTINCT id)::int AS ids, (SELECT sum(hits)::int FROM tally) AS hits FROM decision',
  );
  const verified = await ran([process.execPath, HOOKCTL, 'audit', 'verify', '--server', '--json'], env);
  const { server: confirmed } = JSON.parse(verified.stdout);
  const hits = 3 * 4 * Math.ceil(EACH / 4 / 3);
  const isExact =
    lines === total &&
    stored.decisions === total &&
    stored.ids === total &&
    stored.hits === hits &&
    last.stored === 0 &&
    last.known === 0 &&
    verified.exitCode === 0 &&
    confirmed.same === total &&
    confirmed.findings.length === 0;
  console.log(`PostgreSQL                                ${database.version}`);
  console.log(
    `events, dispatchers                       ${total}, 3 (${DISPATCHER[0] === NATIVE ? 'native' : 'node'})`,
  );
  console.log(
    `seconds, failed syncs, servers killed     ${seconds.toFixed(1)}, ${figures.failedSyncs}, ${figures.serverKills}`,
  );
  console.log(`lines in the trail                        ${lines}`);
  console.log(`decisions, distinct ids, hits             ${stored.decisions}, ${stored.ids}, ${stored.hits}`);
  console.log(`a further sync: stored, known             ${last.stored}, ${last.known}`);
  console.log(`audit verify --server: same, findings     ${confirmed.same}, ${confirmed.findings.length}`);
  console.log(isExact ? 'exact' : 'NOT EXACT');
  return isExact ? 0 : 1;
}

async function joined(url, port) {
  const [home, project, state] = ['home', 'project', 'state'].map((name) => join(place, name));
  for (const directory of [home, join(project, '.hookctl'), state])
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(join(project, '.hookctl', 'policy.yaml'), POLICY);
  const store = await openTeamStore({ url, server: 'spool' });
  await store.ensureTeam('acme');
  const token = await store.tokens.make({ team: 'acme', scopes: ['enrol'], label: 'spool' });
  await store.close();
  writeFileSync(join(place, 'token'), token);
  // A machine that is busy with other tests makes the hook wait, and its time limit is not what is tried here.
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    HOOKCTL_STATE_DIR: join(state, 'hookctl'),
    HOOKCTL_DEADLINE_MS: '30000',
  };
  const { exitCode, stderr } = await ran(
    [process.execPath, HOOKCTL, 'join', `http://127.0.0.1:${port}`, '--token-file', join(place, 'token')],
    env,
  );
  if (exitCode !== 0) throw new Error(`hookctl join: ${stderr}`);
  // The synchronisations are started here, not by the hook.
  rmSync(join(env.HOOKCTL_STATE_DIR, 'team', 'due'));
  return env;
}

/** Returns the port. */
async function serve(url, port) {
  const env = { PATH: process.env.PATH, HOME: place, HOOKCTL_DATABASE_URL: url };
  server = spawn(process.execPath, [HOOKCTL, 'serve', '--port', String(port), '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise((done, fail) => {
    server.stdout.setEncoding('utf8').once('data', done);
    server.once('exit', (code) => fail(new Error(`hookctl serve ended with ${code}`)));
  });
  return Number(new URL(JSON.parse(line).url).port);
}

function kill() {
  const ended = new Promise((done) => server.once('exit', done));
  server.kill('SIGKILL');
  return ended;
}

function ran([program, ...args], env, input = '') {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { env, cwd: place, stdio: ['pipe', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.stdin.on('error', () => undefined);
    child.once('error', fail);
    child.once('close', (exitCode) => done({ exitCode, stdout, stderr }));
    child.stdin.end(input);
  });
}

async function count(url) {
  return (await query(url, 'SELECT count(*)::int AS n FROM decision'))[0].n;
}

async function query(url, sql) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function pause(ms) {
  return new Promise((done) => setTimeout(done, ms));
}
