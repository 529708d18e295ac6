import type { Adapter } from '../protocol/agent-event.ts';
import type { AgentTraits } from '../protocol/agent/agent-traits.ts';
import { claudeCode } from './claude-code/index.ts';
import { OTHER_AGENTS } from './other-agents.ts';

/**
 * Every agent that hookctl understands. A new agent is a folder beside this file and an entry here; nothing else in `src` names an agent's folder or
 * its environment variables (scripts/check-rooms.mjs).
 */
export const ADAPTERS: readonly Adapter[] = [claudeCode];

/** For a payload that fits no agent (its decoder then says what is wrong with it), and for commands without `--agent`. */
export const DEFAULT_ADAPTER: Adapter = claudeCode;

/** The agent that runs `hookctl mod` inside its own process; the mod's bundle holds this adapter alone. */
export const MOD_ADAPTER: Adapter = claudeCode;

/** Of every agent that is known at all. */
export const AGENT_TRAITS: readonly AgentTraits[] = [...ADAPTERS.map(({ traits }) => traits), ...OTHER_AGENTS];

/** Where any of the agents says what the project is. */
export const PROJECT_VARIABLES: readonly string[] = AGENT_TRAITS.flatMap(
  ({ projectVariable }) => projectVariable ?? [],
);

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
