import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseSetTeam, type SetTeam, setTeamFile } from '../../team/bundle/set-team.ts';
import { readPolicyFile } from './read-policy-file.ts';

/** The user id of root. */
export const ROOT_USER = 0;

/** Null: root owns the file and its directory, and no other user can write them. What counts more than all else must be out of everybody's reach. */
export function ownershipProblem(path: string, administrator: number): string | null {
  if (process.platform === 'win32') return null;
  for (const place of [path, dirname(path)]) {
    const { uid, mode } = statSync(place);
    if (uid !== administrator) return `${place} is not owned by root (chown root it)`;
    if ((mode & 0o022) !== 0) return `${place} is writable by others (chmod go-w it)`;
  }
  return null;
}

/** The team that the administrator has set beside the managed policy; null: none. */
export function readSetTeam(
  managedPolicy: string,
  administrator: number = ROOT_USER,
): SetTeam | { problem: string } | null {
  const path = setTeamFile(managedPolicy);
  const read = readPolicyFile(path);
  if ('missing' in read) return null;
  const problem = 'problem' in read ? read.problem : ownershipProblem(path, administrator);
  const set = problem === null && 'text' in read ? parseSetTeam(read.text) : { problem: problem ?? '' };
  return 'problem' in set ? { problem: `${path} is refused: ${set.problem}` } : set;
}
