// What scripts/acceptance-hostile.mjs does to a server, over plain sockets.
import { connect } from 'node:net';

const BODY = 33 * 1024 * 1024;

/** Requests that are malformed, or not for us. */
export const MALFORMED = [
  'GARBAGE\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'POST /hook HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: -5\r\n\r\n',
  'POST /hook HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /hook HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
  `POST /hook HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
  'POST /hook HTTP/1.1\r\nhost: evil.example\r\ncontent-length: 2\r\n\r\n{}',
  'POST /hook HTTP/1.1\r\nhost: 127.0.0.1\r\norigin: https://evil.example\r\ncontent-length: 2\r\n\r\n{}',
  'DELETE /hook HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n',
  '\0\0\0\0\r\n\r\n',
];

function payloadOf({ cwd }, command) {
  return JSON.stringify({
    session_id: `s${Math.floor(Math.random() * 50)}`,
    cwd,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: 'toolu_1',
  });
}

export async function ask(attack, command = 'ls') {
  try {
    const response = await fetch(attack.server.origin + attack.path, {
      method: 'POST',
      headers: attack.headers,
      body: payloadOf(attack, command),
      signal: AbortSignal.timeout(30_000),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

/** All in one write. The statuses of what is answered, in order. */
export async function pipeline(attack, count) {
  const { socket } = await raw(attack.server, '');
  const body = payloadOf(attack, 'ls');
  const head = Object.entries(attack.headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const one = `POST /hook HTTP/1.1\r\nhost: 127.0.0.1\r\n${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  socket.write(one.repeat(count));
  const answers = () => [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
  await until(() => answers().length === count || socket.destroyed, 60_000);
  socket.destroy();
  return answers();
}

/** The status of a request whose body is longer than allowed; 0: the connection was cut before an answer came. */
export async function tooLong({ server, headers }, isAnnounced) {
  const { socket } = await raw(server, '');
  const more = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  socket.write(
    `POST /hook HTTP/1.1\r\nhost: 127.0.0.1\r\n${more}${isAnnounced ? `content-length: ${BODY}` : 'transfer-encoding: chunked'}\r\n\r\n`,
  );
  const answer = statusOf(socket);
  const chunk = Buffer.alloc(64 * 1024, 'a');
  for (let sent = 0; sent < BODY && !socket.destroyed && socket.writable; sent += chunk.length) {
    if (!isAnnounced) socket.write(`${chunk.length.toString(16)}\r\n`);
    const isRoom = socket.write(chunk);
    if (!isAnnounced) socket.write('\r\n');
    if (!isRoom) await Promise.race([new Promise((done) => socket.once('drain', done)), answer]);
    if (answer.isThere) break;
  }
  const status = await answer;
  socket.destroy();
  return status;
}

export async function replyTo(server, text) {
  const { socket } = await raw(server, text);
  const status = await statusOf(socket);
  socket.destroy();
  return status;
}

function statusOf(socket) {
  const promise = new Promise((done) => {
    let text = '';
    const end = () => done(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (text.includes('\r\n')) end();
    });
    socket.once('close', end);
    setTimeout(end, 40_000).unref();
  });
  void promise.then(() => (promise.isThere = true));
  return promise;
}

export function raw({ origin }, text) {
  const { port } = new URL(origin);
  return new Promise((done) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', (error) => done({ socket, error }));
    socket.once('connect', () => {
      if (text !== '') socket.write(text);
      done({ socket, error: null });
    });
    socket.resume();
  });
}

export async function until(test, ms) {
  for (const end = performance.now() + ms; !test() && performance.now() < end;)
    await new Promise((done) => setTimeout(done, 100));
}
