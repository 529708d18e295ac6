import { defineProgram } from './support/define-program.ts';

/** Agents and this project's own programs, which are also known by the files they are in. */
export const agents = [
  defineProgram({
    names: 'hookctl',
    files: /(?:^|\/)hookctl(?:\.(?:[cm]?[jt]s|exe|cmd|ps1))?$/,
    subcommands: {},
    isTalker: true,
  }),
  defineProgram({
    names: 'hookctl-dispatcher',
    files: /(?:^|\/)(?:hookctl-dispatcher(?:\.(?:[cm]?[jt]s|exe|cmd|ps1))?|dispatcher\.cjs)$/,
  }),
  defineProgram({ names: 'claude', files: /\/@anthropic-ai\/claude-code\//, isTalker: true }),
  defineProgram({
    names: 'codex',
    files: /\/@openai\/codex\//,
    isTalker: true,
    launches: { behind: ['sandbox linux', 'sandbox macos', 'debug landlock', 'debug seatbelt'] },
  }),
  defineProgram({ names: 'gemini', files: /\/@google\/gemini-cli\//, isTalker: true }),
  defineProgram({ names: 'qwen', files: /\/@qwen-code\/qwen-code\// }),
  defineProgram({ names: 'copilot', files: /\/@github\/copilot\// }),
  defineProgram({ does: 'service', names: 'opencode', files: /\/opencode-ai\// }),
];
