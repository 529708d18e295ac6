import { mkdirSync } from 'node:fs';

export default {
  packages: ['@anthropic-ai/claude-code@2.1.325'],
  flags: ['--dangerously-skip-permissions'],
  start: ({ find, home, url, prompt, flags }) => ({
    env: {
      CLAUDE_CONFIG_DIR: `${home}/.claude`,
      ANTHROPIC_API_KEY: 'no-key-needed',
      ANTHROPIC_BASE_URL: url,
      CLAUDE_CODE_MAX_RETRIES: '0',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    },
    prepare: () => mkdirSync(`${home}/.claude`, { recursive: true }),
    commands: [[find('@anthropic-ai/claude-code-linux-*/claude'), '-p', prompt, ...flags]],
  }),
  shell: (command) => ({ tool: 'Bash', input: { command, description: 'a step' } }),
  write: (path, content) => ({ tool: 'Write', input: { file_path: path, content } }),
  read: (path) => ({ tool: 'Read', input: { file_path: path } }),
};
