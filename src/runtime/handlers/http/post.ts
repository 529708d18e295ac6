import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

export interface PostRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  signal: AbortSignal;
}

/** `problem` is null only for a 2xx whose body was read to its end. */
export interface Reply {
  status: number | null;
  body: string;
  problem: string | null;
}

const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** One POST, no redirect, no connection kept. Never rejects. */
export function post({ url, headers, body, signal }: PostRequest): Promise<Reply> {
  return new Promise((resolve) => {
    const fail = (error: unknown): void => resolve({ status: null, body: '', problem: messageOf(error) });
    let request: ClientRequest;
    try {
      request = open(url, signal);
      request.setHeader('accept', 'application/json');
      request.setHeader('content-type', 'application/json');
      for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
      request.setHeader('content-length', Buffer.byteLength(body));
    } catch (error) {
      return fail(error);
    }
    request.once('error', fail);
    // A refused upgrade closes the connection without an error.
    const hangUp = (): void => fail(new Error('socket hang up'));
    request.once('close', hangUp);
    request.once('response', (response) => {
      request.off('close', hangUp);
      void readReply(url, response).then(resolve);
    });
    request.end(body);
  });
}

function open(url: string, signal: AbortSignal): ClientRequest {
  const target = new URL(url);
  const options = { method: 'POST', agent: false, signal } as const;
  if (target.protocol === 'https:') return requestHttps(target, options);
  if (target.protocol === 'http:') return requestHttp(target, options);
  throw new Error(`Unsupported protocol ${target.protocol}`);
}

async function readReply(url: string, response: IncomingMessage): Promise<Reply> {
  const status = response.statusCode ?? 0;
  const failed = (problem: string): Reply => {
    response.destroy();
    return { status, body: '', problem };
  };
  // The body of a refusal is not read: even a deny in it would not count.
  if (status < 200 || status > 299) return failed(`HTTP ${status} from ${url}`);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of unpacked(response) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) return failed(`response body is larger than ${MAX_BODY_BYTES} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    return failed(messageOf(error));
  }
  return { status, body: Buffer.concat(chunks).toString('utf8'), problem: null };
}

/** Servers may compress without being asked to. */
function unpacked(response: IncomingMessage): NodeJS.ReadableStream {
  const unpack = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress }[
    response.headers['content-encoding'] ?? ''
  ];
  if (unpack === undefined) return response;
  const stream = unpack();
  response.once('error', (error) => stream.destroy(error));
  return response.pipe(stream);
}

/** A host with several addresses fails with one error per address and no message for the whole. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
