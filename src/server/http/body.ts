import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuse } from './reply.ts';

/** Bytes that all requests may hold together. */
export interface BodyBudget {
  /** False: there is no room for so much now. */
  take: (bytes: number) => boolean;
  give: (bytes: number) => void;
  used: () => number;
}

export function createBudget(most: number): BodyBudget {
  let used = 0;
  return {
    take: (bytes) => {
      if (used + bytes > most) return false;
      used += bytes;
      return true;
    },
    give: (bytes) => (used -= bytes),
    used: () => used,
  };
}

export interface BodyRequest {
  request: IncomingMessage;
  response: ServerResponse;
  budget: BodyBudget;
  /** Bytes of the largest body. */
  largest: number;
  /** Called for a body that was refused: why, for the figures. */
  onRefused?: (why: 'body-too-large' | 'too-busy') => void;
}

/**
 * The whole body, unless it is too long (413 at once) or all requests together hold too much (503). Its room is given back when the answer is sent. It is
 * no error when a caller goes away.
 */
export function readBody(
  { request, response, budget, largest, onRefused }: BodyRequest,
  done: (body: Buffer) => void,
): void {
  const chunks: Buffer[] = [];
  let [size, held, isOver] = [0, 0, false];
  const giveBack = () => {
    budget.give(held);
    held = 0;
  };
  const end = (why: 'body-too-large' | 'too-busy') => {
    isOver = true;
    chunks.length = 0;
    // At once: the refused client may keep its connection open for a while.
    giveBack();
    onRefused?.(why);
    if (why === 'body-too-large') {
      const message = `a body has at most ${largest} bytes`;
      refuse(response, { status: 413, code: why, message, hangUp: true });
    } else {
      const message = 'the server holds as many requests as it can; try again';
      refuse(response, { status: 503, code: why, message, hangUp: true });
    }
  };
  /** More room is asked for only as it is needed: a client may announce much and send nothing. */
  const hold = (bytes: number): boolean => {
    if (!budget.take(bytes)) return false;
    held += bytes;
    return true;
  };
  response.once('close', () => {
    giveBack();
    isOver = true;
  });
  request.on('error', () => undefined);
  if (Number(request.headers['content-length'] ?? 0) > largest) return end('body-too-large');
  request.on('data', (chunk: Buffer) => {
    if (isOver) return;
    size += chunk.length;
    if (size > largest) return end('body-too-large');
    if (!hold(chunk.length)) return end('too-busy');
    chunks.push(chunk);
  });
  request.on('end', () => {
    if (!isOver) done(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
  });
}
