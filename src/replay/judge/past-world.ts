import { nodeSystem } from '../../system/node/system.ts';
import type { World } from '../../system/ports.ts';
import type { PastEvent } from '../../adapters/past-event.ts';
import { createWorld } from '../../system/facts/world.ts';

export interface PastWorld {
  world: World;
  /** From now on it is the time of this event. */
  moveTo: (event: PastEvent) => void;
  /** Was a question asked since `moveTo` that can no longer be answered? */
  wasAskedInVain: () => boolean;
}

export interface PastWorldOptions {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** Ask today's file system instead of answering "cannot tell". */
  present: boolean;
}

/**
 * The machine as it was: the clock and the branch are the record's, and what files held then is not known unless the result of the call shows it. Symlinks
 * are left unresolved without counting as unknown: rules then judge the name as it was written.
 */
export function createPastWorld({ env, home, present }: PastWorldOptions): PastWorld {
  let current: PastEvent | null = null;
  let askedInVain = false;
  const machine = createWorld(nodeSystem, { env, home, clock: () => current?.at ?? 0 });
  const tempDirectories = machine.tempDirectories();
  const cannotTell = () => {
    askedInVain = true;
    return undefined;
  };
  const fileAt = (path: string) => (current?.fileRead?.path === path ? current.fileRead : null);
  const past: Partial<World> = {
    kind: (path) => (fileAt(path) === null ? cannotTell() : 'file'),
    size: cannotTell,
    lines: (path) => {
      const file = fileAt(path);
      return file === null ? cannotTell() : { count: file.newlines, exact: true };
    },
    text: cannotTell,
    tracked: cannotTell,
    ignored: cannotTell,
    branch: () => current?.branch ?? cannotTell(),
    commit: cannotTell,
    // Without an answer hookctl assumes a loss: that is a verdict, not a gap.
    unsaved: () => undefined,
    dropsCommits: () => undefined,
    linkedWorktree: cannotTell,
    installed: cannotTell,
    realpath: () => undefined,
    entries: () => undefined,
    hardLink: () => undefined,
  };
  return {
    world: { ...machine, ...(present ? {} : past), tempDirectories: () => tempDirectories },
    moveTo: (event) => {
      current = event;
      askedInVain = false;
    },
    wasAskedInVain: () => askedInVain,
  };
}
