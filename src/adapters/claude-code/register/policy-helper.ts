import type { HookEntry, PolicyHelperFormat } from '../../agent.ts';

/** Of the settings' own words for systems. Each with its own entry: only there the output joins the other managed settings instead of replacing them. */
const SYSTEMS: Readonly<Record<string, readonly string[]>> = {
  linux: ['linux', 'wsl'],
  darwin: ['macos'],
  win32: ['windows'],
};

/** The client starts this program with each session, without arguments, and takes managed settings from its output. Observed with 2.1.325. */
export const POLICY_HELPER: PolicyHelperFormat = {
  output: (entries) => ({ managedSettings: { hooks: hooksOf(entries) } }),
  settings: (program, platform) => ({
    policyHelpers: Object.fromEntries(
      (SYSTEMS[platform] ?? ['linux']).map((system) => [
        system,
        // Without its settings the client does not start.
        { path: program, outputBehavior: 'merge', onFailure: 'refuse' },
      ]),
    ),
  }),
};

function hooksOf(entries: readonly HookEntry[]): Record<string, object[]> {
  return Object.fromEntries(
    entries.map(({ event, matcher, handler }) => [
      event,
      [{ ...(matcher === undefined ? {} : { matcher }), hooks: [handler] }],
    ]),
  );
}
