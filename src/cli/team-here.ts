import { type Membership, readJoined, readMembership, setTeam, TeamTrouble } from '../team/membership.ts';
import type { SetTeam } from '../team/bundle/set-team.ts';
import { InputError } from './command.ts';

/** The team of this machine. Problems with its files are reported and do not make the command fail. */
export const membershipHere = (state: string): Membership | null => orUsageError(() => readMembership(state));

/** What the user has joined, whatever the administrator says. */
export const joinedHere = (state: string): Membership | null => orUsageError(() => readJoined(state));

export const setTeamHere = (): SetTeam | null => orUsageError(setTeam);

function orUsageError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof TeamTrouble) throw new InputError(error.message);
    throw error;
  }
}
