#!/usr/bin/env node
// Clients that mean harm, against `hookctl serve` on one machine and against a team server: no crash, bounded memory, clear answers, and nothing acknowledged
// that was not stored. It uses loopback only, and it ends without help.
//   node scripts/acceptance-hostile.mjs          small
//   node scripts/acceptance-hostile.mjs --full   500 slow clients, 50 bodies of 33 MB, 10,000 idle connections
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { openTeamStore } from '../dist/lib/store/postgres/team-store.js';
import { startDatabase } from '../test/support/postgres.mjs';
import { ask, MALFORMED, pipeline, raw, replyTo, tooLong, until } from './hostile-clients.mjs';

const SIZES = {
  small: { slow: 20, large: 4, idle: 300, tokens: 50, pipelined: 200, disk: '1m', free: 0.4, onFullDisk: 40 },
  full: { slow: 500, large: 50, idle: 10_000, tokens: 500, pipelined: 2_000, disk: '4m', free: 1, onFullDisk: 200 },
};
const { values } = parseArgs({ options: { full: { type: 'boolean' } } });
const size = values.full === true ? SIZES.full : SIZES.small;
const HOOKCTL = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'hookctl.mjs');
const MOST_MB = 400;

const scratch = mkdtempSync(join(tmpdir(), 'hookctl-hostile-'));
const children = [];
const mounts = [];
const rows = [];
let database = null;
let failed = false;
try {
  await local();
  await team();
} finally {
  await Promise.all(children.map(ended));
  if (database !== null) await database.stop();
  for (const mount of mounts) spawnSync('umount', [mount]);
  rmSync(scratch, { recursive: true, force: true });
}
const width = Math.max(...rows.map(([name]) => name.length));
for (const [name, text] of rows) console.log(`${name.padEnd(width)}  ${text}`);
console.log(failed ? 'FAILED' : 'all as it should be');
process.exit(failed ? 1 : 0);

function note(name, text, isRight) {
  if (!isRight) failed = true;
  rows.push([name, `${text}${isRight ? '' : '   <- WRONG'}`]);
}

/** The server of one machine, with its state on a file system of 1 or 4 MB. */
async function local() {
  const [home, project, state] = ['home', 'project', 'state'].map((name) => join(scratch, name));
  for (const directory of [home, join(project, '.hookctl'), state]) mkdirSync(directory, { recursive: true });
  const isSmall = smallFileSystem(state, size.disk);
  const env = { PATH: process.env.PATH, HOME: home, HOOKCTL_STATE_DIR: join(state, 'hookctl') };
  const server = await start(['serve', '--port', '0', '--json'], env, project);
  const attack = { server, path: '/hook', headers: {}, cwd: project };
  await attacks('local', attack);
  if (!isSmall) return note('local: full disk', 'SKIPPED: no file system can be mounted here', true);
  const before = auditLines(join(state, 'hookctl', 'audit'));
  const figures = await fillUp(attack, 4_000);
  const lines = auditLines(join(state, 'hookctl', 'audit')) - before;
  // hookctl reports a decision that it cannot record; every line in the trail is whole.
  note(
    'local: full disk',
    `${figures.quiet} answered as stored, ${figures.told} told that it was not, ${lines} lines kept; ${memory(server)}`,
    figures.quiet <= lines && isAlive(server),
  );
  server.child.kill('SIGTERM');
}

/** A team server whose tables are on a file system of 24 MB. */
async function team() {
  database = await startDatabase();
  if (typeof database === 'string') {
    note('team', `SKIPPED: no PostgreSQL can be started here: ${database}`, true);
    database = null;
    return;
  }
  const url = await database.create('hostile');
  const space = join(scratch, 'space');
  mkdirSync(space);
  const isSmall = smallFileSystem(space, '24m') && (await useSpace(url, space));
  const store = await openTeamStore({ url, server: 'hostile' });
  await store.migrate();
  await store.ensureTeam('acme');
  const token = await store.tokens.make({ team: 'acme', scopes: ['decide'], label: 'hostile' });
  await store.close();
  const env = { PATH: process.env.PATH, HOME: scratch, HOOKCTL_DATABASE_URL: url };
  const server = await start(['serve', '--port', '0', '--json'], env, scratch);
  const attack = { server, path: '/hook', headers: { authorization: `Bearer ${token}` }, cwd: '/home/x/project' };
  await attacks('team', attack);
  const before = await countDecisions(url);
  if (!isSmall) return note('team: full disk', 'SKIPPED: no file system can be mounted here', true);
  leaveFree(space, size.free * 1024 * 1024);
  const figures = await fillUp(attack, 60_000, 60_000);
  const stored = (await countDecisions(url)) - before;
  note(
    'team: full disk',
    `${figures.quiet + figures.told} acknowledged, ${stored} stored, ${figures.refused} answered 503; ${memory(server)}`,
    figures.quiet + figures.told === stored && figures.refused > 0 && isAlive(server),
  );
  server.child.kill('SIGTERM');
}

async function attacks(mode, attack) {
  const { server } = attack;
  const sockets = [];
  // Slow clients: a byte of the head now and then. The server answers 408 or cuts them off, and serves everybody else.
  for (let i = 0; i < size.slow; i++)
    sockets.push(await raw(server, 'POST /hook HTTP/1.1\r\nhost: 127.0.0.1\r\nx-a: '));
  const drip = setInterval(() => sockets.forEach(({ socket }) => socket.write('a')), 1_000);
  note(`${mode}: ${size.slow} slow heads`, await served(attack), isAlive(server));
  // Bodies that are too long, announced or not.
  const large = await Promise.all(Array.from({ length: size.large }, (_, i) => tooLong(attack, i % 2 === 0)));
  note(
    `${mode}: ${size.large} bodies of 33 MB`,
    `${tally(large)}; ${memory(server)}`,
    large.every((status) => status === 413 || status === 503 || status === 401) && isSmallEnough(server),
  );
  if (mode === 'team') {
    const wrong = await Promise.all(
      Array.from({ length: size.tokens }, (_, i) =>
        ask({ ...attack, headers: { authorization: `Bearer hk_x_${i}_wrong` } }),
      ),
    );
    note(
      `${mode}: ${size.tokens} wrong tokens`,
      tally(wrong.map(({ status }) => status)),
      wrong.every(({ status }) => status === 401),
    );
  }
  const idle = [];
  for (let i = 0; i < size.idle; i += 500)
    idle.push(...(await Promise.all(Array.from({ length: Math.min(500, size.idle - i) }, () => raw(server, '')))));
  note(
    `${mode}: ${size.idle} idle connections`,
    `${idle.filter(({ error }) => error === null).length} open; ${await served(attack)}; ${memory(server)}`,
    isSmallEnough(server) && isAlive(server),
  );
  for (const { socket } of idle) socket.destroy();
  const malformed = await Promise.all(MALFORMED.map((text) => replyTo(server, text)));
  note(
    `${mode}: ${MALFORMED.length} malformed requests`,
    tally(malformed),
    malformed.every((status) => status === 0 || (status >= 400 && status < 500)),
  );
  const pipelined = await pipeline(attack, size.pipelined);
  // A team server says 503 to what would wait too long.
  const isAnswered =
    pipelined.length === size.pipelined && pipelined.every((status) => status === 200 || status === 503);
  note(`${mode}: ${size.pipelined} pipelined calls`, `${tally(pipelined)}; ${memory(server)}`, isAnswered);
  const cut = sockets.map(({ socket }) => socket);
  await until(() => cut.every((socket) => socket.destroyed || socket.readableEnded), 30_000);
  clearInterval(drip);
  const gone = cut.filter((socket) => socket.destroyed || socket.readableEnded).length;
  for (const socket of cut) socket.destroy();
  note(
    `${mode}: slow heads ended by the server`,
    `${gone} of ${cut.length}; ${await served(attack)}`,
    gone === cut.length && isAlive(server),
  );
}

/** Calls until the disk is full and a while longer. `quiet`: answered as if all were well; `told`: the answer says that the record is missing; `refused`: 503. */
async function fillUp(attack, most, longest = Infinity) {
  const figures = { quiet: 0, told: 0, refused: 0 };
  const started = performance.now();
  let left = most;
  const filler = 'x'.repeat(8_000);
  const client = async (number) => {
    for (; left > 0 && !isFullLongEnough(figures) && performance.now() - started < longest; left--) {
      const { status, text } = await ask(attack, `rm -rf / ${number} ${filler}`);
      if (status !== 200) figures.refused++;
      else if (text.includes('cannot write its audit trail')) figures.told++;
      else figures.quiet++;
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, number) => client(number)));
  return figures;
}

function isFullLongEnough({ refused, told }) {
  return refused >= size.onFullDisk || told >= size.onFullDisk;
}

async function served(attack) {
  const { status, text } = await ask(attack);
  if (status !== 200) failed = true;
  return `a good call gets ${status}${status === 200 ? '' : ` ${text.slice(0, 200)}`}`;
}

async function start(args, env, cwd) {
  const child = spawn(process.execPath, [HOOKCTL, ...args], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr = (stderr + text).slice(-2_000)));
  const line = await new Promise((done, fail) => {
    child.stdout.setEncoding('utf8').once('data', done);
    child.once('exit', (code) => fail(new Error(`hookctl serve ended with ${code}: ${stderr}`)));
  });
  return { child, origin: new URL(JSON.parse(line).url).origin };
}

async function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await end;
}

function isAlive({ child }) {
  return child.exitCode === null && child.signalCode === null;
}

/** The most that the process has held so far. */
function peakMb({ child }) {
  const [, kb = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kb) / 1024);
}

function memory(server) {
  return `at most ${peakMb(server)} MB`;
}

function isSmallEnough(server) {
  return peakMb(server) < MOST_MB;
}

function tally(statuses) {
  const counts = new Map();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status === 0 ? 'cut off' : status}`)
    .join(', ');
}

function smallFileSystem(directory, bytes) {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0777`, 'tmpfs', directory]);
  if (status !== 0) return false;
  mounts.push(directory);
  return true;
}

/** Takes the rest of a small file system. */
function leaveFree(directory, bytes) {
  const { bavail, bsize } = statfsSync(directory);
  writeFileSync(join(directory, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
}

/** The database user may not be root: the directory must be its own. */
async function useSpace(url, directory) {
  const owner = spawnSync('stat', ['-c', '%u:%g', database.directory ?? directory], { encoding: 'utf8' }).stdout.trim();
  spawnSync('chown', [owner, directory]);
  // It reaches the directory through this one, which stays ours: a mount point below a directory of another user keeps `hookctl probe` from its sandbox.
  chmodSync(dirname(directory), 0o711);
  try {
    await query(new URL('/postgres', url).href, `CREATE TABLESPACE small LOCATION '${directory}'`);
    await query(new URL('/postgres', url).href, 'ALTER DATABASE hostile SET TABLESPACE small');
    return true;
  } catch (error) {
    note('team: tablespace', String(error.message), true);
    return false;
  }
}

async function countDecisions(url) {
  const { rows: found } = await query(url, 'SELECT count(*)::int AS n FROM decision');
  return found[0].n;
}

async function query(url, sql) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

function auditLines(directory) {
  return readdirSync(directory)
    .flatMap((name) => readFileSync(join(directory, name), 'utf8').split('\n'))
    .filter((line) => {
      try {
        return typeof JSON.parse(line).verdict === 'string';
      } catch {
        return false;
      }
    }).length;
}
