import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { layFastLane } from './fast-lane.ts';
import { type Answer, createPlainServer } from './plain-server.ts';

/** Says what it was asked, so that an answer shows how the request was read. */
const echo: Answer = (body, query, done) => {
  setImmediate(() => done(body === 'nothing' ? '' : `${JSON.stringify({ body, query })}\n`));
};

function plain(token: string | null = null, answer = echo): Server {
  return createPlainServer({ version: '1.2.3', token, answer });
}

interface Listening {
  server: Server;
  connect: () => Promise<Socket>;
  /** Requests that `node:http` has read. */
  leftToNode: () => number;
}

async function listening(server: Server): Promise<Listening> {
  let left = 0;
  server.prependListener('request', () => (left += 1));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const clients: Socket[] = [];
  onTestFinished(() => {
    for (const client of clients) client.destroy();
    server.close();
  });
  return {
    server,
    leftToNode: () => left,
    connect: async () => {
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1').setNoDelay(true);
      clients.push(client.on('error', () => undefined));
      await once(client, 'connect');
      return client;
    },
  };
}

function laned({ token = null as string | null, answer = echo } = {}): Promise<Listening> {
  const server = plain(token, answer);
  layFastLane(server, { token, answer });
  return listening(server);
}

/** All that comes from now on, without what the clock says. */
function transcript(client: Duplex): () => string {
  let text = '';
  client.on('data', (data: Buffer) => (text += data.toString('latin1')));
  return () => text.replaceAll(/\r\nDate: [^\r]+/g, '\r\nDate: now');
}

const post = (body: string, ...fields: string[]) =>
  ['POST /hook HTTP/1.1', 'Host: localhost', `Content-Length: ${Buffer.byteLength(body)}`, ...fields, '', body].join(
    '\r\n',
  );

const answerTo = (body: string, query = '') => {
  const text = Buffer.from(`${JSON.stringify({ body, query })}\n`).toString('latin1');
  return (
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\nDate: now\r\n` +
    `Connection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\n${text}`
  );
};

afterEach(() => void vi.useRealTimers());

describe('whatever is sent, in whatever pieces, the answers are those of node:http', () => {
  const TOKEN = 'open-sesame';
  const often = <T>(usual: T, ...others: T[]) =>
    fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: fc.constantFrom(usual, ...others) });
  const requestLine = often(
    'POST /hook HTTP/1.1',
    'POST /hook?project=/p&agent=a HTTP/1.1',
    'POST /hook?a?b HTTP/1.1',
    'POST /hook?%zz HTTP/1.1',
    'POST /hook#x HTTP/1.1',
    'POST /hook HTTP/1.0',
    'POST http://localhost/hook HTTP/1.1',
    'post /hook HTTP/1.1',
    'POST  /hook HTTP/1.1',
    'PUT /hook HTTP/1.1',
    'GET /health HTTP/1.1',
    '\r\nPOST /hook HTTP/1.1',
  );
  const host = often('Host: 127.0.0.1:1', 'host:localhost ', 'Host: elsewhere.example', 'Host:', 'Y: z');
  const length = fc.oneof(
    { weight: 8, arbitrary: fc.constant('Content-Length: $') },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        'content-length:$ ',
        'Content-Length: 0$',
        'Content-Length: +$',
        'Content-Length: $, $',
        'Content-Length: $$',
        'Content-Length : $',
        'Content-Length: 1',
        'Content-Length: $\r\nContent-Length: $',
        'Content-Length: 0',
        'Transfer-Encoding: chunked',
      ),
    },
  );
  const further = fc.array(
    fc.constantFrom(
      'X: y',
      'X:',
      'X: a\tb',
      'X: \xe4',
      'X : y',
      ' folded',
      'no colon',
      ': y',
      'X: a\nY: b',
      'X: a\rY: b',
      'X: \0',
      'Connection: keep-alive',
      'Connection: KEEP-ALIVE',
      'Connection: close',
      'Connection: keep-alive, close',
      'Connection: upgrade',
      'Upgrade: h2c',
      'Proxy-Connection: close',
      'Keep-Alive: timeout=1',
      'Trailer: X',
      'TE: x',
      'Expect: 100-continue',
      'Expect: more',
      'Origin: https://page.example',
      'Host: localhost',
      'Accept: */*',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: identity',
      'Transfer-encoding : chunked',
      'Content-Length: 5',
      `authorization: Bearer ${TOKEN}`,
      `Authorization: Bearer ${TOKEN}`,
      'Authorization: Bearer wrong',
    ),
    { maxLength: 2 },
  );
  const body = fc.oneof(
    fc.constantFrom('nothing', 'äöü€😀', post('inner'), '3\r\nabc\r\n0\r\n\r\n', '0\r\n\r\n', '\r\n\r\n', ''),
    fc.string({ unit: 'binary', maxLength: 20 }),
  );
  const message = fc
    .record({ requestLine, host, length, further, body, ending: often('\r\n', '\n') })
    .map(({ requestLine, host, length, further, body, ending }) => {
      const bytes = Buffer.from(body, 'utf8');
      const head = [requestLine, host, length.replaceAll('$', String(bytes.length)), ...further, '', ''].join(ending);
      return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
    });
  /** Where, how many bytes go, and what comes instead. */
  const change = fc.tuple(
    fc.nat(),
    fc.nat(2),
    fc.constantFrom('', '\r', '\n', '\r\n', ' ', '\t', ':', '\0', '\x80', '0', 'a'),
  );
  const conversation = fc.record({
    bytes: fc
      .tuple(
        fc.array(message, { minLength: 1, maxLength: 3 }),
        fc.oneof(
          { weight: 2, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.array(change, { maxLength: 2 }) },
        ),
      )
      .map(([messages, changes]) => changes.reduce(changed, Buffer.concat(messages))),
    cuts: fc.array(fc.nat(), { maxLength: 4 }),
    token: often(null, TOKEN),
  });

  function changed(bytes: Buffer, [place, gone, instead]: [number, number, string]): Buffer {
    const at = place % (bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(instead, 'latin1'), bytes.subarray(at + gone)]);
  }

  interface Told {
    /** Before the caller has said that nothing more will come. */
    before: string;
    whole: string;
  }

  /** What `node:http` says to these pieces, each of them sent when the one before it has had its effect. */
  async function reference(pieces: Iterable<Buffer>, token: string | null): Promise<Told> {
    const socket = new Duplex({ read: () => undefined, write: (chunk: Buffer, _, done) => (said.push(chunk), done()) });
    const said: Buffer[] = [];
    const text = () =>
      Buffer.concat(said)
        .toString('latin1')
        .replaceAll(/\r\nDate: [^\r]+/g, '\r\nDate: now');
    plain(token).emit('connection', socket);
    for (const piece of pieces) {
      if (socket.destroyed) break;
      socket.push(piece);
      for (let i = 0; i < 3; i++) await turn();
    }
    for (let i = 0; i < 8; i++) await turn();
    const before = text();
    if (!socket.destroyed) socket.push(null);
    for (let i = 0; i < 8; i++) await turn();
    return { before, whole: text() };
  }

  const ERROR = /HTTP\/1\.1 4\d\d [^\r]+\r\nConnection: close\r\n\r\n$/;

  /** The same over a real connection. */
  async function conversed(client: Socket, pieces: readonly Buffer[], enough: number): Promise<string> {
    const got = transcript(client);
    for (const piece of pieces) {
      if (client.writable) client.write(piece);
      for (let i = 0; i < 3; i++) await turn();
    }
    for (let i = 0; i < 100 && !client.destroyed && got().length < enough; i++) await turn();
    const closed = client.destroyed ? null : once(client, 'close');
    client.end();
    await closed;
    return got();
  }

  function cutUp(bytes: Buffer, cuts: readonly number[]): Buffer[] {
    const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
    return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
  }

  const withoutError = (text: string) => text.replace(ERROR, '');

  it('in many conversations', async () => {
    const lanes = { none: await laned(), token: await laned({ token: TOKEN }) };
    let exact = 0;
    await fc.assert(
      fc.asyncProperty(conversation, async ({ bytes, cuts, token }) => {
        const lane = lanes[token === null ? 'none' : 'token'];
        // Byte by byte: an error must not overtake the answer to an earlier request.
        const { before, whole } = await reference(
          [...bytes].map((byte) => Buffer.of(byte)),
          token,
        );
        const pieces = cutUp(bytes, cuts);
        const got = await conversed(await lane.connect(), pieces, before.length);
        if (got === whole) {
          exact += 1;
          return;
        }
        // Where there is an error, what `node:http` says depends on the pieces: it drops an answer that is not sent yet, or says nothing of the error
        // behind one that is. But no other answer is ever given.
        const inPieces = await reference(pieces, token);
        const isCut = inPieces.whole !== whole && withoutError(whole).startsWith(withoutError(got));
        if (!isCut) expect(got).toBe(whole);
      }),
      { numRuns: 600 },
    );
    // Both ways were gone, and the exception is one.
    expect(lanes.none.leftToNode()).toBeGreaterThan(50);
    expect(exact).toBeGreaterThan(400);
  });
});

describe('plain requests', () => {
  it('are answered by the lane, one after the other, on one connection', async () => {
    const lane = await laned();
    const client = await lane.connect();
    const got = transcript(client);
    client.write(post('a') + post('b') + post('nothing').slice(0, -3));
    await vi.waitUntil(() => got() === answerTo('a') + answerTo('b'));
    client.write('ing');
    const nothing =
      'HTTP/1.1 200 OK\r\ncontent-length: 0\r\nDate: now\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\n';
    await vi.waitUntil(() => got() === answerTo('a') + answerTo('b') + nothing);
    expect(lane.leftToNode()).toBe(0);
  });

  it('may come byte by byte behind their head, and their last byte may be the last of all', async () => {
    const lane = await laned();
    const client = await lane.connect();
    const got = transcript(client);
    const [head, body] = [post('äöü').slice(0, -3), Buffer.from('äöü')];
    client.write(head);
    for (const byte of body) {
      await turn();
      client.write(Buffer.of(byte));
    }
    client.end();
    await once(client, 'close');
    expect(got()).toBe(answerTo('äöü'));
    expect(lane.leftToNode()).toBe(0);
  });

  it('a larger body goes to node:http, and what comes behind it too', async () => {
    const lane = await laned();
    const client = await lane.connect();
    const got = transcript(client);
    const large = 'x'.repeat(2 * 1024 * 1024);
    client.write(post(large) + post('b'));
    await vi.waitUntil(() => got() === answerTo(large) + answerTo('b'), { timeout: 20_000 });
    expect(lane.leftToNode()).toBe(2);
  });

  it('a caller that does not read its answers gets no more of them made, and all when it reads', async () => {
    let made = 0;
    const big = 'x'.repeat(1024 * 1024);
    const lane = await laned({ answer: (_, __, done) => done(`${++made} ${big}`) });
    const client = await lane.connect();
    client.write(Array.from({ length: 50 }, () => post('a')).join(''));
    await vi.waitUntil(() => made > 0);
    for (let i = 0; i < 100; i++) await turn();
    expect(made).toBeLessThan(50);
    const got = transcript(client);
    await vi.waitUntil(() => got().length > 50 * big.length, { timeout: 20_000 });
    expect([...got().matchAll(/\r\n\r\n(\d+) x/g)].map(([, number]) => Number(number))).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
    expect(lane.leftToNode()).toBe(0);
  });

  it('a caller that goes away in the middle, or before its answer, harms nobody', async () => {
    const answers: (() => void)[] = [];
    const lane = await laned({ answer: (body, query, done) => void answers.push(() => echo(body, query, done)) });
    const [half, gone, other] = [await lane.connect(), await lane.connect(), await lane.connect()];
    half.write(post('abc').slice(0, -1));
    gone.write(post('gone'));
    await vi.waitUntil(() => answers.length === 1);
    half.resetAndDestroy();
    gone.resetAndDestroy();
    const got = transcript(other);
    other.write(post('other'));
    await vi.waitUntil(() => answers.length === 2);
    for (const answer of answers) answer();
    await vi.waitUntil(() => got() === answerTo('other'));
  });
});

describe('connections that wait', () => {
  const FAKED = { toFake: ['setTimeout', 'clearTimeout', 'Date'] as const };

  it('are left to node:http when they say nothing, or half of something', async () => {
    vi.useFakeTimers({ toFake: [...FAKED.toFake] });
    const lane = await laned();
    const [silent, half] = [await lane.connect(), await lane.connect()];
    const [toSilent, toHalf] = [transcript(silent), transcript(half)];
    half.write(post('abc').slice(0, -1));
    for (let i = 0; i < 100; i++) await turn();
    vi.advanceTimersByTime(1_500);
    half.write('c');
    silent.write(post('late'));
    for (let i = 0; i < 1_000 && (toHalf() === '' || toSilent() === ''); i++) await turn();
    expect([toHalf(), toSilent()]).toEqual([answerTo('abc'), answerTo('late')]);
    expect(lane.leftToNode()).toBe(2);
  });

  it('are closed when they have been answered and nothing follows', async () => {
    vi.useFakeTimers({ toFake: [...FAKED.toFake] });
    const lane = await laned();
    const client = await lane.connect();
    const got = transcript(client);
    client.write(post('a'));
    for (let i = 0; i < 1_000 && got() === ''; i++) await turn();
    vi.advanceTimersByTime(4_500);
    client.write(post('b'));
    for (let i = 0; i < 1_000 && got() !== answerTo('a') + answerTo('b'); i++) await turn();
    const closed = once(client, 'close');
    vi.advanceTimersByTime(7_000);
    await closed;
    expect(got()).toBe(answerTo('a') + answerTo('b'));
    expect(lane.leftToNode()).toBe(0);
  });

  it('end with the server; an answer that is due is given first', async () => {
    const answers: (() => void)[] = [];
    const lane = await laned({ answer: (body, query, done) => void answers.push(() => echo(body, query, done)) });
    const [silent, asked] = [await lane.connect(), await lane.connect()];
    const got = transcript(asked);
    asked.write(post('a'));
    await vi.waitUntil(() => answers.length === 1);
    const [ended, closed] = [once(silent, 'close'), once(lane.server, 'close')];
    lane.server.close();
    await ended;
    expect(got()).toBe('');
    answers[0]?.();
    await closed;
    await vi.waitUntil(() => got() === answerTo('a'));
  });
});
