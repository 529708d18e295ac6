import { expect, test } from 'vitest';
import { buildPolicy, formatProblem } from '../../src/policy/index.ts';

const problemsOf = (text: string) =>
  buildPolicy({ sources: [{ file: 'p.yaml', layer: 'project', text }] }).problems.map(formatProblem);
const rule = (body: string) =>
  problemsOf(`policy: 1\nsets: { src: ["src/**"] }\nchecks: { tests: { runs: pytest } }\nrules:\n  r: { ${body} }\n`);

/** A rule on line 5; what is said about it. */
const RULES: [body: string, ...messages: string[]][] = [
  ['before: run, deny: x'],
  ['before: run, when: { runz: rm }, deny: x', '5:29: error: unknown condition "runz" (did you mean "runs"?)'],
  [
    'before: run, when: { inptu.offset: absent }, deny: x',
    '5:29: error: unknown condition "inptu.offset" (did you mean "input.offset"?)',
  ],
  ['before: run, when: { output: /x/ }, deny: x', '5:29: error: "output" needs "after:"'],
  ['before: run, when: { prompt: /x/ }, deny: x', '5:29: error: "prompt" needs "at:"'],
  ['at: session-start, deny: x', '5:27: error: session-start cannot be blocked; it can take warn, inject'],
  ['at: session-end, deny: x', '5:25: error: session-end cannot be blocked; it can take warn'],
  ['at: notification, deny: x', '5:26: error: notification cannot be blocked; it can take warn'],
  ['after: run, ask: x', '5:20: error: "ask" only with "before:": the tool has already run'],
  ['after: run, allow: x', '5:20: error: "allow" only with "before:": the tool has already run'],
  ['at: stop, ask: x', '5:18: error: "ask" only with "before:"'],
  ['at: stop, inject: x', '5:18: error: "inject" at stop would keep the agent going; use warn, or deny'],
  ['at: Stop, deny: x', '5:8: error: "Stop" is one agent\'s name; write "at: stop"'],
  ['at: sesion-start, warn: x', '5:8: error: unknown event "sesion-start" (did you mean "session-start"?)'],
  ['before: Reed, deny: x', '5:8: error: unknown subject "Reed" (did you mean "Read"?)'],
  ['before: rum, deny: x', '5:8: error: unknown subject "rum" (did you mean "run"?)'],
  ['before: run, after: run, deny: x', '5:21: error: "before" and "after": a rule has one moment; write two rules'],
  ['deny: x', '5:3: error: a rule needs "before:", "after:" or "at:"'],
  ['before: run', '5:3: error: a rule needs one verb: deny, ask, allow, warn, inject'],
  ['before: run, deny: x, ask: y', '5:30: error: two verbs, "deny" and "ask": a rule has one; write two rules'],
  ['before: run, when: { path: "@srcs" }, deny: x', '5:29: error: unknown set "srcs" (did you mean "src"?)'],
  ['at: stop, when: { unchecked: { by: test } }, deny: x', '5:26: error: unknown check "test" (did you mean "tests"?)'],
  ['at: stop, when: { last.test: ok }, deny: x', '5:26: error: unknown check "test" (did you mean "tests"?)'],
  ['at: stop, when: { last.tests: okay }, deny: x', '5:26: error: unknown value "okay" (known: ok, failed, never)'],
  ['after: write, when: { count.edit: "> 5" }, warn: x', '5:30: error: unknown counter "edit" (did you mean "edits"?)'],
  [
    'after: write, when: { count.edits: "more than 5" }, warn: x',
    '5:30: error: "count.edits": bad comparison "more than 5": write an operator and a number, as in "> 5"',
  ],
  ['before: run, deny: "{comand}"', '5:21: error: unknown variable "{comand}" (did you mean "command"?)'],
  ['before: run, deny: "{output.x}"', '5:21: error: "{output.x}" is not known here; it needs "after:"'],
  ['before: run, deny: "a { b"', '5:21: error: a lone "{" in a message: write "{{" for a brace, or {name} for a value'],
  ['before: run, deny: "a {{ b"'],
  [
    'at: stop, deny: "{unchecked.files}"',
    '5:18: error: "{unchecked.files}" needs an "unchecked" condition in this rule',
  ],
  [
    'before: write, when: { content: "/(a+)+$/" }, deny: x',
    '5:31: error: "content": unsafe or unsupported regular expression /(a+)+$/: nested quantifier: a repeat inside a repeat, as in (a+)+; write one of them',
  ],
  [
    'before: write, when: { content: "/(a)\\\\1/" }, deny: x',
    '5:31: error: "content": unsafe or unsupported regular expression /(a)\\1/: back-references are not supported',
  ],
  [
    'before: write, when: { content: abc }, deny: x',
    '5:31: error: "content": expected a regular expression between slashes, as in "/TODO/i"',
  ],
  ['before: run, extract: { n: /x/ }, deny: x', '5:32: error: "extract" needs "after:": there is no output yet'],
  [
    'before: write, when: { path: "!src/**" }, deny: x',
    '5:31: error: "path": "!src/**": a pattern cannot be negated here; write "not: { … }" or "unless:"',
  ],
  [
    'before: write, when: { path: "src/{a,b" }, deny: x',
    '5:31: error: "path": "src/{a,b": unbalanced braces, or too many alternatives',
  ],
  [
    'before: run, when: { runs: -f rm }, deny: x',
    '5:29: error: "runs": bad command pattern "-f rm": write a program first, as in "git push --force *"',
  ],
  ['before: run, when: { deletes: [/, ~] }, deny: x', '5:29: error: "deletes": expected a path pattern, found null'],
  [
    'before: run, when: { time: someday }, deny: x',
    '5:29: error: "time": bad time "someday": write "mon-fri 09:00-18:00" or "2026-12-20..2027-01-03", or both, and, if wanted, a zone such as Europe/Berlin',
  ],
  ['before: run, when: { any: { runs: rm } }, deny: x', '5:29: error: "any" takes a list of conditions'],
  ['before: run, when: {}, deny: x', '5:21: error: an empty condition always holds; leave it out'],
  ['before: run, wen: { runs: rm }, deny: x', '5:21: error: unknown key "wen" (did you mean "when"?)'],
  ['before: run, deny: x, tests: [{ dney: [ls] }]', '5:40: error: unknown key "dney" in a test (did you mean "deny"?)'],
  [
    'before: run, deny: x, tests: [{ sequence: [{ Edit: a, is: denied }] }]',
    '5:51: error: unknown expectation "denied" (known: deny, ask, allow, warn, inject, pass)',
  ],
  [
    'before: run, deny: x, tests: [{ given: { brnch: x }, deny: [ls] }]',
    '5:49: error: unknown key "brnch" in "given" (did you mean "branch"?)',
  ],
  [
    'before: run, deny: x, mode: enfroce',
    '5:30: error: "rules.r.mode": expected ("enforce" | "warn" | "observe"), found "enfroce"',
  ],
  ['before: [], deny: x', '5:8: error: an empty list: the rule would never be asked'],
  ['at: [], deny: x', '5:8: error: an empty list: the rule would never be asked'],
  ['before: run, when: { any: [] }, deny: x', '5:29: error: an empty list of conditions never holds'],
  ['before: run, when: { all: [] }, deny: x', '5:29: error: an empty list of conditions always holds'],
  [
    'before: run, when: { runs: "rm -rf / && ls" }, deny: x',
    '5:29: error: "runs": "rm -rf / && ls": a pattern is one command, without "&&"; see "pipes" and "writes" for the rest',
  ],
  [
    'before: run, when: { time: 2026-02-30 }, deny: x',
    '5:29: error: "time": bad time "2026-02-30": no such date; write "mon-fri 09:00-18:00" or "2026-12-20..2027-01-03", or both, and, if wanted, a zone such as Europe/Berlin',
  ],
  [
    'before: run, when: { time: 2027-01-03..2026-12-20 }, deny: x',
    '5:29: error: "time": bad time "2027-01-03..2026-12-20": the second date is before the first',
  ],
  [
    'before: run, when: { content.secret: yes please }, deny: x',
    '5:29: error: "content.secret": expected true or false',
  ],
  ['after: write, when: { change.lines: "> 5" }, warn: x', '5:30: error: "change.lines" needs "before:"'],
  [
    'before: run, when: { time: "09:00-18:00 Europe/Berln" }, deny: x',
    '5:29: error: "time": bad time "09:00-18:00 Europe/Berln": write "mon-fri 09:00-18:00" or "2026-12-20..2027-01-03", or both, and, if wanted, a zone such as Europe/Berlin',
  ],
];

test.each(RULES)('%s', (body, ...messages) => {
  expect(rule(body)).toEqual(messages.map((message) => `p.yaml:${message}`));
});

test('times of examples are checked', () => {
  const given = (time: string) => rule(`before: run, deny: x, tests: [{ given: { time: ${time} }, deny: [ls] }]`);
  expect(['fri 14:00', '14:00', 'sat', '2026-12-24', '2026-12-24 9:05', '2026-11-13T14:00:00Z'].flatMap(given)).toEqual(
    [],
  );
  const wrong = ['garbage', 'fry 14:00', '25:00', '2026-02-30', '12'];
  expect(wrong.flatMap(given)).toEqual(
    wrong.map(
      (time) =>
        `p.yaml:5:49: error: bad time "${time}": write "fri 14:00", "14:00", "2026-12-24" or "2026-12-24 14:00"`,
    ),
  );
});

const FILES: [text: string, ...messages: string[]][] = [
  ['', '1:1: error: a policy is a map that begins with "policy: 1"'],
  ['- a', '1:1: error: a policy is a map that begins with "policy: 1"'],
  ['policy: 2', '1:1: error: "policy": expected 1, the version of the policy language'],
  ['rules: {}', '1:1: error: "policy": missing'],
  ['policy: 1\nruls: {}', '2:1: error: unknown key "ruls" (did you mean "rules"?)'],
  [
    'policy: 1\nrules:\n  a: { before: run, deny: x }\n  a: { before: run, deny: y }',
    '4:3: error: duplicate key "a": each name may be given once',
  ],
  [
    'policy: 1\nrules:\n  a: { before: run, deny: x }\n  a: { before: run, deny: y }\n  b: { before: rum, deny: x }',
    '4:3: error: duplicate key "a": each name may be given once',
    '5:8: error: unknown subject "rum" (did you mean "run"?)',
  ],
  [
    'policy: 1\nrules: {}\n---\npolicy: 1',
    '3:1: error: YAML: a policy file is one document; put the second one into another file',
  ],
  [
    'policy: 1\nsets: { a: ["x/**"], b: ["@a"] }\nrules: { r: { before: write, when: { path: "@b" }, deny: x } }',
    '3:38: error: "path": set "b" holds "@a": sets do not hold sets; name both',
  ],
  [
    'policy: 1\nrules:\n  A_b: { before: run, deny: x }',
    '3:3: error: bad rule id "A_b": use a-z, 0-9 and -, beginning with a letter',
  ],
  ['policy: 1\ndefaults: { on-eror: ask }', '2:13: error: unknown key "on-eror" (did you mean "on-error"?)'],
  [
    'policy: 1\ncounters: { x: { of: no-such } }',
    '2:18: error: "no-such" is neither an action nor a rule nor a check; expected run, write, read, fetch, mcp, edit, any, "check NAME failed", "check NAME ok" or the id of a rule',
  ],
  [
    'policy: 1\nchecks: { unit: { runs: npm test } }\ncounters: { x: { of: npm test } }',
    '3:18: error: "npm test" is neither an action nor a rule nor a check; expected run, write, read, fetch, mcp, edit, any, "check unit failed", "check unit ok" or the id of a rule; to count runs of a command, define a check (checks: { tests: { runs: "npm test" } }) and count "check tests failed"',
  ],
  [
    'policy: 1\nchecks: { unit: { runs: npm test } }\ncounters: { x: { of: check units failed } }',
    '3:18: error: unknown check "units" (did you mean "unit"?)',
  ],
  [
    'policy: 1\nchecks: { unit: { runs: npm test } }\ncounters: { x: { of: check unit, per: path } }',
    '3:34: error: a check is counted per session',
  ],
  ['policy: 1\ncounters: { x: { of: read, reset: check foo } }', '2:28: error: unknown check "foo"'],
  ['policy: 1\nchecks: { t: { runs: pytest, passes: exit0 } }', '2:30: error: "passes": expected "exit 0" or /re/'],
  ['policy: 1\noverrides: { nope: { mode: off } }', '2:14: error: no rule "nope" to override'],
  ['policy: 1\nmin-mode: enforce', '2:1: error: "min-mode" counts only in the managed layer'],
  [
    'policy: 1\nextends: https://x.y/p.yaml',
    '2:1: error: "https://x.y/p.yaml": a policy is never fetched; vendor the file and name it by path',
  ],
  ['policy: 1\nextends: [pack:nope]', '2:11: error: "pack:nope" was not found'],
  ['policy: 1\nextends: user', '2:1: error: there is no user policy to extend'],
];

test.each(FILES)('%j', (text, ...messages) => {
  expect(problemsOf(text)).toEqual(messages.map((message) => `p.yaml:${message}`));
});

test('all errors at once, in the order of the file', () => {
  const found = problemsOf(
    'policy: 1\nmode: x\nrules:\n  a: { before: run, when: { runz: rm, path: "@b" }, deny: "{x}", ask: y }\n  b: { at: stop, warn: "{y}" }\n',
  );
  expect(found.map((line) => line.split(':').slice(1, 3).join(':'))).toEqual([
    '2:1',
    '4:29',
    '4:39',
    '4:53',
    '4:66',
    '5:18',
  ]);
});

test('a slip of YAML syntax is one message, not a hundred', () => {
  const found = problemsOf(
    'policy: 1\nrules:\n  a: { before: write, when: { content: /[a]/ }, deny: x }\n  b: { before: run, deny: x }\n',
  );
  expect(found).toHaveLength(1);
  expect(found[0]).toContain('p.yaml:3:');
});
