import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { cleanEnvironment, HOOKCTL, missing } from '../artefacts.mjs';

export const about =
  'hooks of type http: hookctl serve beside a bare node:http server that parses the same JSON and answers the same bytes';

/** With fewer connections, fewer events share the cost of one write to the trail. */
const CONNECTIONS = Number(process.env.HTTP_CONNECTIONS ?? 16);
const REQUESTS = 4_000;

/** Reads the body, parses it, sends the bytes it was given: the least an http hook in Node can do. */
const BARE = `
import { createServer } from 'node:http';
const answer = Buffer.from(process.env.ANSWER, 'utf8');
const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString('utf8'));
    response.writeHead(200, answer.length === 0 ? { 'content-length': 0 } : { 'content-type': 'application/json', 'content-length': answer.length });
    response.end(answer);
  });
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: 'http://127.0.0.1:' + server.address().port + '/hook' })));
`;

export async function prepare(place) {
  const absent = missing(HOOKCTL);
  if (absent !== null) return { missing: absent };
  const env = cleanEnvironment(place);
  const payload = (command) =>
    JSON.stringify({
      session_id: 'bench',
      transcript_path: `${place}/transcript.jsonl`,
      cwd: place,
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command, description: 'a step' },
      tool_use_id: 'toolu_bench',
    });
  return {
    rounds: 7,
    notes: [
      `${CONNECTIONS} connections kept open, ${REQUESTS} requests a round, over plain sockets from one process`,
      'CPU is that of the server process for one round; its ratio stays true on a busy machine, requests per second do not',
    ],
    rows: async (rounds) => {
      const rows = [];
      for (const [name, command, wanted] of [
        ['ls -la', 'ls -la', /^$/],
        ['rm -rf /', 'rm -rf /', /"deny"/],
      ]) {
        const ours = await start([HOOKCTL, 'serve', '--port', '0', '--json'], env);
        const first = await ask(ours.url, payload(command));
        if (!wanted.test(first)) throw new Error(`hookctl serve does not answer as it should: ${first}`);
        const bare = await start(['--input-type=module', '-e', BARE], { ...env, ANSWER: first });
        try {
          const samples = { bare: [], ours: [] };
          for (let round = 0; round <= rounds; round += 1) {
            const both = { bare: await sample(bare, payload(command)), ours: await sample(ours, payload(command)) };
            // The first round warms both up.
            if (round > 0) for (const [who, one] of Object.entries(both)) samples[who].push(one);
          }
          const reference = `bare node:http: ${name}`;
          const [bareRow, oursRow] = [summary(samples.bare), summary(samples.ours)];
          rows.push({ name: reference, ...bareRow });
          const ratio = {
            to: reference,
            perSecond: median(samples.ours.map(({ perSecond }, round) => perSecond / samples.bare[round].perSecond)),
            cpu: oursRow.cpuMs === null ? null : oursRow.cpuMs / bareRow.cpuMs,
          };
          rows.push({ name: `hookctl serve: ${name}`, ...oursRow, ratio });
        } finally {
          await Promise.all([ours.stop(), bare.stop()]);
        }
      }
      return rows;
    },
  };
}

async function start(args, env) {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const line = await new Promise((resolve, reject) => {
    child.stdout.once('data', (data) => resolve(String(data)));
    child.once('exit', (code) => reject(new Error(`a server ended with ${code}`)));
  });
  const stop = () => {
    child.kill();
    return ended;
  };
  return { url: new URL(JSON.parse(line).url), pid: child.pid, stop };
}

async function sample({ url, pid }, body) {
  const before = cpuMs(pid);
  const perSecond = await load(url, body);
  return { perSecond, cpuMs: before === null ? null : cpuMs(pid) - before };
}

function summary(samples) {
  const cpu = samples.map((one) => one.cpuMs);
  return {
    perSecond: median(samples.map(({ perSecond }) => perSecond)),
    cpuMs: cpu.includes(null) ? null : cpu.reduce((sum, one) => sum + one, 0) / cpu.length,
  };
}

const TICK_MS = 10;

/** CPU time of a process so far; null where the system does not tell. */
function cpuMs(pid) {
  if (process.platform !== 'linux') return null;
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ');
  // Fields 14 and 15 of proc(5), counted from the state, which is field 3.
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

async function ask(url, body) {
  const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  return response.text();
}

/** Requests per second. Plain sockets: a client library would be slower than the servers. */
function load(url, body) {
  const request = Buffer.from(
    `POST ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  return new Promise((resolve, reject) => {
    let left = REQUESTS;
    let open = CONNECTIONS;
    const started = performance.now();
    for (let i = 0; i < CONNECTIONS; i += 1) {
      const socket = connect(Number(url.port), url.hostname, () => socket.write(request));
      socket.setNoDelay(true);
      let text = '';
      socket.on('data', (data) => {
        text += data;
        const end = text.indexOf('\r\n\r\n');
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
        if (end < 0 || Buffer.byteLength(text.slice(end + 4)) < length) return;
        text = '';
        left -= 1;
        if (left >= CONNECTIONS - 1) socket.write(request);
        else socket.destroy();
      });
      socket.on('error', reject);
      socket.on('close', () => {
        open -= 1;
        if (open === 0) resolve((REQUESTS / (performance.now() - started)) * 1000);
      });
    }
  });
}

function median(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
}
