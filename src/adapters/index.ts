import type { Adapter } from '../protocol/agent-event.ts';
import { claudeCode } from './claude-code/index.ts';

/**
 * Every agent that hookctl understands. A new agent is a folder beside this file and an entry here; nothing else in `src` names an agent's folder or
 * its environment variables (scripts/check-rooms.mjs).
 */
export const ADAPTERS: readonly Adapter[] = [claudeCode];

/** For a payload that looks like nobody's, whose decoder then says what is wrong with it, and for commands without `--agent`. */
export const DEFAULT_ADAPTER: Adapter = claudeCode;

/** The agent that runs `hookctl mod` inside its own process; the mod's bundle holds this adapter alone. */
export const MOD_ADAPTER: Adapter = claudeCode;

export function adapterNames(): string[] {
  return ADAPTERS.map((adapter) => adapter.name);
}

/** By name, else by the look of the payload. Null: there is no agent of that name. */
export function adapterFor(name: string | undefined, payload: () => Record<string, unknown> | null): Adapter | null {
  if (name !== undefined) return ADAPTERS.find((adapter) => adapter.name === name) ?? null;
  if (ADAPTERS.length === 1) return DEFAULT_ADAPTER;
  const fields = payload();
  return (fields === null ? undefined : ADAPTERS.find((adapter) => adapter.recognises(fields))) ?? DEFAULT_ADAPTER;
}
