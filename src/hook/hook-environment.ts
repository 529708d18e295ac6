import { isAbsolute } from 'node:path';
import { modeFromEnvironment } from './host.ts';
import type { Env } from './policy-files/locations.ts';

/** Below the 5 to 10 seconds that `hookctl install` gives the hook: a hook that times out lets the action through. */
const DEADLINE_MS = 3_000;

/** The hook's own budget: `HOOKCTL_DEADLINE_MS`. */
export function budget(env: Env): number {
  const milliseconds = Number(env['HOOKCTL_DEADLINE_MS']);
  return env['HOOKCTL_DEADLINE_MS'] !== undefined && milliseconds >= 0 ? milliseconds : DEADLINE_MS;
}

/** What is wrong with how the hook was set up. The person hears of it, since a typing error must not pass in silence. */
export function setupRemarks(env: Env): string[] {
  const mode = env['HOOKCTL_MODE'];
  const state = env['HOOKCTL_STATE_DIR'];
  const remarks: string[] = [];
  if (mode !== undefined && mode !== '' && modeFromEnvironment(env) === null)
    remarks.push(`hookctl: HOOKCTL_MODE="${mode.slice(0, 40)}" is not enforce, warn or observe; it was ignored.`);
  if (state !== undefined && state !== '' && !isAbsolute(state))
    remarks.push(`hookctl: HOOKCTL_STATE_DIR="${state.slice(0, 40)}" is not an absolute path; it was ignored.`);
  return remarks;
}
