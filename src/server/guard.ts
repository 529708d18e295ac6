import { timingSafeEqual } from 'node:crypto';

export interface Refusal {
  status: 401 | 403;
  why: string;
}

/** What a request says of who asks. */
export interface Caller {
  origin?: string | undefined;
  host?: string | undefined;
  authorization?: string | undefined;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * Who may not ask. A page in a browser can reach a port on this machine: it always sends `Origin`, and a name that was made to point here shows in
 * `Host`. Neither is ever sent by an agent.
 */
export function isForeign({ origin, host, authorization }: Caller, token: string | null): Refusal | null {
  if (origin !== undefined) return { status: 403, why: 'pages in a browser may not ask' };
  if (!LOOPBACK.test(host ?? '')) return { status: 403, why: 'only requests to this machine by its own name' };
  if (token === null) return null;
  const given = Buffer.from(authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  const fits = given.length === wanted.length && timingSafeEqual(given, wanted);
  return fits ? null : { status: 401, why: 'the token is missing or wrong' };
}
