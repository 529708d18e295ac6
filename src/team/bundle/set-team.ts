import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { KEY } from './envelope.ts';

const SetTeamSchema = v.strictObject({
  url: v.pipe(v.string(), v.url()),
  team: v.pipe(v.string(), v.minLength(1)),
  /** Nobody else may sign the team's policy, whatever a server or an earlier policy says. */
  keys: v.pipe(v.array(v.pipe(v.string(), v.regex(KEY, 'a key is ed25519: and 43 characters'))), v.minLength(1)),
});

/** The team that an administrator has set for this machine. It wins over what a user has joined. */
export type SetTeam = v.InferOutput<typeof SetTeamSchema>;

/** Beside the managed policy: `/etc/hookctl/team.json`. */
export function setTeamFile(managedPolicy: string): string {
  return join(dirname(managedPolicy), 'team.json');
}

export function parseSetTeam(text: string): SetTeam | { problem: string } {
  try {
    return v.parse(SetTeamSchema, JSON.parse(text));
  } catch (error) {
    return { problem: `it cannot be read: ${(error as Error).message}` };
  }
}
