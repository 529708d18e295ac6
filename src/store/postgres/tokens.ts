import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Share } from '../share.ts';
import { runQuery, type Pool } from './driver.ts';

export const SCOPES = ['decide', 'report', 'policy', 'read', 'admin', 'enrol'] as const;
/** What a token opens: to have calls decided, to report, to fetch the policy, to read, to publish and manage, to add a machine. */
export type TokenScope = (typeof SCOPES)[number];

/** Who calls, as the token says. */
export interface TokenOwner {
  id: string;
  team: string;
  scopes: readonly TokenScope[];
  /** The number of its machine; null: it belongs to none. */
  machine: number | null;
  machineId: string | null;
  os: string | null;
  share: Share;
  label: string;
  /** The token that a person signed in with; null: this is not a token of a browser. */
  parent: string | null;
  /** Enrolments that are left; null: any number. */
  usesLeft: number | null;
}

interface TokenRow {
  id: string;
  team: string;
  scopes: TokenScope[];
  label: string;
  host: string | null;
  madeAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  usesLeft: number | null;
}

/** @internal */
export interface NewToken {
  team: string;
  scopes: readonly TokenScope[];
  label: string;
  machine?: number | null;
  expiresAt?: Date | null;
  uses?: number | null;
  /** It works only as long as this one does. */
  parent?: string;
}

/** `hk_` with the id it is looked up by, and 256 random bits, of which only a hash is kept. */
const TOKEN = /^hk_([a-z0-9]{12})_([A-Za-z0-9_-]{43})$/;

export interface Tokens {
  /** The text is shown once; nobody can find it out again. */
  make: (token: NewToken) => Promise<string>;
  /** Null: it is wrong, has expired or was revoked. */
  find: (text: string) => Promise<TokenOwner | null>;
  list: (team: string) => Promise<TokenRow[]>;
  /** False: there is no such token, or it was revoked before. */
  revoke: (team: string, id: string) => Promise<boolean>;
  /** False: no enrolment is left. */
  use: (id: string) => Promise<boolean>;
}

export function postgresTokens(pool: Pick<Pool, 'query'>): Tokens {
  const query = <R extends object>(sql: string, values: unknown[]) => runQuery<R>(pool, sql, values);
  const ownMachine = async (team: string, id: string, label: string): Promise<string> => {
    const sql = 'INSERT INTO machine (team, id, host) VALUES ($1, $2, $3) RETURNING no';
    return (await query<{ no: string }>(sql, [team, `token:${id}`, label])).rows[0]?.no ?? '';
  };
  return {
    make: async ({ team, scopes, label, machine = null, expiresAt = null, uses = null, parent = null }) => {
      const id = idText();
      const secret = randomBytes(32).toString('base64url');
      // Decisions are kept by machine: a caller without one (a cloud agent, CI) counts as one.
      const owner = machine ?? (scopes.includes('decide') ? await ownMachine(team, id, label) : null);
      await query(
        'INSERT INTO token (id, team, scopes, hash, label, machine, expires_at, uses_left, parent) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
        [id, team, scopes, hashOf(secret), label, owner, expiresAt, uses, parent],
      );
      return `hk_${id}_${secret}`;
    },
    find: async (text) => {
      const [, id = '', secret = ''] = TOKEN.exec(text) ?? [];
      if (id === '') return null;
      const { rows } = await query<FoundToken>(
        `SELECT token.id, token.team, scopes, hash, label, parent, machine, uses_left, share, machine.id AS machine_id, os
         FROM token JOIN team ON team.id = token.team LEFT JOIN machine ON machine.no = token.machine
         WHERE token.id = $1 AND ${VALID} AND NOT EXISTS (SELECT FROM token AS owner WHERE owner.id = token.parent AND NOT (${VALID.replaceAll('token.', 'owner.')}))`,
        [id],
      );
      const [row] = rows;
      if (row === undefined || !timingSafeEqual(row.hash, hashOf(secret))) return null;
      return {
        id,
        team: row.team,
        scopes: row.scopes,
        machine: row.machine === null ? null : Number(row.machine),
        machineId: row.machine_id,
        os: row.os,
        share: row.share,
        label: row.label,
        parent: row.parent,
        usesLeft: row.uses_left,
      };
    },
    list: async (team) => {
      const { rows } = await query<TokenRow>(
        `SELECT token.id, token.team, scopes, label, host, made_at AS "madeAt", expires_at AS "expiresAt", revoked_at AS "revokedAt", uses_left AS "usesLeft"
         FROM token LEFT JOIN machine ON machine.no = token.machine WHERE token.team = $1 AND parent IS NULL ORDER BY made_at, token.id`,
        [team],
      );
      return rows;
    },
    revoke: async (team, id) => {
      const sql = 'UPDATE token SET revoked_at = now() WHERE team = $1 AND id = $2 AND revoked_at IS NULL';
      return (await query(sql, [team, id])).rowCount === 1;
    },
    use: async (id) => {
      const sql = 'UPDATE token SET uses_left = uses_left - 1 WHERE id = $1 AND (uses_left IS NULL OR uses_left > 0)';
      return (await query(sql, [id])).rowCount === 1;
    },
  };
}

interface FoundToken {
  id: string;
  team: string;
  scopes: TokenScope[];
  hash: Buffer;
  machine: string | null;
  uses_left: number | null;
  share: Share;
  label: string;
  parent: string | null;
  machine_id: string | null;
  os: string | null;
}

const VALID = 'token.revoked_at IS NULL AND (token.expires_at IS NULL OR token.expires_at > now())';

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

function idText(): string {
  return [...randomBytes(12)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret, 'utf8').digest();
}
