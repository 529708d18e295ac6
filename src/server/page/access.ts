import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

interface Visitor {
  mayMark: boolean;
  /** Whose decisions they see: the team; empty: those of this machine. */
  team: string;
  /** Who they are, for what they write. */
  by: string;
}

/** Who may see the page, and what they may do there. */
export interface PageAccess {
  /** A code or a token from the page → the value of its cookie; null: refused. */
  signIn: (given: { code?: string | undefined; token?: string | undefined }, now: number) => Promise<string | null>;
  /** The cookie is worth nothing any more. */
  signOut: (cookie: string) => Promise<void>;
  /** Null: not signed in. */
  visitor: (credentials: { cookie: string | null; bearer: string | null }) => Promise<Visitor | null>;
  /** Said to those who are not signed in. */
  invitation: { code: string; message: string; hint: string };
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
    invitation: {
      code: 'not-signed-in',
      message: 'this link is used up or has expired',
      hint: 'Run `hookctl ui` for a new one.',
    },
    signOut: async (cookie) => void sessions.delete(hashOf(cookie)),
    signIn: async ({ code, token: given }, now) => {
      const isWelcome = (code !== undefined && redeem(code, now)) || (given !== undefined && isToken(given));
      if (!isWelcome) return null;
      const value = randomBytes(32).toString('base64url');
      const [oldest] = sessions;
      if (sessions.size >= MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest);
      sessions.add(hashOf(value));
      return value;
    },
    visitor: async ({ cookie, bearer }) => {
      const isKnown = (cookie !== null && sessions.has(hashOf(cookie))) || (bearer !== null && isToken(bearer));
      return isKnown ? { mayMark, team: '', by: '' } : null;
    },
  };
}

function hashOf(text: string): string {
  return digest(text).toString('hex');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
