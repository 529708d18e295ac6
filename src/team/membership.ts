import { join } from 'node:path';
import * as v from 'valibot';
import { readPrivate, replacePrivate } from '../system/files/private-files.ts';
import { nodeSystem } from '../system/node/system.ts';
import { KEY } from './bundle/envelope.ts';

const Text = v.pipe(v.string(), v.minLength(1));

const Membership = v.object({
  url: v.pipe(v.string(), v.url()),
  team: Text,
  /** Of this machine; what it opens is decided by the server. */
  token: Text,
  /** A UUID that this machine made for itself. */
  machine: Text,
  /** The keys that may sign the team's policy. */
  keys: v.array(v.pipe(v.string(), v.regex(KEY))),
  share: v.picklist(['counts', 'loud', 'all']),
  joinedAt: v.string(),
  /** The newest policy that has been in force here: an older one is refused. */
  newest: v.nullable(v.number()),
});

/** That this machine belongs to a team, and how it speaks to the server. */
export type Membership = v.InferOutput<typeof Membership>;

export function teamDirectory(stateDirectory: string): string {
  return join(stateDirectory, 'team');
}

export function membershipFile(stateDirectory: string): string {
  return join(teamDirectory(stateDirectory), 'team.json');
}

/** Null: it belongs to none. A damaged file is an error: the machine would silently stop to report. */
export function readMembership(stateDirectory: string): Membership | null {
  const text = readPrivate(nodeSystem, membershipFile(stateDirectory));
  if (text === null) return null;
  try {
    return v.parse(Membership, JSON.parse(text));
  } catch (error) {
    throw new Error(
      `${membershipFile(stateDirectory)} is damaged (${(error as Error).message}); run hookctl join again`,
      { cause: error },
    );
  }
}

export function writeMembership(stateDirectory: string, membership: Membership): void {
  replacePrivate(nodeSystem, membershipFile(stateDirectory), `${JSON.stringify(membership, null, 2)}\n`);
}
