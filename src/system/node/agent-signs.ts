import { basename } from 'node:path';

/** What agents put into the environment of the commands they run. A person's shell has none of these. */
const MARKS: readonly string[] = [
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CODEX_SANDBOX',
  'CODEX_SANDBOX_NETWORK_DISABLED',
  'CODEX_THREAD_ID',
  'GEMINI_CLI',
  'GEMINI_SESSION_ID',
  'QWEN_CODE',
  'COPILOT_CLI',
  'CURSOR_AGENT',
  'OPENCODE',
  'CLINE_ACTIVE',
  'AUGMENT_AGENT',
  'AMP_CURRENT_THREAD_ID',
  'GOOSE_TERMINAL',
  'TRAE_AI_SHELL_ID',
  'AI_AGENT',
];

/** The programs of agents, by the name they are started with. */
const PROGRAMS: ReadonlySet<string> = new Set([
  'claude',
  'codex',
  'gemini',
  'qwen',
  'copilot',
  'cursor-agent',
  'opencode',
  'crush',
  'droid',
  'goose',
  'aider',
  'kimi',
  'cline',
  'auggie',
]);

const INTERPRETERS = /^(?:node|nodejs|bun|deno|python[\d.]*)$/;
const PACKAGES =
  /[\\/](?:@anthropic-ai[\\/]claude-code|@openai[\\/]codex|@google[\\/]gemini-cli|@qwen-code[\\/]qwen-code|@github[\\/]copilot|opencode-ai)[\\/]/;

/** The first mark in an environment of `NAME=value` entries. */
export function markAmong(entries: readonly string[]): string | null {
  return MARKS.find((name) => entries.some((entry) => entry.startsWith(`${name}=`) && entry !== `${name}=`)) ?? null;
}

/** The agent that this command line starts: `claude`, or `node /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js`. */
export function agentStartedBy(words: readonly string[]): string | null {
  const [program = '', ...rest] = words;
  const name = nameOf(program);
  if (PROGRAMS.has(name)) return name;
  if (!INTERPRETERS.test(name)) return null;
  const script = rest.find((word) => !word.startsWith('-')) ?? '';
  if (PROGRAMS.has(nameOf(script))) return nameOf(script);
  return PACKAGES.exec(script)?.[0].slice(1, -1) ?? null;
}

function nameOf(path: string): string {
  return basename(path).replace(/\.(?:exe|[cm]?js)$/, '');
}
