import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { isForeign } from './guard.ts';
import { okHead } from './ok-head.ts';
import type { Answer } from './plain-server.ts';
import { readHead, type RequestHead } from './request-head.ts';

export interface LaneOptions {
  token: string | null;
  answer: Answer;
}

/** The body of more is worth more than what its head costs. */
const LARGEST_BODY = 1024 * 1024;
/** How often is looked for connections that wait. */
const SWEEP_MS = 1_000;

/**
 * Answers plain requests before `node:http` sees them: reading and answering one takes it longer than the decision takes (docs/decisions/080). Whatever is
 * not a plain question with a good answer – another path, a refusal, an error, a request that comes slowly – goes to the server with its connection,
 * which stays there.
 */
export function layFastLane(server: Server, options: LaneOptions): void {
  const [takeOver] = server.listeners('connection');
  if (takeOver === undefined) throw new Error('hookctl: this server takes no connections');
  server.removeAllListeners('connection');
  const open = new Set<Connection>();
  let timer: NodeJS.Timeout | null = null;
  const sweep = () => {
    for (const connection of open) connection.sweep();
    timer = open.size === 0 ? null : setTimeout(sweep, SWEEP_MS).unref();
  };
  server.on('connection', (socket) => {
    open.add(
      new Connection(socket, {
        ...options,
        server,
        leave: (connection) => open.delete(connection),
        takeOver: () => void takeOver.call(server, socket),
      }),
    );
    timer ??= setTimeout(sweep, SWEEP_MS).unref();
  });
  // `close()` calls it too.
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    closeIdle();
    for (const connection of open) connection.closeIfIdle();
  };
}

interface Surroundings extends LaneOptions {
  server: Server;
  leave: (connection: Connection) => void;
  /** Gives the socket to `node:http`. */
  takeOver: () => void;
}

/** One request after the other: the next one is read when the one before it has its answer, so answers are in order and a hand-over owes nothing. */
class Connection {
  readonly #socket: Socket;
  readonly #around: Surroundings;
  /** What came and is not answered yet, and how much of it makes the next step worth while. */
  #held: Buffer[] = [];
  #size = 0;
  #wanted = 1;
  /** Of a request whose body is not all here. */
  #head: RequestHead | null = null;
  #isAnswering = false;
  #hasEnded = false;
  /** When the last answer was sent; null before the first. */
  #answeredAt: number | null = null;

  constructor(socket: Socket, around: Surroundings) {
    this.#socket = socket;
    this.#around = around;
    socket.on('data', this.#onData).on('end', this.#onEnd).on('error', this.#onError).on('close', this.#onClose);
  }

  /** Once a second. Who says nothing or half of something is subject to the time limits of `node:http`. */
  sweep(): void {
    if (this.#isAnswering) return;
    if (this.#size > 0 || this.#answeredAt === null) this.#handOver();
    else if (Date.now() - this.#answeredAt > this.#around.server.keepAliveTimeout) this.#socket.end();
  }

  closeIfIdle(): void {
    if (!this.#isAnswering && this.#size === 0) this.#socket.destroy();
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#held.push(chunk);
    this.#size += chunk.length;
    // Who asks before the answer is there waits with the rest.
    if (this.#isAnswering) this.#socket.pause();
    else if (this.#size >= this.#wanted) this.#next();
  };

  readonly #onEnd = (): void => {
    this.#hasEnded = true;
    if (!this.#isAnswering) this.#next();
  };

  readonly #onError = (): void => undefined;

  readonly #onClose = (): void => this.#around.leave(this);

  #next(): void {
    if (this.#size === 0) {
      if (this.#hasEnded || !this.#around.server.listening) this.#socket.end();
      return;
    }
    const bytes = this.#bytes();
    const head = this.#head ?? this.#plainHead(bytes);
    if (head === null) return this.#handOver();
    const end = head.headLength + head.bodyLength;
    if (bytes.length < end) {
      if (this.#hasEnded) return this.#handOver();
      this.#hold(bytes, end, head);
      return;
    }
    this.#hold(bytes.subarray(end), 1, null);
    this.#isAnswering = true;
    this.#around.answer(bytes.toString('utf8', head.headLength, end), head.query, (text) => this.#send(text));
  }

  #plainHead(bytes: Buffer): RequestHead | null {
    const head = readHead(bytes);
    if (head === null || head.bodyLength > LARGEST_BODY) return null;
    return isForeign(head.caller, this.#around.token) === null ? head : null;
  }

  #send(text: string): void {
    const socket = this.#socket;
    if (socket.destroyed) return;
    const now = Date.now();
    this.#answeredAt = now;
    const length = Buffer.byteLength(text);
    // Text that is as long as its bytes is ASCII.
    const isTaken = socket.write(
      okHead(length, now, this.#around.server.keepAliveTimeout) + text,
      length === text.length ? 'latin1' : 'utf8',
    );
    if (isTaken) this.#goOn();
    else socket.once('drain', this.#goOn);
  }

  readonly #goOn = (): void => {
    this.#isAnswering = false;
    if (this.#socket.isPaused()) this.#socket.resume();
    this.#next();
  };

  #handOver(): void {
    const socket = this.#socket;
    socket.off('data', this.#onData).off('end', this.#onEnd).off('error', this.#onError).off('close', this.#onClose);
    this.#around.leave(this);
    this.#around.takeOver();
    // By event, not by `unshift`: it must come before what the parser now reads from the socket by itself, and the end may have been told already.
    if (this.#size > 0) socket.emit('data', this.#bytes());
    if (this.#hasEnded) socket.emit('end');
  }

  #bytes(): Buffer {
    const [only] = this.#held;
    return this.#held.length === 1 && only !== undefined ? only : Buffer.concat(this.#held, this.#size);
  }

  #hold(bytes: Buffer, wanted: number, head: RequestHead | null): void {
    this.#held = bytes.length === 0 ? [] : [bytes];
    this.#size = bytes.length;
    this.#wanted = wanted;
    this.#head = head;
  }
}
