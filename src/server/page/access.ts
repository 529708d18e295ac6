import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Who may see the page, and what they may do there. */
export interface PageAccess {
  /** A code or a token from the page → the value of its cookie; null: refused. */
  signIn: (given: { code?: string | undefined; token?: string | undefined }, now: number) => string | null;
  /** Null: not signed in. */
  visitor: (credentials: { cookie: string | null; bearer: string | null }) => { mayMark: boolean } | null;
}

export interface CodeAccess extends PageAccess {
  /** A new code for a link: it opens the page once, within a minute. */
  newCode: (now: number) => string;
}

const CODE_MS = 60_000;
const MOST_SESSIONS = 100;

/**
 * Loopback alone does not say who is there: other users and every page in a browser reach the port too. A visitor comes by a one-use code that `hookctl`
 * printed, or with the server's token, and gets a cookie that lasts as long as the server. Only hashes are kept.
 */
export function createCodeAccess({ token, mayMark }: { token: string | null; mayMark: boolean }): CodeAccess {
  const codes = new Map<string, number>();
  const sessions = new Set<string>();

  const isToken = (given: string) => token !== null && timingSafeEqual(digest(given), digest(token));
  const redeem = (code: string, now: number) => {
    const until = codes.get(hashOf(code));
    codes.delete(hashOf(code));
    return until !== undefined && now < until;
  };

  return {
    newCode: (now) => {
      const code = randomBytes(24).toString('base64url');
      codes.set(hashOf(code), now + CODE_MS);
      return code;
    },
    signIn: ({ code, token: given }, now) => {
      const isWelcome = (code !== undefined && redeem(code, now)) || (given !== undefined && isToken(given));
      if (!isWelcome) return null;
      const value = randomBytes(32).toString('base64url');
      const [oldest] = sessions;
      if (sessions.size >= MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest);
      sessions.add(hashOf(value));
      return value;
    },
    visitor: ({ cookie, bearer }) => {
      const isKnown = (cookie !== null && sessions.has(hashOf(cookie))) || (bearer !== null && isToken(bearer));
      return isKnown ? { mayMark } : null;
    },
  };
}

function hashOf(text: string): string {
  return digest(text).toString('hex');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
