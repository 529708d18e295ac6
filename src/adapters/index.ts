import type { Adapter } from '../protocol/agent-event.ts';
import type { AgentTraits } from '../protocol/agent/agent-traits.ts';
import { ADAPTERS } from './all-adapters.ts';
import { claudeCode } from './claude-code/index.ts';
import { OTHER_AGENTS } from './other-agents.ts';
import { unknownAgent } from './unknown/index.ts';

/** Every agent that hookctl understands, by name. A new agent is a folder beside this file; nothing else in `src` names it or its variables (scripts/check-rooms.mjs). */
export { ADAPTERS };

/** For commands without `--agent`, and for what cannot be read at all. */
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

export function adapterNamed(name: string): Adapter | null {
  return [...ADAPTERS, unknownAgent].find((adapter) => adapter.name === name) ?? null;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Who wrote this payload? Several agents read the settings of another one and start its hooks, some without the arguments: so the payload decides, then the
 * environment, then `--agent`. A payload that fits no agent counts as that of an unknown agent.
 */
export function speakerOf(payload: Record<string, unknown> | null, env: Env, hint: Adapter | null): Adapter {
  const startedBy = () => ADAPTERS.find(({ hookVariables }) => hookVariables.some((name) => isSet(env[name])));
  if (payload === null) return hint ?? startedBy() ?? DEFAULT_ADAPTER;
  const own = claudeCode.recognises(payload);
  if (own === 'certain') return claudeCode;
  const certain =
    ADAPTERS.find((adapter) => adapter.recognises(payload) === 'certain') ??
    ADAPTERS.find((adapter) => adapter.recognises(payload) === 'likely');
  if (certain !== undefined) return certain;
  const started = startedBy();
  if (started !== undefined) return started;
  if (own !== 'no') return hint ?? claudeCode;
  if (hint !== null && ['shaped', 'copied'].includes(hint.recognises(payload))) return hint;
  const alike = ADAPTERS.find((adapter) => adapter.recognises(payload) === 'shaped');
  if (alike !== undefined) return alike;
  return hint === null || hint === claudeCode ? unknownAgent : hint;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
