import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import { buildPolicy, checkPolicy, formatProblem, simulatedWorld } from '../../src/policy/index.ts';
import type { CheckedPolicy } from '../../src/policy/checks/policy-check.ts';
import { createWorld } from '../../src/system/facts/world.ts';
import { nodeSystem } from '../../src/system/node/system.ts';
import { recommendedCommands } from '../../src/policy/checks/recommended-commands.ts';
import { PACK_NAMES, resolvePack } from '../../src/policy/packs/index.ts';

const FILES = { 'src/a.ts': 'x', 'docs/guide/b.md': 'x', Makefile: 'x' };

const SIMULATED = { root: '/project', kind: simulatedWorld({ files: FILES }).kind };
/** This repository, on the disk. */
const REAL = {
  root: fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, ''),
  kind: createWorld(nodeSystem, { env: {}, home: '/home/nobody' }).kind,
};

/** All that `hookctl check` says about one file, as `line:column: severity: message`. */
function problemsOf(text: string, file = 'p.yaml', project: CheckedPolicy['project'] = SIMULATED): string[] {
  const built = buildPolicy({ sources: [{ file, layer: 'project', text }], resolve: resolvePack });
  const { artefact, files } = built;
  const own = files.filter(({ source }) => source.file === file);
  const found = artefact === null ? [] : checkPolicy({ artefact, files: own, adapter: claudeCode, project });
  return [...built.problems, ...found].map((problem) => formatProblem(problem).slice(file.length + 1));
}

/** Rules in the order they are given, the first on line 3. */
const rules = (...bodies: string[]) =>
  problemsOf(`policy: 1\nrules:\n${bodies.map((body, index) => `  r${index + 1}: { ${body} }\n`).join('')}`);

type Row = [rules: string[], ...messages: string[]];

describe('a regular expression where patterns or words are expected', () => {
  test.each<Row>([
    [
      ['before: run, when: { runs: "/^npm i/" }, deny: x'],
      '3:30: error: "runs": /^npm i/ looks like a regular expression; commands are compared by patterns such as "npm install *"; for the text of the line write "command: /^npm i/"',
    ],
    [
      ['before: run, when: { runs: /npm/ }, deny: x'],
      '3:30: error: "runs": /npm/ looks like a regular expression; commands are compared by patterns such as "npm install *"; for the text of the line write "command: /npm/"',
    ],
    [
      ['before: write, when: { path: "/\\\\.snap$/" }, deny: x'],
      '3:32: error: "path": /\\.snap$/ looks like a regular expression; paths are compared by patterns, so write one such as "**/*.snap"',
    ],
    [
      ['before: write, when: { path: [a.ts, "/^src\\\\/.*/i"] }, deny: x'],
      '3:32: error: "path": /^src\\/.*/i looks like a regular expression; paths are compared by patterns, so write one such as "src/**"',
    ],
    [
      ['before: any, when: { tool: "/mcp__.*/" }, deny: x'],
      '3:30: error: "tool": /mcp__.*/ looks like a regular expression; words are expected here, as in "a|b", with * for any text where names are compared',
    ],
    [['before: write, when: { path: [/etc/, /var/log/, /usr/local/i] }, deny: x']],
    [['before: run, when: { runs: [/usr/bin/git push, /opt/tool/bin/x src/] }, deny: x']],
    [['before: run, when: { command: "/^npm i/" }, deny: x']],
  ])('%j', (bodies, ...messages) => {
    expect(rules(...bodies)).toEqual(messages);
  });
});

describe('an event as a tool', () => {
  test.each<Row>([
    [
      ['before: PreToolUse, deny: x'],
      '3:9: error: "PreToolUse" is an event, not a tool; "before:" means it already: name a tool, run, write, read, fetch, mcp or any',
    ],
    [
      ['after: PostToolUse, warn: x'],
      '3:9: error: "PostToolUse" is an event, not a tool; "after:" means it already: name a tool, run, write, read, fetch, mcp or any',
    ],
    [['before: Stop, deny: x'], '3:9: error: "Stop" is an event, not a tool; write "at: stop"'],
    [['before: stop, deny: x'], '3:9: error: "stop" is an event, not a tool; write "at: stop"'],
    [
      ['before: TaskCompleted, deny: x'],
      '3:9: error: "TaskCompleted" is an event, not a tool; write "at: TaskCompleted"',
    ],
    [['before: TaskCreate, deny: x']],
  ])('%j', (bodies, ...messages) => {
    expect(rules(...bodies)).toEqual(messages);
  });
});

describe('tests that prove nothing', () => {
  const given = (text: string) => rules(`before: run, deny: x, tests: [{ given: { ${text} }, deny: [ls] }]`);
  test.each<[given: string, ...messages: string[]]>([
    ['os: beos', 'unknown value "beos" (known: linux, macos, windows)'],
    ['os: maco', 'unknown value "maco" (did you mean "macos"?)'],
    [
      'permission-mode: nonsense',
      'unknown value "nonsense" (known: ask, plan, accept-edits, auto, bypass, default, acceptEdits, dontAsk, bypassPermissions)',
    ],
    ['files: a.ts', 'expected a map of path: content, as in { big.log: 2001 lines }'],
    ['tracked: a.ts', 'expected a list of strings'],
    ['worktree: 1', 'expected true or false'],
    ['branch: [main]', 'expected a string'],
    ['env: [CI]', 'expected a map of NAME: value'],
    ['os: macos, permission-mode: bypassPermissions, tracked: [a], branch: main, files: { a: x }, worktree: true'],
  ])('%s', (text, ...messages) => {
    const key = text.slice(0, text.indexOf(':'));
    expect(given(text)).toEqual(messages.map((message) => `3:50: error: "${key}" in "given": ${message}`));
  });

  test.each<[call: string, ...messages: string[]]>([
    ['{ Edti: a.ts }', 'unknown tool "Edti" (did you mean "Edit"?)'],
    [
      '{ PreToolUse: a.ts }',
      '"PreToolUse" is an event, not a tool; a test names the call itself, as in { Edit: src/a.ts }',
    ],
    ['{ Edit: a.ts }'],
    ['{ SomeNewTool: a.ts }'],
    ['{ mcp__db__query: { sql: x } }'],
  ])('%s', (call, ...messages) => {
    const found = rules(`before: write, deny: x, tests: [{ pass: [ls, ${call}] }]`);
    expect(found).toEqual(messages.map((message) => `3:54: error: ${message}`));
  });

  test("a rule on a mode of the language is tested with the client's word for it", () => {
    expect(
      rules(
        'before: run, when: { permission-mode: bypass }, deny: x, tests: [{ given: { permission-mode: bypassPermissions }, deny: [ls] }]',
      ),
    ).toEqual([]);
  });
});

describe('values that are only a star', () => {
  test.each<Row>([
    [
      ['before: run, when: { git.operation: config, git.detail: "*" }, deny: x'],
      '3:53: warning: "git.detail": "*" matches every value; write "present" if any value is meant, or "/^\\*$/" for the star itself',
    ],
    [
      ['before: run, when: { git.detail: [".", "*"] }, deny: x'],
      '3:48: warning: "git.detail": "*" matches every value; write "present" if any value is meant, or "/^\\*$/" for the star itself',
    ],
    [
      ['before: run, unless: { any: [{ branch: "main|*" }] }, deny: x'],
      '3:40: warning: "branch": "main|*" holds "*", which matches every value; write "present" if any value is meant, or "/^\\*$/" for the star itself',
    ],
    [['before: any, when: { tool: "*" }, deny: x'], '3:30: warning: "tool": "*" matches every name; leave it out'],
    [['before: run, when: { runs: "*" }, deny: x'], '3:30: warning: "runs": "*" matches every command; leave it out'],
    [
      ['before: run, when: { installed: "*" }, deny: x'],
      '3:30: warning: "installed": "*" is not a wildcard here and never matches; name what is meant, or leave it out',
    ],
    [['before: run, when: { runs: "* --force" }, deny: x']],
    [['before: run, when: { branch: "release/*", git.push.to: "*-main", env.CI: present }, deny: x']],
    [['before: write, when: { path: "*" }, deny: x']],
    [['before: run, when: { writes: "**", runs: npm install * }, deny: x']],
  ])('%j', (bodies, ...messages) => {
    expect(rules(...bodies)).toEqual(messages);
  });
});

describe('a directory without a slash', () => {
  test.each<Row>([
    [
      ['before: write, when: { path: src }, deny: x'],
      '3:32: warning: "path": "src" is a directory and means only itself; write "src/" for the files in it',
    ],
    [
      ['before: write, unless: { path: [Makefile, ./docs/guide] }, deny: x'],
      '3:51: warning: "path": "./docs/guide" is a directory and means only itself; write "./docs/guide/" for the files in it',
    ],
    [['before: write, when: { path: [src/, docs/**, Makefile, lib] }, deny: x']],
    [['before: write, when: { path: [src, "src/**"] }, deny: x']],
    [['before: write, when: { path: src, change: [delete, sweep] }, deny: x']],
    [['before: write, when: { path: src, any: [{ change: sweep }] }, deny: x']],
    [['before: write, when: { path: [/tmp, /project, "."] }, deny: x']],
    [['before: run, when: { deletes: src }, deny: x']],
  ])('%j', (bodies, ...messages) => {
    expect(rules(...bodies)).toEqual(messages);
  });

  test('in a set, at the place of its name', () => {
    expect(
      problemsOf(
        'policy: 1\nsets: { own: [Makefile, src] }\nrules: { a: { before: write, when: { path: "@own" }, deny: x } }\n',
      ),
    ).toEqual(['2:25: warning: "path": "src" is a directory and means only itself; write "src/" for the files in it']);
  });
});

describe('rules that no event can reach', () => {
  const dead = (reason: string, line = 3) =>
    `${line}:3: warning: no event can reach rule "r${line - 2}": ${reason}. Change the conditions, or remove the rule`;
  test.each<Row>([
    [['before: Edit, when: { runs: npm }, deny: x'], dead('runs "npm": Edit runs no shell command')],
    [['before: WebFetch, when: { path: a.ts }, deny: x'], dead('path "a.ts": WebFetch has no path')],
    [['before: Read, when: { writes: a.ts }, deny: x'], dead('writes "a.ts": Read reads, and nothing else')],
    [['before: run, when: { tool: Edit }, deny: x'], dead('tool "Edit": Edit runs no command')],
    [['before: write, when: { tool: Read }, deny: x'], dead('tool "Read": Read is not a tool for "write"')],
    [['before: read, when: { change: delete }, deny: x'], dead('change "delete": a read changes nothing')],
    [['before: fetch, when: { path: a }, deny: x'], dead('path "a": a fetch has no path')],
    [['at: stop, when: { prompt: /x/ }, deny: x'], dead('prompt "/x/": stop has no prompt')],
    [['at: stop, when: { source: startup }, deny: x'], dead('source "startup": stop has no source')],
    [
      ['before: run, when: { all: [{ os: linux }, { os: macos }] }, deny: x'],
      dead('os "linux" and os "macos" never hold together'),
    ],
    [
      ['before: run, when: { runs: npm test }, unless: { runs: npm }, deny: x'],
      dead('runs "npm test" and not runs "npm" never hold together'),
    ],
    [
      ['before: write, when: { file.lines: "> 100", not: { file.lines: "> 50" } }, deny: x'],
      dead('file.lines "> 100" and not file.lines "> 50" never hold together'),
    ],
    [
      ['before: run, when: { all: [{ count.edits: "> 5" }, { count.edits: "<= 5" }] }, deny: x'],
      dead('count.edits "> 5" and count.edits "<= 5" never hold together'),
    ],
    [
      ['before: write, when: { count.edits: "< 0" }, deny: x'],
      dead('count.edits "< 0": a number of things is never below zero'),
    ],
    [['before: run, when: { time: "09:00-09:00" }, deny: x'], dead('time "09:00-09:00" ends when it begins')],
    [
      ['before: run, when: { env.CI: absent, all: [{ env.CI: "1" }] }, deny: x'],
      dead('env.CI "absent" and env.CI "1" never hold together'),
    ],
    [
      ['before: Edit|Write, when: [{ runs: npm }, { network: upload }], deny: x'],
      dead('runs "npm": Edit runs no shell command; its alternatives are impossible as well'),
    ],
    // Some event can reach each of these.
    [['before: Edit|run, when: { runs: npm }, deny: x']],
    [['before: Bash, when: { runs: npm, path: a.ts }, deny: x']],
    [['before: write, when: { path: "src/**" }, unless: { path: "src/**" }, deny: x']],
    [['before: run, when: { runs: npm }, unless: { runs: npm test }, deny: x']],
    [['before: run, when: { any: [{ os: linux }, { os: macos }] }, deny: x']],
    [['before: run, when: { via: redirect, all: [{ via: tee }] }, deny: x']],
    [['before: mcp(db), when: { runs: psql }, deny: x']],
    [['before: SomeNewTool, when: { runs: x, path: y }, deny: x']],
    [['at: session-start, when: { source: resume }, warn: x']],
    [['before: write, when: { tool: "Edit|Write", count.edits: ">= 5", file.lines: "< 100" }, deny: x']],
  ])('%j', (bodies, ...messages) => {
    expect(rules(...bodies)).toEqual(messages);
  });
});

describe('rules that a stricter one covers', () => {
  const under = (over: string, does = 'refuses') =>
    `3:3: warning: rule "r1" never decides: "r2" (p.yaml:4) ${does} every call that it is about; remove one of them, or give "r2" an exception`.replace(
      'r2',
      over,
    );
  test.each<Row>([
    [['before: run, when: { runs: npm publish }, ask: x', 'before: run, when: { runs: npm }, deny: x'], under('r2')],
    [
      ['before: write, when: { path: "src/gen/**" }, ask: x', 'before: write, when: { path: src/ }, deny: x'],
      under('r2'),
    ],
    [['before: run, when: { runs: ls }, allow: x', 'before: run, ask: x'], under('r2', 'asks about')],
    [['before: Edit, ask: x', 'before: any, deny: x'], under('r2')],
    [
      [
        'before: write, when: { count.edits: "> 8", path: a }, ask: x',
        'before: write, when: { count.edits: ">= 5" }, deny: x',
      ],
      under('r2'),
    ],
    [['before: run, when: { runs: npm }, ask: x', 'before: run, when: { runs: npm publish }, deny: x']],
    [['before: run, when: { runs: npm }, warn: x', 'before: run, deny: x']],
    [['before: run, when: { runs: npm }, ask: x', 'before: run, mode: warn, deny: x']],
    [['before: run, when: { runs: npm }, ask: x', 'before: run, unless: { branch: dev }, deny: x']],
    [['before: run, when: { runs: npm }, ask: x', 'after: run, deny: x']],
    [['before: run, when: { runs: "npm|yarn" }, ask: x', 'before: run, when: { runs: npm }, deny: x']],
    [['before: run, when: { runs: npm install }, ask: x', 'before: run, when: { runs: npm -g }, deny: x']],
  ])('%j', (bodies, ...messages) => {
    expect(rules(...bodies)).toEqual(messages);
  });

  test('also one of a pack', () => {
    const text =
      'policy: 1\nextends: pack:git\nrules: { own: { before: run, when: { git.push.mirror: true }, ask: x } }\n';
    expect(problemsOf(text)).toEqual([
      expect.stringMatching(
        /^3:10: warning: rule "own" never decides: "git-push-mirror" \(pack:git:\d+\) refuses every call/,
      ),
    ]);
  });
});

describe('advice that the policy refuses', () => {
  test.each<Row>([
    [
      [
        'before: run, when: { runs: npm publish }, deny: "Run `npm run release` instead."',
        'before: run, when: { runs: npm run }, deny: x',
      ],
      '3:51: warning: rule "r1" advises `npm run release`, which rule "r2" (p.yaml:4) refuses; change the advice, or let the command pass',
    ],
    [
      ['before: run, when: { runs: rm }, deny: x, fix: "Use `rm -i <file>`."'],
      '3:51: warning: rule "r1" advises `rm -i file`, which the rule itself refuses; change the advice, or let the command pass',
    ],
    [['before: run, when: { runs: rm }, deny: "Never use `rm -rf /`. `rm` is for people."']],
    [['before: run, when: { runs: rm }, deny: "`rm -rf x` deletes for good.", fix: "Use `trash x`, not `rm x`."']],
    [['before: run, when: { runs: npm }, deny: "Run `npm {input.x}` by hand."']],
    [['before: run, when: { runs: make deploy }, deny: x, fix: "Use `make`."']],
  ])('%j', (bodies, ...messages) => {
    expect(rules(...bodies)).toEqual(messages);
  });

  test('what counts as advice', () => {
    const message =
      'Do not run `git push -f`; use `git push --force-with-lease`, or `--dry-run`. `npm ci` was refused.';
    const fix = 'Run `git stash push -u` first, or `git log <branch>`; never `rm -rf x`. See `Edit` and `make`.';
    expect(recommendedCommands({ message, fix })).toEqual([
      { command: 'git push --force-with-lease', of: 'message' },
      { command: 'git stash push -u', of: 'fix' },
      { command: 'git log branch', of: 'fix' },
      { command: 'make', of: 'fix' },
    ]);
  });
});

describe('no false findings', () => {
  test.each([...PACK_NAMES])('pack %s', (pack) => {
    const source = resolvePack(`pack:${pack}`, '');
    expect(problemsOf(source?.text ?? '', `pack:${pack}`, REAL)).toEqual([]);
  });

  test('the reference policies', () => {
    expect(problemsOf(readFileSync(new URL('fixtures/reference.yaml.txt', import.meta.url), 'utf8'))).toEqual([]);
  });

  const examples = fileURLToPath(new URL('../../examples', import.meta.url));
  const policies = readdirSync(examples, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.yaml'),
  );

  test.each(policies)('examples/%s', (name) => {
    expect(problemsOf(readFileSync(join(examples, name), 'utf8'))).toEqual([]);
  });

  test('all conditions, each in a rule of its own', () => {
    const found = problemsOf(readFileSync(new URL('conditions.yaml', import.meta.url), 'utf8'));
    // These rules are tested one by one, and may cover each other.
    expect(found.filter((message) => !message.includes('never decides'))).toEqual([]);
  });
});
