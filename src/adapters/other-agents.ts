import type { AgentTraits } from '../protocol/agent/agent-traits.ts';
import { filesIn } from './family/define-dialect.ts';

/** Agents without an adapter. Their marks keep them from changing the guard, and their settings are protected. */
export const OTHER_AGENTS: readonly AgentTraits[] = [
  agent({ marks: ['AMP_CURRENT_THREAD_ID'], files: [filesIn('config/amp', 'settings.json plugins/**')] }),
  agent({ marks: ['TRAE_AI_SHELL_ID'] }),
  agent({ marks: ['AI_AGENT'] }),
  agent({ programs: ['aider'] }),
];

function agent(traits: Partial<AgentTraits>): AgentTraits {
  return { projectVariable: null, marks: [], programs: [], packages: [], files: [], ...traits };
}
