#!/usr/bin/env node
// npm run bench:server: how much a decision costs on a server, beside a bare server that answers the same bytes and beside a server that does one INSERT for
// each request. Ratios of the same round stay true on a busy machine, and the processor time of a server even more; requests per second do not.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTeamStore } from '../dist/lib/store/postgres/team-store.js';
import { startDatabase } from '../test/support/postgres.mjs';
import { cleanEnvironment, HOOKCTL } from './artefacts.mjs';

const CONNECTIONS = [1, 16, 64];
const REQUESTS = { 1: 1_000, 16: 2_000, 64: 3_000 };
const ROUNDS = Number(process.env.ROUNDS ?? 3);

/** Parses the body and sends the bytes it was given; with a database, it first stores one row with a separate statement. */
const BARE = `
import { createServer } from 'node:http';
const answer = Buffer.from(process.env.ANSWER, 'utf8');
const pool = process.env.DATABASE === undefined ? null : new (await import(process.env.PG)).default.Pool({ connectionString: process.env.DATABASE, max: 6 });
await pool?.query('CREATE TABLE IF NOT EXISTS single (at timestamptz NOT NULL DEFAULT now(), id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body text NOT NULL)');
const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    const body = Buffer.concat(chunks).toString('utf8');
    JSON.parse(body);
    await pool?.query('INSERT INTO single (body) VALUES ($1)', [body]);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer);
  });
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: 'http://127.0.0.1:' + server.address().port + '/hook' })));
`;

const place = mkdtempSync(join(tmpdir(), 'hookctl-bench-server-'));
const servers = [];
const database = await startDatabase();
try {
  if (typeof database === 'string') throw new Error(`no PostgreSQL can be started here: ${database}`);
  const contenders = await startAll();
  console.log(`PostgreSQL ${database.version}, ${ROUNDS} rounds; calls of 50 sessions that are refused (rm -rf /)\n`);
  await compare(contenders);
} finally {
  for (const child of servers) child.kill('SIGKILL');
  if (typeof database !== 'string') await database.stop();
  rmSync(place, { recursive: true, force: true });
}

async function startAll() {
  const url = await database.create('bench');
  const store = await openTeamStore({ url, server: 'bench' });
  await store.migrate();
  await store.ensureTeam('acme');
  const token = await store.tokens.make({ team: 'acme', scopes: ['decide'], label: 'bench' });
  await store.close();
  const env = cleanEnvironment(place);
  mkdirSync(env.HOME ?? place, { recursive: true });
  const serve = [HOOKCTL, 'serve', '--port', '0', '--json'];
  const local = await start('hookctl serve, files of one machine', serve, env);
  const team = await start('hookctl serve, PostgreSQL', serve, { ...env, HOOKCTL_DATABASE_URL: url });
  team.token = token;
  const answer = (await ask(await open(team), requestOf(team, 0))).body;
  if (!answer.includes('"deny"')) throw new Error(`the server does not refuse: ${answer}`);
  const bare = ['--input-type=module', '-e', BARE];
  const pg = import.meta.resolve('pg');
  return [
    await start('bare node:http', bare, { ...env, ANSWER: answer }),
    await start('node:http with single inserts', bare, { ...env, ANSWER: answer, DATABASE: url, PG: pg }),
    local,
    team,
  ];
}

/** Every round has all numbers of connections and all servers, so that a busy minute does not look like a property of one of them. */
async function compare(contenders) {
  const samples = new Map(CONNECTIONS.map((count) => [count, new Map(contenders.map(({ name }) => [name, []]))]));
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++)
    for (const count of CONNECTIONS)
      for (const contender of contenders) {
        const one = await sample(contender, count);
        if (round > 0) samples.get(count).get(contender.name).push(one);
      }
  for (const count of CONNECTIONS) show(contenders, count, samples.get(count));
}

function show(contenders, connections, samples) {
  const [bare, single] = contenders.map(({ name }) => samples.get(name));
  const ratio = (own, other, field) => median(own.map((one, round) => one[field] / other[round][field])).toFixed(2);
  const table = contenders.map(({ name }) => {
    const own = samples.get(name);
    const text = (field) => String(Math.round(median(own.map((one) => one[field])) * 10) / 10);
    return [
      name,
      text('perSecond'),
      text('p50'),
      text('p99'),
      text('cpu'),
      ratio(own, bare, 'cpu'),
      ratio(own, bare, 'perSecond'),
      ratio(own, single, 'perSecond'),
      ratio(own, bare, 'p50'),
      ratio(own, single, 'p50'),
    ];
  });
  const rows = [
    [
      `${connections} connection${connections === 1 ? '' : 's'}`,
      'requests/s',
      'p50 ms',
      'p99 ms',
      'CPU µs',
      'CPU × bare',
      '× bare',
      '× inserts',
      'p50 × bare',
      'p50 × inserts',
    ],
    ...table,
  ];
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows)
    console.log(
      row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('  '),
    );
  console.log('');
}

async function sample(contender, connections) {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(contender)));
  const latencies = [];
  let left = REQUESTS[connections];
  const [started, used] = [performance.now(), processorTime(contender)];
  await Promise.all(
    sockets.map(async (socket) => {
      while (left-- > 0) {
        const sent = performance.now();
        const { status } = await ask(socket, requestOf(contender, left));
        if (status !== 200) throw new Error(`${contender.name} answered ${status}`);
        latencies.push(performance.now() - sent);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const cpu = (processorTime(contender) - used) / latencies.length;
  for (const socket of sockets) socket.destroy();
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
  return { perSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99), cpu };
}

/** Of the server's process, in microseconds; the database is not part of it. NaN where the system does not tell. */
function processorTime({ pid }) {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ').slice(11, 13);
    return (Number(user) + Number(system)) * 10_000;
  } catch {
    return Number.NaN;
  }
}

function requestOf({ token }, number) {
  const payload = {
    session_id: `s${number % 50}`,
    cwd: place,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'rm -rf /' },
    tool_use_id: `toolu_${number}`,
  };
  const body = JSON.stringify(payload);
  const authorization = token === undefined ? '' : `authorization: Bearer ${token}\r\n`;
  return `POST /hook HTTP/1.1\r\nhost: 127.0.0.1\r\n${authorization}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function open({ url }) {
  return new Promise((done, fail) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => done(socket));
    socket.setNoDelay(true);
    socket.once('error', fail);
  });
}

function ask(socket, text) {
  return new Promise((done, fail) => {
    let received = '';
    const closed = () => fail(new Error('the connection was closed'));
    const onData = (chunk) => {
      received += chunk.toString('latin1');
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (received.length < end + 4 + length) return;
      socket.off('data', onData);
      socket.off('close', closed);
      done({ status: Number(received.slice(9, 12)), body: received.slice(end + 4) });
    };
    socket.on('data', onData);
    socket.once('close', closed);
    socket.write(text);
  });
}

async function start(name, args, env) {
  const child = spawn(process.execPath, args, { env, cwd: place, stdio: ['ignore', 'pipe', 'inherit'] });
  servers.push(child);
  const line = await new Promise((done, fail) => {
    child.stdout.setEncoding('utf8').once('data', done);
    child.once('exit', (code) => fail(new Error(`${name} ended with ${code}`)));
  });
  return { name, url: JSON.parse(line).url, pid: child.pid };
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
}
