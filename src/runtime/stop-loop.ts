import { CLIENT_VARIABLES } from '../adapters/client-variables.ts';

/** Blocks in a row that the client honours before it lets the turn end anyway. */
const DEFAULT_CAP = 8;

/**
 * Keeps count for Stop and SubagentStop: `active` is what `stop_hook_active` says, and a turn that is blocked once
 * more than the cap ends all the same. Any tool call in between resets the count.
 */
export interface StopLoop {
  readonly active: boolean;
  /** Says whether a block at this stop is overridden, and counts it. */
  block(): { overridden: boolean; count: number };
  /** The turn has ended, or a new one begins. */
  end(): void;
  toolCalled(): void;
}

export function createStopLoop(env: Readonly<Record<string, string>>): StopLoop {
  const asked = env[CLIENT_VARIABLES.stopBlockCap];
  const cap = asked !== undefined && /^\d+$/.test(asked) ? Number(asked) : DEFAULT_CAP;
  let blocks = 0;
  let active = false;
  return {
    get active() {
      return active;
    },
    block() {
      blocks += 1;
      active = true;
      // A cap of 0 means that there is none.
      return { overridden: cap > 0 && blocks > cap, count: blocks };
    },
    end() {
      blocks = 0;
      active = false;
    },
    toolCalled() {
      blocks = 0;
    },
  };
}
