import type { TokenOwner, Tokens } from '../../../store/postgres/tokens.ts';
import type { PageAccess } from '../../page/access.ts';
import type { TeamGuard } from '../guard.ts';

/** A browser stays signed in for a working day. */
const SIGNED_IN_MS = 12 * 3_600_000;

/**
 * A token with the scope `read` opens the page. The browser gets a separate, short-lived one as its cookie, which every server of the team knows and which
 * ends with the token it was made from; the person's own token is not kept in the browser.
 */
export function createTeamAccess({
  tokens,
  guard,
}: {
  tokens: Pick<Tokens, 'make' | 'find' | 'revoke'>;
  guard: Pick<TeamGuard, 'find' | 'forget'>;
}): PageAccess {
  const reader = (owner: TokenOwner | null): TokenOwner | null =>
    owner !== null && owner.scopes.includes('read') ? owner : null;
  return {
    invitation: {
      code: 'token-needed',
      message: 'this server wants a token with the scope read',
      hint: 'The person who runs the server makes one: hookctl token make --scopes read --label NAME',
    },
    signIn: async ({ token }, now) => {
      const owner = token === undefined ? null : reader(await tokens.find(token.trim()));
      if (owner === null) return null;
      const { team, label } = owner;
      const expiresAt = new Date(now + SIGNED_IN_MS);
      return tokens.make({ team, scopes: ['read'], label, expiresAt, parent: owner.parent ?? owner.id });
    },
    signOut: async (cookie) => {
      const owner = await tokens.find(cookie);
      if (owner === null || owner.parent === null) return;
      await tokens.revoke(owner.team, owner.id);
      guard.forget();
    },
    visitor: async ({ cookie, bearer }) => {
      const owner = reader(await guard.find(bearer ?? cookie ?? ''));
      return owner === null ? null : { mayMark: true, team: owner.team, by: owner.parent ?? owner.id };
    },
  };
}
