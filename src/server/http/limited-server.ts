import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createBudget, type BodyBudget } from './body.ts';
import { LINGER_MS } from './reply.ts';

export interface Limits {
  /** Bytes of all bodies that are held at the same time. */
  inFlightBytes: number;
  connections: number;
  /** Milliseconds for a whole request, and for its head. */
  requestMs: number;
  headersMs: number;
}

const USUAL_LIMITS: Limits = {
  inFlightBytes: 64 * 1024 * 1024,
  connections: 12_000,
  requestMs: 30_000,
  headersMs: 10_000,
};

export type RequestHandler = (request: IncomingMessage, response: ServerResponse, budget: BodyBudget) => void;

export interface LimitedServer {
  server: Server;
  /** Requests that have no answer yet. */
  open: () => number;
  isDraining: () => boolean;
  /** Accepts nothing more, waits for what is open, at most so long, and calls back when every connection is closed. */
  drain: (mostMs: number) => Promise<void>;
}

/** One `node:http` server that no client can fill, slow down or keep open. */
export function createLimitedServer(handler: RequestHandler, limits: Limits = USUAL_LIMITS): LimitedServer {
  const budget = createBudget(limits.inFlightBytes);
  let open = 0;
  let draining = false;
  const server = createServer(
    {
      requestTimeout: limits.requestMs,
      headersTimeout: limits.headersMs,
      keepAliveTimeout: 15_000,
      connectionsCheckingInterval: Math.min(5_000, limits.headersMs),
      maxHeaderSize: 16 * 1024,
    },
    (request, response) => {
      open++;
      response.once('close', () => open--);
      if (draining) response.setHeader('connection', 'close');
      handler(request, response, budget);
    },
  );
  server.maxConnections = limits.connections;
  server.maxRequestsPerSocket = 0;
  // Malformed requests: one line for the client, and the connection is closed.
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const status = late
      ? '408 Request Timeout'
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Too Large'
        : '400 Bad Request';
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
  return {
    server,
    open: () => open,
    isDraining: () => draining,
    drain: (mostMs) => {
      draining = true;
      return new Promise((done) => {
        const late = setTimeout(() => server.closeAllConnections(), mostMs);
        server.close(() => {
          clearTimeout(late);
          done();
        });
        server.closeIdleConnections();
      });
    },
  };
}
