import { join } from 'node:path';
import * as v from 'valibot';
import { readPrivate, replacePrivate } from '../system/files/private-files.ts';
import { nodeSystem } from '../system/node/system.ts';
import { readSetTeam } from '../hook/policy-files/administrators-file.ts';
import { managedPolicy } from '../hook/policy-files/locations.ts';
import { KEY } from './bundle/envelope.ts';
import { type SetTeam, setTeamFile } from './bundle/set-team.ts';

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

/** What is written about the team does not count, and says why. */
export class TeamTrouble extends Error {
  override readonly name = 'TeamTrouble';
}

export function teamDirectory(stateDirectory: string): string {
  return join(stateDirectory, 'team');
}

function membershipFile(stateDirectory: string): string {
  return join(teamDirectory(stateDirectory), 'team.json');
}

/**
 * What this user has joined; null: nothing. Where an administrator has set the team, his word on server, team and keys counts: a token is never sent to
 * another server than the one it came from, so joining elsewhere is an error.
 */
export function readMembership(stateDirectory: string, set = setTeam()): Membership | null {
  const joined = readJoined(stateDirectory);
  if (joined === null || set === null) return joined;
  if (joined.team !== set.team || new URL(joined.url).origin !== new URL(set.url).origin)
    throw new TeamTrouble(
      `this machine belongs to the team ${set.team} at ${set.url} (${setTeamFile(managedPolicy(nodeSystem))}), and ${joined.team} at ${joined.url} was joined here; run hookctl join --token-file FILE`,
    );
  return { ...joined, keys: set.keys };
}

/** What the administrator has set; null: nothing. A file that does not count is an error. */
export function setTeam(): SetTeam | null {
  const set = readSetTeam(managedPolicy(nodeSystem));
  if (set !== null && 'problem' in set) throw new TeamTrouble(set.problem);
  return set;
}

/** As it is written. A damaged file is an error: the machine would silently stop to report. */
export function readJoined(stateDirectory: string): Membership | null {
  const text = readPrivate(nodeSystem, membershipFile(stateDirectory));
  if (text === null) return null;
  try {
    return v.parse(Membership, JSON.parse(text));
  } catch (error) {
    throw new TeamTrouble(
      `${membershipFile(stateDirectory)} is damaged (${(error as Error).message}); run hookctl join again`,
      { cause: error },
    );
  }
}

export function writeMembership(stateDirectory: string, membership: Membership): void {
  replacePrivate(nodeSystem, membershipFile(stateDirectory), `${JSON.stringify(membership, null, 2)}\n`);
}
