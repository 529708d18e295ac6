import { modeOf } from '../app.ts';
import type { Env } from '../config/locations.ts';

/** Below the 5 to 10 seconds that `hookctl install` gives the hook: a hook that times out lets the action through. */
const DEADLINE_MS = 3_000;

/** The hook's own budget: `HOOKCTL_DEADLINE_MS`. */
export function budget(env: Env): number {
  const given = Number(env['HOOKCTL_DEADLINE_MS']);
  return env['HOOKCTL_DEADLINE_MS'] !== undefined && given >= 0 ? given : DEADLINE_MS;
}

/** What is wrong with how the hook was set up: told to the person, since a typing error must not pass in silence. */
export function remarksOn(env: Env): string[] {
  const mode = env['HOOKCTL_MODE'];
  return mode === undefined || mode === '' || modeOf(env) !== null
    ? []
    : [`hookctl: HOOKCTL_MODE="${mode.slice(0, 40)}" is not enforce, warn or observe; it was ignored.`];
}
