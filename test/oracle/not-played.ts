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
];
