import type { Adapter } from '../protocol/agent-event.ts';
import type { AgentTraits } from '../protocol/agent/agent-traits.ts';
import { antigravity } from './antigravity/index.ts';
import { auggie } from './auggie/index.ts';
import { claudeCode } from './claude-code/index.ts';
import { cline } from './cline/index.ts';
import { codebuddy } from './codebuddy/index.ts';
import { codex } from './codex/index.ts';
import { copilot } from './copilot/index.ts';
import { crush } from './crush/index.ts';
import { cursor } from './cursor/index.ts';
import { devin } from './devin/index.ts';
import { droid } from './droid/index.ts';
import { gemini } from './gemini/index.ts';
import { goose } from './goose/index.ts';
import { grok } from './grok/index.ts';
import { iflow } from './iflow/index.ts';
import { kilo } from './kilo/index.ts';
import { kimi } from './kimi/index.ts';
import { kiro } from './kiro/index.ts';
import { letta } from './letta/index.ts';
import { opencode } from './opencode/index.ts';
import { openhands } from './openhands/index.ts';
import { OTHER_AGENTS } from './other-agents.ts';
import { pi } from './pi/index.ts';
import { qoder } from './qoder/index.ts';
import { qwen } from './qwen/index.ts';
import { unknownAgent } from './unknown/index.ts';
import { vibe } from './vibe/index.ts';
import { vscode } from './vscode/index.ts';
import { windsurf } from './windsurf/index.ts';

/**
 * Every agent that hookctl understands. A new agent is a folder beside this file and an entry here; nothing else in `src` names an agent's folder or
 * its environment variables (scripts/check-rooms.mjs). The order is the order in which payloads are tried.
 */
export const ADAPTERS: readonly Adapter[] = [
  claudeCode,
  codex,
  grok,
  cursor,
  gemini,
  qwen,
  kimi,
  droid,
  copilot,
  opencode,
  kilo,
  cline,
  pi,
  windsurf,
  openhands,
  goose,
  antigravity,
  auggie,
  kiro,
  crush,
  devin,
  qoder,
  iflow,
  codebuddy,
  letta,
  vibe,
  // Last: what is left of the payloads that stamp the time.
  vscode,
];

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
 * environment, then `--agent`. What looks like nobody's is an unknown agent's.
 */
export function speakerOf(payload: Record<string, unknown> | null, env: Env, hint: Adapter | null): Adapter {
  if (payload === null) return hint ?? DEFAULT_ADAPTER;
  const own = claudeCode.recognises(payload);
  if (own === 'certain') return claudeCode;
  const certain = ADAPTERS.find((adapter) => adapter.recognises(payload) === 'certain');
  if (certain !== undefined) return certain;
  const started = ADAPTERS.find(({ hookVariables }) => hookVariables.some((name) => isSet(env[name])));
  if (started !== undefined) return started;
  if (own !== 'no') return hint ?? claudeCode;
  const alike = ADAPTERS.filter((adapter) => adapter.recognises(payload) === 'shaped');
  const [first] = alike;
  if (first !== undefined) return hint !== null && alike.includes(hint) ? hint : first;
  return hint === null || hint === claudeCode ? unknownAgent : hint;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
