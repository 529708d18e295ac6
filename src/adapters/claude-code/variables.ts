/** The environment variables of Claude Code. Everybody else asks the adapter for them. */
export const VARIABLES = {
  /** The project's root, for hooks and in their commands as `${…}`. */
  projectDir: 'CLAUDE_PROJECT_DIR',
  /** Moves the user's directory, `~/.claude`. */
  configDir: 'CLAUDE_CONFIG_DIR',
  /** Is set for every command that Claude Code runs. */
  runsCommands: 'CLAUDECODE',
  entrypoint: 'CLAUDE_CODE_ENTRYPOINT',
  /** The root of a plugin, for its hooks and in their commands. */
  pluginRoot: 'CLAUDE_PLUGIN_ROOT',
  pluginData: 'CLAUDE_PLUGIN_DATA',
  /** Where hooks of some events leave variables for later commands. */
  envFile: 'CLAUDE_ENV_FILE',
  sessionId: 'CLAUDE_CODE_SESSION_ID',
  effort: 'CLAUDE_EFFORT',
  processId: 'CLAUDE_PID',
  childSession: 'CLAUDE_CODE_CHILD_SESSION',
  /** Is put in front of every command of a hook. */
  shellPrefix: 'CLAUDE_CODE_SHELL_PREFIX',
  sessionEndTimeout: 'CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS',
  maxRetries: 'CLAUDE_CODE_MAX_RETRIES',
  noOtherTraffic: 'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC',
  stopBlockCap: 'CLAUDE_CODE_STOP_HOOK_BLOCK_CAP',
} as const;

/** How nearly all of them begin. */
export const VARIABLE_PREFIX = 'CLAUDE_';
