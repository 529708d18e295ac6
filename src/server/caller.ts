import { timingSafeEqual } from 'node:crypto';

export interface CallerRefusal {
  status: 401 | 403;
  why: string;
}

/** What the headers of a request tell about its sender. */
export interface Caller {
  origin?: string | undefined;
  host?: string | undefined;
  authorization?: string | undefined;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * Why this caller may not ask; null: it may. A page in a browser can reach a port on this machine. It always sends
 * `Origin`, and a name that was made to point here shows in `Host`. An agent never sends either.
 */
export function refuseCaller({ origin, host, authorization }: Caller, token: string | null): CallerRefusal | null {
  if (origin !== undefined) return { status: 403, why: 'requests from web pages are refused' };
  if (!isLoopbackHost(host ?? '')) return { status: 403, why: 'only requests to a loopback host name are accepted' };
  if (token === null) return null;
  const sent = Buffer.from(authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  const isRight = sent.length === expected.length && timingSafeEqual(sent, expected);
  return isRight ? null : { status: 401, why: 'the token is missing or wrong' };
}

export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host);
}
