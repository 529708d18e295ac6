import type { Membership } from './membership.ts';

export interface ServerReply {
  status: number;
  text: string;
  etag: string | null;
}

/** The server did not answer, or answered that it cannot now: what was asked is asked again later. */
export class ServerAway extends Error {
  override readonly name = 'ServerAway';
}

/** The server does not know this machine or its token any more: nothing is sent until a person joins again. */
export class NotKnown extends Error {
  override readonly name = 'NotKnown';
}

export interface ServerRequest {
  method?: 'GET' | 'POST' | 'PUT';
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

const PATIENCE_MS = 20_000;

/** One request with this machine's token. */
export async function askServer(
  { url, token }: Pick<Membership, 'url' | 'token'>,
  path: string,
  { method = 'GET', body, headers = {} }: ServerRequest = {},
): Promise<ServerReply> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(new URL(path, url), {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      // A token goes to the server that was named, and to no other.
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body === undefined ? {} : { body }),
    });
    text = await response.text();
  } catch (error) {
    const { cause, message } = error as Error;
    throw new ServerAway(`${url} does not answer: ${cause instanceof Error ? cause.message : message}`);
  }
  const { status } = response;
  if (status === 401) throw new NotKnown(`${url} does not know this machine any more: ${messageOf(text)}`);
  if (status === 429 || status >= 500) throw new ServerAway(`${url} answered ${status}: ${messageOf(text)}`);
  return { status, text, etag: response.headers.get('etag') };
}

/** The sentence in `{"error":{"message"}}`, or the beginning of what came. */
export function messageOf(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error: { message: string; hint?: string } };
    return error.hint === undefined ? error.message : `${error.message} (${error.hint})`;
  } catch {
    return text.slice(0, 200).trim();
  }
}
