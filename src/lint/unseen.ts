/** A row of one of the two lists that no trap covers, or covers only in part, and why reading files cannot do better. */
export interface UnseenRow {
  row: number;
  what: string;
  why: string;
}

/** Section 12 of the protocol. */
export const UNSEEN_TRAPS: readonly UnseenRow[] = [
  {
    row: 7,
    what: 'Plain stdout reaches the model on four events only',
    why: 'seen when a hook does nothing but print; whether text that a longer script prints was meant for the model is known to its author only',
  },
  {
    row: 16,
    what: '`if` runs the hook on any `$()`',
    why: 'that a guard narrowed by `if` is no boundary is seen; how often it runs for nothing depends on the commands of a session',
  },
  {
    row: 19,
    what: 'An unreachable PermissionRequest endpoint was reported to deny',
    why: 'whether a server can be reached shows only when it is called, and later clients did not do it',
  },
  {
    row: 20,
    what: 'A hook’s allow does not lift deny and ask rules',
    why: 'which rule meets which call is known when the call is there; `hookctl fire` and `doctor` show it',
  },
  {
    row: 26,
    what: '`/skill` typed by the user goes past PreToolUse(Skill)',
    why: 'what a user types is not in any file; the sibling case of Read is seen',
  },
  {
    row: 28,
    what: 'The reason of a blocked prompt is not shown in some editors, and the text stays on disk',
    why: 'depends on the editor in use',
  },
  {
    row: 30,
    what: '`claude -p` runs the hooks of a cloned repository unasked',
    why: 'a property of how the client is started; `lint` on the clone shows what would run',
  },
];

/** The observed differences. */
export const UNSEEN_SURPRISES: readonly UnseenRow[] = [
  {
    row: 8,
    what: '`defer` in a message with two calls is honoured',
    why: 'how many calls a message has is up to the model',
  },
  {
    row: 9,
    what: '`ask` is a refusal in `claude -p`',
    why: 'the same settings serve both ways of starting the client; only one of them is a trap',
  },
  {
    row: 12,
    what: 'Error 529 arrives as `server_error`; StopFailure hooks are killed as the client exits',
    why: 'depends on the API and on timing',
  },
  {
    row: 19,
    what: 'The client waits for the slowest hook, and only one deny reason reaches the model',
    why: 'two hooks that rewrite are seen; how long hooks take, and which of two denies ends last, shows when they run',
  },
  {
    row: 21,
    what: 'A blocked prompt and a stopped turn exit with 0',
    why: 'concerns the program that starts the client, not a hook',
  },
  {
    row: 23,
    what: 'Nothing shows a failed hook',
    why: 'a property of the output format; that a guard fails open is seen',
  },
  {
    row: 24,
    what: 'A Bash call that edits the settings disarms the guard within seconds',
    why: 'what a model will run is in no file; the policy pack `self-protection` stops it',
  },
  {
    row: 27,
    what: 'Invalid tool input and unknown tools never reach PreToolUse',
    why: 'depends on the call; the way around a Read guard is seen',
  },
  {
    row: 30,
    what: 'Hooks inherit the API key; variables written to CLAUDE_ENV_FILE do not reach later hooks',
    why: 'what a script does with its environment would have to be run; names that do not exist are seen',
  },
];
