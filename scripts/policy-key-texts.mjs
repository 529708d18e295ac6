// What an editor shows about each key of a policy. The generator of the schema fails if a key has no description, or a description no key.
export const KEY_TEXTS = {
  file: {
    policy: 'The version of the language: 1.',
    mode: 'How much the rules of this file count: enforce (default), warn (deny and ask become warnings) or observe (they are only logged).',
    'min-mode': 'Managed policies only: their rules keep at least this mode, whatever others say.',
    locked: 'true: no other file and no allow-once can weaken the rules of this file and of what it extends.',
    trust: 'User and managed policies only: "project" trusts the policies of all projects.',
    extends:
      'Other policies that hold as well: pack:recommended, ./other.yaml, { pack: recommended, mode: observe }, user or managed. `hookctl packs` lists the packs.',
    defaults: 'What happens when a fact cannot be known, or when no rule speaks.',
    sets: 'Named lists of globs or command patterns, used as "@name" in conditions.',
    checks:
      'Named commands that prove something, such as tests. Rules ask for them with unchecked, last.NAME and since.NAME.',
    counters: 'Named counts of what happens in a session. Rules ask for them with count.NAME.',
    overrides: 'Changes to rules of other files, by their ids: another mode, or an exception.',
    rules: 'The rules, by id. An id is made of a-z, 0-9 and -.',
    tests: 'Examples for the whole policy; `hookctl test` runs them.',
  },
  extended: {
    pack: 'A pack that comes with hookctl: recommended, git, secrets …',
    file: 'Another policy file: ./other.yaml.',
    mode: 'How much its rules count here: observe lets you watch a pack before it refuses anything.',
  },
  rule: {
    before:
      'Judged before the call: run (any shell command), write, read or fetch (by a tool or by a command), mcp, mcp(SERVER), any, or a tool such as Edit. Several: "A|B" or a list. A deny stops the call.',
    after:
      'Judged after the call, when its result is known: run, write, read, fetch, mcp, any, or a tool. A deny is feedback to the model.',
    at: 'Judged at a moment of the session: stop, session-start, prompt … A deny at stop lets the agent go on working.',
    when: 'The conditions. A map means and, a list means or. Without it the rule always holds at its moment.',
    unless: 'Exceptions, in the same form as `when`. An exception must be sure to count.',
    extract:
      'With `after`: names for parts of the output, as { coverage: /(\\d+)%/ }. The last match counts; use it as output.NAME.',
    deny: 'Refuse the call; the text is the reason that the model reads. {path}, {command} and other names are filled in.',
    ask: 'Ask a person before the call; the text is the question. Only with `before`.',
    allow:
      'Permit the call without a question. Every command of the line must fit. Only with `before` and at permission-request.',
    warn: 'Let it happen; the model and the person read the text.',
    inject: 'Let it happen; the model reads the text.',
    fix: 'What to do instead. It is added to the message.',
    why: 'A note for people who read the policy.',
    tags: 'Labels, for lists and statistics.',
    mode: 'How much this rule counts: enforce, warn or observe. The milder one of rule and file holds.',
    'on-error': 'What the rule comes to when a fact cannot be read: ask, deny or skip.',
    locked: 'true: no other file and no allow-once can weaken this rule.',
    tests:
      'Examples: calls that the rule must stop, and calls that it must let pass. They see this rule alone, with the rules it counts.',
  },
  check: {
    runs: 'Command patterns: which commands are this check.',
    passes: '"exit 0" (default), or a regular expression that the output must match.',
  },
  counter: {
    of: 'What is counted: run, write, read, fetch, mcp, edit, any, "check NAME failed", "check NAME ok", or the id of a rule.',
    per: 'One count for the session (default), for each path, or for each program.',
    within: 'Only what happened this recently counts: 30m, 2h.',
    reset: 'The count starts again at each prompt, or when a check passes: prompt, "check tests".',
  },
  override: {
    mode: 'The mode of that rule here; off switches it off.',
    unless: 'A further exception of that rule.',
  },
  defaults: {
    'on-error': 'What a deny or ask rule comes to when a fact is unknown, because a file cannot be read or time is up.',
    uncertain: 'The same for commands that are only known when they run ($CMD, eval "$x").',
    default: 'What happens to run, write, read, fetch or mcp when no deny, ask or allow rule speaks.',
    'budget-ms': 'After this many milliseconds no further file facts are asked for.',
  },
  test: {
    given: 'The world in which the calls happen: files, branch, time, variables …',
    deny: 'Calls that must be refused. A string is a shell command; { Edit: a.ts } is a call of a tool.',
    ask: 'Calls about which a person must be asked.',
    allow: 'Calls that must be permitted without a question.',
    warn: 'Calls that must come with a warning.',
    inject: 'Calls on which the model must read something.',
    pass: 'Calls about which no rule may say anything.',
    sequence:
      'Steps of one session, in order: { Edit: a.ts, times: 3, is: pass }, { Bash: npm test, exit: 1 }, { wait: 10m }, { stop: deny }.',
  },
  given: {
    files: 'path: content. "2001 lines" and "directory" stand for such a file.',
    env: 'Environment variables.',
    branch: 'The branch that is checked out.',
    os: 'linux, macos or windows.',
    time: 'fri 14:00, 14:00, fri, 2026-12-24, or 2026-12-24 14:00.',
    installed: 'Programs on the search path.',
    tracked: 'Paths that git tracks.',
    ignored: 'Paths that git ignores.',
    changed: 'Files with uncommitted changes. Without the list, what git would lose is not known.',
    worktree: 'true: the project is a linked worktree.',
    links: 'path: where the symbolic link leads.',
    program: 'Where the running hook is.',
    cwd: 'Where the agent works, relative to the project.',
    'permission-mode': "The agent's mode.",
    agent: 'main, or the name of a subagent.',
    model: 'The name of the model.',
  },
  actions: {
    run: 'Shell commands.',
    write: 'Files that are written, by a tool or by a command.',
    read: 'Files that are read, by a tool or by a command.',
    fetch: 'Addresses that are fetched, by a tool or by a command.',
    mcp: 'Calls of MCP tools.',
  },
  unchecked: {
    files: 'Globs: which edited files count. Default: all.',
    by: 'The check, or a list of checks that must each have passed.',
  },
  groups: {
    not: 'The conditions must not hold.',
    any: 'One of these must hold.',
    all: 'All of these must hold.',
  },
};
