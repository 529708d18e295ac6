import type { World } from '../ports.ts';

/** What the caller's payload and token tell about the machine the agent works on. */
export interface RemoteMachine {
  os: string;
  home: string;
  /** Milliseconds since the epoch, by the server's clock. */
  now: () => number;
  /** The date and the time of day in a named zone. */
  localTime: World['localTime'];
}

/**
 * The machine of a remote caller, of which a server sees nothing. It never looks at its own disk instead of the caller's, so every question about files, git and
 * programs is unknown, and the rule's `on-error` decides.
 */
export function remoteWorld({ os, home, now, localTime }: RemoteMachine): World {
  const unknown = () => undefined;
  return {
    os: () => os,
    now,
    // The caller's own zone is not known.
    localTime: (zone) => (zone === null ? undefined : localTime(zone)),
    env: (name) => (name === 'HOME' ? home : undefined),
    home: () => home,
    tempDirectories: () => ['/tmp', '/var/tmp', '/private/tmp'],
    kind: unknown,
    size: unknown,
    lines: unknown,
    text: unknown,
    tracked: unknown,
    ignored: unknown,
    branch: unknown,
    commit: unknown,
    unsaved: unknown,
    dropsCommits: unknown,
    linkedWorktree: unknown,
    installed: unknown,
    realpath: unknown,
    entries: unknown,
    hardLink: unknown,
    guardPlaces: () => [],
  };
}
