/** Observations that no firing of single events can show, or that are not about hooks, each with its reason. */
export const NOT_PLAYED: { ids: RegExp; reason: string }[] = [
  {
    ids: /^(?:i05-asyncrewake-held|o11-held-)/,
    reason: 'needs a session that is kept open; `fire` is one-shot (library test: test/runtime)',
  },
  { ids: /^i06-agent-bash-deny$/, reason: "the client's verifier may run Bash; ours can only read, by design" },
  { ids: /^i09-/, reason: 'shows that an @file mention fires no hook: there is no event to fire' },
  { ids: /^o11-watch-/, reason: 'the settings watcher of a running session; `fire` reads the settings anew each time' },
  {
    ids: /^o10-(?:command-fm|skill-|agent-fm|subagent-settings)/,
    reason: "when frontmatter comes into force is the session's business (library test: test/runtime)",
  },
  { ids: /^o10-(?:ss-resume|defer-resume)/, reason: 'two client runs of one session with different scripts' },
  { ids: /^o10-Task(?:Created|Completed)-/, reason: 'the tools that fire it are switched off in this client' },
  { ids: /^o2-pr-allow-perms$/, reason: 'permission rules that a hook adds are kept by the permission system' },
  { ids: /^o8-timeout-0\.001$/, reason: 'a race between a timer of a millisecond and the start of a shell' },
  {
    ids: /^o5-table-/,
    reason: 'tool calls that the client refuses before hooks; the matchers are in src/runtime/matcher.test.ts',
  },
  {
    ids: /^o6-(?:gzip|big|big12m|url-env2?|bom)$/,
    reason: 'bodies the loopback server of this test does not make (tests: test/handlers)',
  },
  { ids: /^o6-onfail-dns$/, reason: 'the text of a name server error depends on the machine' },
  {
    ids: /^o3-man-(?:good|post-timeout-str|amho-str|model-5)$/,
    reason: 'a managed PostToolUse hook ran for a call that a deny rule refused: an oddity of the permission flow',
  },
  {
    ids: /^o9-(?:silent-|allow-plan|if-write|if-webfetch|upd-out-of-deny|postcompact)/,
    reason: 'permission modes and tools around hooks',
  },
  {
    ids: /^o9-mcp-(?:unknowntool|wrongevent|ss)$/,
    reason: 'the same effect, reported in other words or twice by the client',
  },
  {
    ids: /^o8-(?:async-timeout|print-async-timeout|rewake-async)$/,
    reason: 'what a background hook does later in the session',
  },
  {
    ids: /^o15-post-on-|^o3-pre-prompt-empty$/,
    reason: 'the permission flow and the empty prompt of a scripted model, not hooks',
  },
  {
    ids: /^o12-(?:pr|pre|ups)-slow-effect$/,
    reason: 'whether an unawaited hook runs on; here it is ended, so that nothing is left behind',
  },
  { ids: /^o4-shell-ps-second$/, reason: 'which of two handlers finishes first where PowerShell is missing' },
];
