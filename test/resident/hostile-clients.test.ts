import { connect, type Socket } from 'node:net';
import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { lab } from '../support/dispatcher.ts';
import { bash } from '../support/payloads.ts';
import { serving, type Serving } from './serving.ts';

/** `HOOKCTL_HOSTILE=full` uses the sizes of a real attack; the usual ones keep the suite short. */
const isFull = process.env['HOOKCTL_HOSTILE'] === 'full';
const SLOW = isFull ? 500 : 40;
const IDLE = isFull ? 10_000 : 200;
const LARGE = isFull ? 50 : 8;
const MEGABYTE = 1024 * 1024;

const POLICY = 'policy: 1\nrules:\n  no-x: { before: run, when: { runs: x }, deny: "No x.", locked: true }\n';

async function server(): Promise<{ serving: Serving; works: () => Promise<void>; memory: () => number }> {
  const place = lab(POLICY);
  const started = await serving({ env: place.env, cwd: place.project });
  const payload = JSON.stringify({ session_id: 's1', cwd: place.project, ...bash('x') });
  return {
    serving: started,
    works: async () => expect(await started.post(payload)).toMatchObject({ status: 200, body: /No x/ }),
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${started.pid}/status`, 'utf8'))?.[1]) / 1024,
  };
}

/** A client that writes by hand; `received` is what it got until the connection was closed. */
function client(
  { url }: Serving,
  text: string,
): { socket: Socket; received: Promise<string>; connected: Promise<void> } {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let all = '';
  const received = new Promise<string>((resolve) => {
    socket.setEncoding('utf8').on('data', (part: string) => (all += part));
    socket.on('error', () => undefined).on('close', () => resolve(all));
  });
  // Before anything else that the test writes.
  const connected = new Promise<void>((resolve) => socket.write(text, () => resolve()));
  return { socket, received, connected };
}

const firstLine = (text: string) => text.split('\r\n', 1)[0];

it.each([
  ['no HTTP at all', 'hello\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
  [
    'two lengths',
    'POST /hook HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx',
    'HTTP/1.1 400 Bad Request',
  ],
  [
    'a length and chunks',
    'POST /hook HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    'HTTP/1.1 400 Bad Request',
  ],
  [
    'a head without end',
    `GET /health HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(40_000)}`,
    'HTTP/1.1 431 Too Large',
  ],
  [
    'a length beyond the limit',
    'POST /hook HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99999999999\r\n\r\n',
    'HTTP/1.1 413 Payload Too Large',
  ],
])('%s is refused, and the server goes on', async (_, text, status) => {
  const { serving: started, works } = await server();
  expect(firstLine(await client(started, text).received)).toBe(status);
  await works();
});

it('chunks without end are cut off at the limit', { timeout: 120_000 }, async () => {
  const { serving: started, works } = await server();
  const { socket, received } = client(
    started,
    'POST /hook HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n',
  );
  const chunk = `${MEGABYTE.toString(16)}\r\n${'x'.repeat(MEGABYTE)}\r\n`;
  for (let sent = 0; !socket.destroyed && sent < 200; sent++)
    await new Promise<void>((resolve) => {
      const go = () => (socket.off('close', go), resolve());
      socket.once('close', go);
      socket.write(chunk, go);
    });
  expect(firstLine(await received)).toBe('HTTP/1.1 413 Payload Too Large');
  await works();
});

it(
  'large bodies at once: those beyond the total are told to come again, and memory stays bounded',
  { timeout: 120_000 },
  async () => {
    const { serving: started, works, memory } = await server();
    const length = 31 * MEGABYTE;
    const head = `POST /hook HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n`;
    // All but the last byte, so that the server holds what it has.
    const clients = Array.from({ length: LARGE }, () => client(started, head));
    for (const { socket } of clients) socket.write(Buffer.alloc(length - 1, 0x20));
    // Two of them fit into 64 MB; none of the others waits for them.
    const replies: string[] = [];
    for (const { received } of clients) void received.then((text) => replies.push(firstLine(text) ?? ''));
    await expect.poll(() => replies.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(LARGE - 2);
    expect(new Set(replies)).toEqual(new Set(['HTTP/1.1 503 Service Unavailable']));
    expect(memory()).toBeLessThan(400);
    for (const { socket } of clients) socket.destroy();
    await works();
  },
);

it('clients that send slowly or nothing at all take nothing from the others', { timeout: 120_000 }, async () => {
  const { serving: started, works, memory } = await server();
  const idle = Array.from({ length: IDLE }, () => client(started, ''));
  const slow = Array.from({ length: SLOW }, () =>
    client(started, 'POST /hook HTTP/1.1\r\nhost: localhost\r\nx-slow: '),
  );
  await Promise.all([...idle, ...slow].map(({ connected }) => connected));
  await works();
  expect(memory()).toBeLessThan(400);
  if (!isFull) return;
  // Their time is up after ten seconds.
  const ends = await Promise.all(slow.map(({ received }) => received));
  expect(new Set(ends.map(firstLine))).toEqual(new Set(['HTTP/1.1 408 Request Timeout']));
  await works();
});

it('requests in one write are answered one after the other', async () => {
  const { serving: started } = await server();
  const one = 'GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n';
  const text = one.repeat(20) + one.replace('host', 'connection: close\r\nhost');
  const answers = await client(started, text).received;
  expect(answers.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(21);
});

it('wrong tokens are refused however many come', async () => {
  const place = lab(POLICY);
  const token = place.write('token', 'open-sesame\n');
  const started = await serving({ env: place.env, cwd: place.project, args: ['--token-file', token] });
  const asked = Array.from({ length: 100 }, (_, index) =>
    started.post('{}', { headers: { authorization: `Bearer open-sesam${index}` } }),
  );
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([401]));
  const figures = await started.post('', {
    path: '/metrics',
    method: 'GET',
    headers: { authorization: 'Bearer open-sesame' },
  });
  expect(figures.body).toContain('hookctl_refused_total{why="unauthorized"} 100\n');
});
