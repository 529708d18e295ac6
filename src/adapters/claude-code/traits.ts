import type { AgentTraits } from '../../protocol/agent/agent-traits.ts';
import { VARIABLES } from './variables.ts';

export const TRAITS: AgentTraits = {
  projectVariable: VARIABLES.projectDir,
  marks: [VARIABLES.runsCommands, VARIABLES.entrypoint],
  programs: ['claude'],
  packages: ['@anthropic-ai/claude-code'],
  files: [
    {
      variable: VARIABLES.configDir,
      directory: '.claude',
      files: ['settings.json', 'settings.local.json', '.claude.json', 'hooks/**', 'plugins/*.json'],
    },
    { variable: null, directory: '', files: ['.claude.json'] },
  ],
};
