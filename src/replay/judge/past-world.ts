import type { World } from '../../system/ports.ts';
import { nodeWorld } from '../../system/node/world.ts';
import type { PastEvent } from './past-event.ts';
import { fileToldBy } from '../read/transcript/told-result.ts';

export interface PastWorld {
  world: World;
  /** From now on it is the time of this event. */
  moveTo: (event: PastEvent) => void;
  /** Was a question asked since `moveTo` that nobody can answer any more? */
  wasAskedInVain: () => boolean;
  /** Did an answer depend on the time of day? */
  wasAskedTime: () => boolean;
  /** Did it depend on what the record tells of a file? */
  wasAskedFile: () => boolean;
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
  let current: PastEvent | null = null;
  let inVain = false;
  let askedTime = false;
  let askedFile = false;
  const then = nodeWorld({ env, home, clock: () => current?.at ?? 0 });
  const temporary = then.tempDirectories();
  const cannotTell = () => {
    inVain = true;
    return undefined;
  };
  const fileAt = (path: string) => {
    askedFile = true;
    const file = current === null ? null : fileToldBy(current);
    return file?.path === path ? file : null;
  };
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
    linkedWorktree: cannotTell,
    installed: cannotTell,
    realpath: () => undefined,
    entries: () => undefined,
    hardLink: () => undefined,
  };
  return {
    world: {
      ...then,
      ...(present ? {} : past),
      tempDirectories: () => temporary,
      localTime: (zone) => {
        askedTime = true;
        return then.localTime(zone);
      },
    },
    moveTo: (event) => {
      current = event;
      inVain = false;
      askedTime = false;
      askedFile = false;
    },
    wasAskedInVain: () => inVain,
    wasAskedTime: () => askedTime,
    wasAskedFile: () => askedFile,
  };
}
