import type { Env } from '../hook/policy-files/locations.ts';
import { type Place, placeOf } from '../install/places.ts';

/**
 * A session started in this very directory. Installing looks for the project around it; a session does not: the agent reads `.claude/settings.json`
 * only where it starts.
 */
export function startPlace(
  given: { project?: string | undefined; home?: string | undefined },
  env: Env,
  cwd: string,
): Place {
  return placeOf({ ...given, project: given.project ?? cwd }, env, cwd);
}
