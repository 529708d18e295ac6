import type { World } from '../engine/ports.ts';
import { localTimeAt, nodeWorld } from '../system/node/world.ts';
import type { PastEvent } from './past-event.ts';

export interface PastWorld {
  world: World;
  /** From now on it is the time of this event. */
  moveTo: (event: PastEvent) => void;
  /** Was a question asked since `moveTo` that nobody can answer any more? */
  wasAskedInVain: () => boolean;
  /** Did an answer depend on the time of day? */
  wasAskedTime: () => boolean;
}

export interface PastWorldOptions {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** Ask today's file system instead of answering "cannot tell". */
  present: boolean;
}

/**
 * The machine as it was: the clock is the record's, the branch is the one written beside the event, and what files held then is not known, unless the
 * result of the call tells it. Symlinks are
 * left unresolved without counting as unknown: rules then judge the name as it was written.
 */
export function createPastWorld({ env, home, present }: PastWorldOptions): PastWorld {
  const now = nodeWorld({ env, home });
  let current: PastEvent | null = null;
  let inVain = false;
  let askedTime = false;
  const cannotTell = () => {
    inVain = true;
    return undefined;
  };
  const clock = {
    now: () => current?.at ?? 0,
    localTime: (zone: string | null) => {
      askedTime = true;
      try {
        return localTimeAt(new Date(current?.at ?? 0), zone);
      } catch {
        return undefined;
      }
    },
  };
  const past: Partial<World> = {
    kind: (path) => (current?.file?.path === path ? 'file' : cannotTell()),
    size: cannotTell,
    lines: (path) => (current?.file?.path === path ? { count: current.file.newlines, exact: true } : cannotTell()),
    text: cannotTell,
    tracked: cannotTell,
    ignored: cannotTell,
    branch: () => current?.branch ?? cannotTell(),
    linkedWorktree: cannotTell,
    installed: cannotTell,
    realpath: () => undefined,
  };
  return {
    world: { ...now, ...(present ? {} : past), ...clock },
    moveTo: (event) => {
      current = event;
      inVain = false;
      askedTime = false;
    },
    wasAskedInVain: () => inVain,
    wasAskedTime: () => askedTime,
  };
}
