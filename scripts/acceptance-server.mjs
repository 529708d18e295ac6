#!/usr/bin/env node
// Many servers on one PostgreSQL, killed while they work: every counter exact, every record there once.
//   node scripts/acceptance-server.mjs          5,000 events (a step of .ci/run)
//   node scripts/acceptance-server.mjs --full   100,000 events
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { startDatabase } from '../test/support/postgres.mjs';
import { recordId } from '../dist/lib/audit/record/record-id.js';
import { sealEnvelope, newKey, readSigningKey } from '../dist/lib/team/bundle/envelope.js';
import { openTeamStore } from '../dist/lib/store/postgres/team-store.js';

const SIZES = {
  short: { events: 5_000, sessions: 200, servers: 4, clients: 16, killEveryMs: 5_000, mostKills: 4 },
  full: { events: 100_000, sessions: 1_000, servers: 4, clients: 64, killEveryMs: 6_000, mostKills: Infinity },
};
const { values } = parseArgs({ options: { full: { type: 'boolean' } } });
const size = values.full === true ? SIZES.full : SIZES.short;
const HOOKCTL = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'hookctl.mjs');
const POLICY = `policy: 1
counters:
  changes: { of: write, per: session }
rules:
  count-changes:
    after: write
    when: { count.changes: "> 0" }
    inject: "change {count.changes}."
`;

const database = await startDatabase();
if (typeof database === 'string') {
  console.log(`SKIPPED: no PostgreSQL can be started here: ${database}`);
  process.exit(0);
}
const servers = [];
/** Read while others work. */
const state = { isOver: false };
let status = 1;
try {
  status = await run();
} finally {
  state.isOver = true;
  for (const { child } of servers) child?.kill('SIGKILL');
  await database.stop();
}
process.exit(status);

async function run() {
  const url = await database.create('acceptance');
  const token = await prepare(url);
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', HOOKCTL_DATABASE_URL: url };
  for (let i = 0; i < size.servers; i++) servers.push(await startServer(env));
  const figures = { repeats: 0, serverKills: 0, databaseStops: 0, latencies: [], doubled: 0 };
  const started = performance.now();
  const chaos = disturb(env, figures, () => figures.latencies.length);
  const seen = await sendAll(token, figures);
  const seconds = (performance.now() - started) / 1000;
  state.isOver = true;
  await chaos;
  return report(url, seen, figures, seconds);
}

/** Tables, a team, a token, and a signed policy that counts. */
async function prepare(url) {
  const store = await openTeamStore({ url, server: 'acceptance' });
  await store.migrate();
  await store.ensureTeam('acme');
  const token = await store.tokens.make({ team: 'acme', scopes: ['decide'], label: 'acceptance' });
  const { pem, publicKey } = newKey();
  const bundle = {
    format: 1,
    team: 'acme',
    version: 1,
    made: new Date().toISOString(),
    expires: null,
    previous: null,
    needs: '0.1.0',
    note: '',
    files: [{ path: 'policy.yaml', text: POLICY }],
    stages: [{ percent: 100, mode: 'enforce' }],
    salt: '',
    keys: [publicKey],
  };
  const envelope = sealEnvelope(JSON.stringify(bundle), readSigningKey(pem));
  await store.bundles.publish({
    team: 'acme',
    version: 1,
    envelope,
    hash: '',
    note: '',
    keys: [publicKey],
    by: 'test',
  });
  await store.close();
  return token;
}

async function startServer(env) {
  const child = spawn(process.execPath, [HOOKCTL, 'serve', '--port', '0', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.resume();
  const line = await new Promise((resolve) => {
    child.stdout.setEncoding('utf8').once('data', resolve);
    child.once('exit', () => resolve(null));
  });
  return { child, url: line === null ? null : JSON.parse(line).url };
}

/** Kills a server now and then, and the database at a third and at two thirds. */
async function disturb(env, figures, done) {
  const stops = [
    [size.events / 3, 'SIGQUIT'],
    [(size.events * 2) / 3, 'SIGINT'],
  ];
  for (let last = performance.now(); !state.isOver; await pause(100)) {
    if (stops.length > 0 && done() >= stops[0][0] && database.restart !== null) {
      figures.databaseStops++;
      await database.restart(stops.shift()[1]);
    }
    if (performance.now() - last < size.killEveryMs || figures.serverKills >= size.mostKills) continue;
    last = performance.now();
    const at = figures.serverKills++ % servers.length;
    servers[at].child.kill('SIGKILL');
    servers[at] = await startServer(env);
    if (state.isOver) servers[at].child.kill('SIGKILL');
  }
}

/** Every client repeats a call until it has its answer, at any server, with the same record id. Returns what was answered, by session. */
async function sendAll(token, figures) {
  const agent = new Agent({ keepAlive: true, maxSockets: size.clients * 2 });
  const seen = new Map();
  let next = 0;
  const client = async () => {
    for (let event = next++; event < size.events; event = next++) {
      const session = `s${event % size.sessions}`;
      const record = recordId(Date.now());
      const sent = performance.now();
      const answer = await untilAnswered(agent, token, session, record, figures);
      figures.latencies.push(performance.now() - sent);
      const number = Number(/change (\d+)\./.exec(answer)?.[1] ?? NaN);
      const numbers = seen.get(session) ?? new Set();
      if (numbers.has(number)) figures.doubled++;
      seen.set(session, numbers.add(number));
    }
  };
  await Promise.all(Array.from({ length: size.clients }, client));
  agent.destroy();
  return seen;
}

async function untilAnswered(agent, token, session, record, figures) {
  const body = JSON.stringify({
    session_id: session,
    cwd: '/work/project',
    hook_event_name: 'PostToolUse',
    tool_name: 'Write',
    tool_input: { file_path: '/work/project/a.txt', content: 'x' },
    tool_response: { filePath: '/work/project/a.txt' },
  });
  for (let attempt = 1; ; attempt++) {
    const { url } = servers[Math.floor(Math.random() * servers.length)];
    const reply = url === null ? null : await post(agent, url, body, { token, record, attempt });
    if (reply?.status === 200) return reply.text;
    if (reply !== null && reply.status < 500) throw new Error(`${reply.status}: ${reply.text}`);
    figures.repeats++;
    await pause(Math.min(200, 10 * attempt) * Math.random());
  }
}

/** Null: no answer. */
function post(agent, url, body, { token, record, attempt }) {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, 'hookctl-record': record, 'hookctl-attempt': String(attempt) };
    const asked = request(url, { method: 'POST', agent, headers, timeout: 10_000 }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode, text }));
      response.on('error', () => resolve(null));
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(null));
    asked.end(body);
  });
}

async function report(url, seen, figures, seconds) {
  const client = new Client({ connectionString: url });
  await client.connect();
  const one = async (sql) => (await client.query(sql)).rows[0];
  const { decisions, ids } = await one(
    'SELECT count(*)::int AS decisions, count(DISTINCT id)::int AS ids FROM decision',
  );
  const { hits } = await one('SELECT coalesce(sum(hits), 0)::int AS hits FROM tally');
  const { gaps } = await one(
    `SELECT count(*)::int AS gaps FROM (SELECT max(seq) AS last, count(*) AS n, (SELECT length FROM session WHERE id = fact.session) AS length
     FROM fact GROUP BY session) AS s WHERE last <> n OR length <> n`,
  );
  await client.end();
  const each = size.events / size.sessions;
  const wrong = [...seen.values()].filter((numbers) => numbers.size !== each || Math.max(...numbers) !== each).length;
  const sorted = Float64Array.from(figures.latencies).sort();
  const rank = (share) => Math.round(sorted[Math.ceil(share * sorted.length) - 1]);
  const rows = [
    ['PostgreSQL', database.version],
    ['events, sessions, servers, clients', [size.events, size.sessions, size.servers, size.clients].join(', ')],
    ['servers killed (SIGKILL), database stopped', `${figures.serverKills}, ${figures.databaseStops}`],
    [
      'seconds, events per second, repeats',
      `${seconds.toFixed(1)}, ${Math.round(size.events / seconds)}, ${figures.repeats}`,
    ],
    ['p50, p99 in ms, repeats included', `${rank(0.5)}, ${rank(0.99)}`],
    [
      'load',
      loadavg()
        .map((load) => load.toFixed(1))
        .join(' '),
    ],
    ['decisions, distinct ids, hits counted', `${decisions}, ${ids}, ${hits}`],
    ['sessions whose counter is not exact', String(wrong)],
    ['counter values answered twice', String(figures.doubled)],
    ['sessions with a gap in their facts', String(gaps)],
  ];
  for (const [name, value] of rows) console.log(`${name.padEnd(46)} ${value}`);
  const isRight =
    [decisions, ids, hits].every((count) => count === size.events) && wrong + figures.doubled + gaps === 0;
  console.log(isRight ? 'exact' : 'NOT EXACT');
  return isRight ? 0 : 1;
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
