import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHash } from 'node:crypto';
import type { TokenScope, TokenOwner, Tokens } from '../../store/postgres/tokens.ts';
import { refuse, type Refusal } from '../http/reply.ts';

export interface TeamGuardOptions {
  tokens: Pick<Tokens, 'find'>;
  /** Host names, with their ports, that requests may be sent to; loopback is always one. */
  hosts: readonly string[];
  /** The page of this server; a page of another one is refused. */
  origins: readonly string[];
  onRefused: (why: string) => void;
}

export interface TeamGuard {
  /** Null: where the request came from or was sent to is refused, and that has been said. */
  admits: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Null: it may not, and that has been said. */
  owner: (request: IncomingMessage, response: ServerResponse, scope: TokenScope) => Promise<TokenOwner | null>;
  /** Whose token this is, whatever it may do; null: nobody's. */
  find: (token: string) => Promise<TokenOwner | null>;
  forget: () => void;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;
const REMEMBERED_MS = 30_000;
const MOST_REMEMBERED = 20_000;

/** Host and Origin of each request, and the scope of its token. Tokens are remembered for half a minute, by their hash. */
export function teamGuard({ tokens, hosts, origins, onRefused }: TeamGuardOptions): TeamGuard {
  const remembered = new Map<string, { owner: TokenOwner; until: number }>();

  async function find(text: string): Promise<TokenOwner | null> {
    const name = createHash('sha256').update(text, 'utf8').digest('base64');
    const attempts = remembered.get(name);
    if (attempts !== undefined && attempts.until > Date.now()) return attempts.owner;
    remembered.delete(name);
    const owner = await tokens.find(text);
    if (owner === null) return null;
    if (remembered.size >= MOST_REMEMBERED) remembered.delete(remembered.keys().next().value as string);
    remembered.set(name, { owner, until: Date.now() + REMEMBERED_MS });
    return owner;
  }

  const refused = (response: ServerResponse, refusal: Refusal): false => {
    onRefused(refusal.code);
    refuse(response, refusal);
    return false;
  };

  return {
    admits: ({ headers }, response) => {
      const host = headers.host ?? '';
      if (!LOOPBACK.test(host) && !hosts.includes(host.toLowerCase()))
        return refused(response, {
          status: 403,
          code: 'wrong-host',
          message: 'this server does not answer to that host name',
          hint: 'start it with --public-url',
        });
      const { origin } = headers;
      if (origin !== undefined && !origins.includes(origin))
        return refused(response, {
          status: 403,
          code: 'wrong-origin',
          message: 'requests from other web pages are refused',
        });
      return true;
    },
    owner: async ({ headers }, response, scope) => {
      const [, text = ''] = /^Bearer (\S{1,200})$/.exec(headers.authorization ?? '') ?? [];
      const owner = text === '' ? null : await find(text);
      if (owner === null) {
        refused(response, {
          status: 401,
          code: 'unauthorized',
          message: 'the token is missing, wrong, expired or revoked',
          headers: { 'www-authenticate': 'Bearer' },
        });
        return null;
      }
      if (owner.scopes.includes(scope)) return owner;
      refused(response, { status: 403, code: 'wrong-scope', message: `this token does not have the scope "${scope}"` });
      return null;
    },
    find,
    forget: () => remembered.clear(),
  };
}
