import type { AgentEvent } from '../protocol/agent-event.ts';

/** What a person has permitted once. `callText` says which call; the host holds grants against its SHA-256. */
export interface Grants {
  /** Spends a person's grant for exactly this call; false where there is none. */
  consume: (call: string, now: number) => boolean;
  /** Keeps a refused call, so that a person can be shown all of it, and returns its SHA-256. Null: it cannot be kept. */
  offer: (call: string, now: number) => string | null;
}

/** Nothing can be granted: for policy tests, `explain` and the past. */
export const NO_GRANTS: Grants = { consume: () => false, offer: () => null };

/**
 * The whole call as one text: who asks, where, which tool, and everything it is given. Equal texts are the same call to a person who permits it. The
 * comment an agent writes beside a command is left out: nothing that runs depends on it, and the agent words it differently with each try.
 */
export function callText({ session, cwd, tool, input, actions }: AgentEvent): string {
  const isCommand = actions.length > 0 && actions.every(({ kind }) => kind === 'exec');
  const fields = Object.entries(input ?? {}).filter(([name]) => !(isCommand && name === 'description'));
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([session.id, cwd, tool?.native ?? '', Object.fromEntries(fields)]);
}
