import type { AgentFiles, AgentTraits } from '../protocol/agent/agent-traits.ts';

/**
 * Agents without an adapter. Their marks keep them from changing the guard, and their settings are protected, because hookctl may be registered there.
 * An agent that gets an adapter takes its entry along.
 */
export const OTHER_AGENTS: readonly AgentTraits[] = [
  agent({
    marks: ['CODEX_SANDBOX', 'CODEX_SANDBOX_NETWORK_DISABLED', 'CODEX_THREAD_ID'],
    programs: ['codex'],
    packages: ['@openai/codex'],
    files: [below('.codex', 'hooks.json config.toml requirements.toml hooks/**', 'CODEX_HOME')],
  }),
  agent({
    marks: ['GEMINI_CLI', 'GEMINI_SESSION_ID'],
    programs: ['gemini'],
    packages: ['@google/gemini-cli'],
    files: [below('.gemini', 'settings.json trustedFolders.json config/hooks.json hooks/**', 'GEMINI_CLI_HOME')],
  }),
  agent({
    marks: ['QWEN_CODE'],
    programs: ['qwen'],
    packages: ['@qwen-code/qwen-code'],
    files: [below('.qwen', 'settings.json hooks/**', 'QWEN_HOME')],
  }),
  agent({
    marks: ['COPILOT_CLI'],
    programs: ['copilot'],
    packages: ['@github/copilot'],
    files: [below('.copilot', 'settings.json config.json hooks/**', 'COPILOT_HOME')],
  }),
  agent({
    marks: ['CURSOR_AGENT'],
    programs: ['cursor-agent'],
    files: [below('.cursor', 'hooks.json cli-config.json hooks/**')],
  }),
  agent({
    marks: ['OPENCODE'],
    programs: ['opencode'],
    packages: ['opencode-ai'],
    files: [
      below('config/opencode', 'opencode.json opencode.jsonc plugin/** plugins/**', 'OPENCODE_CONFIG_DIR'),
      { variable: 'OPENCODE_CONFIG', directory: null, files: [] },
    ],
  }),
  agent({ marks: ['CLINE_ACTIVE'], programs: ['cline'], files: [below('.cline', 'hooks/**')] }),
  agent({ marks: ['AUGMENT_AGENT'], programs: ['auggie'], files: [below('.augment', 'settings.json')] }),
  agent({ marks: ['AMP_CURRENT_THREAD_ID'], files: [below('config/amp', 'settings.json plugins/**')] }),
  agent({ marks: ['GOOSE_TERMINAL'], programs: ['goose'] }),
  agent({ marks: ['TRAE_AI_SHELL_ID'] }),
  agent({ marks: ['AI_AGENT'] }),
  agent({ programs: ['aider'] }),
  agent({ programs: ['crush'], files: [below('config/crush', 'crush.json')] }),
  agent({
    programs: ['droid'],
    files: [below('.factory', 'hooks.json settings.json settings.local.json hooks/**')],
  }),
  agent({ programs: ['kimi'], files: [below('.kimi', 'config.toml'), below('.kimi-code', 'config.toml')] }),
  agent({ files: [below('config/kilo', 'plugin/** plugins/**')] }),
  agent({ files: [below('.grok', 'settings.json hooks/**')] }),
  agent({ files: [below('.pi/agent', 'settings.json extensions/**')] }),
  agent({ files: [below('.codeium/windsurf', 'hooks.json')] }),
];

function agent(traits: Partial<AgentTraits>): AgentTraits {
  return { projectVariable: null, marks: [], programs: [], packages: [], files: [], ...traits };
}

function below(directory: string, files: string, variable: string | null = null): AgentFiles {
  return { variable, directory, files: files.split(' ') };
}
