import type { Agent, PluginFormat } from './agent.ts';
import type { TranscriptReader } from './transcript-reader.ts';
import { OTHER_TRANSCRIPTS } from './all-transcripts.ts';
import { claudeCodeAgent } from './claude-code/agent.ts';

/** The agents of `index.ts` with all that commands ask of them. Apart from the adapters, so that the hook holds only what it needs. */
export const AGENTS: readonly Agent[] = [claudeCodeAgent];

export const DEFAULT_AGENT: Agent = claudeCodeAgent;

/** The plugin that `hookctl mod` writes, for the agent of `MOD_ADAPTER`. */
export const MOD_PLUGIN: PluginFormat = claudeCodeAgent.plugin;

/** How `replay` reads what the agents have kept. */
export const TRANSCRIPT_READERS: readonly TranscriptReader[] = [
  ...AGENTS.flatMap(({ transcripts }) => transcripts ?? []),
  ...OTHER_TRANSCRIPTS,
];

/** Null: there is no agent of that name. */
export function agentNamed(name: string): Agent | null {
  return AGENTS.find(({ adapter }) => adapter.name === name) ?? null;
}
