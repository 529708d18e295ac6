/** What `hookctl new` writes. Each is a complete policy with tests that fire and tests that must not. */
export interface PolicyTemplate {
  about: string;
  text: string;
}

const SCHEMA = '# yaml-language-server: $schema=https://unpkg.com/hookctl/schemas/policy.schema.json\n';

export const STARTER: PolicyTemplate = {
  about: 'A starting point: the recommended pack, and one rule of your own.',
  text: `${SCHEMA}policy: 1
extends: [pack:recommended]

rules:
  no-migrations:
    before: write
    when: { path: "migrations/**" }
    deny: "{path}: migrations are written by a person. Describe the change instead."
    tests:
      - deny: [{ Edit: migrations/001.sql }, "echo x > migrations/002.sql"]
      - pass: [{ Edit: src/hook/host.ts }, ls migrations]
`,
};

/** A rule of any other name. */
export function ruleTemplate(name: string): PolicyTemplate {
  return {
    about: 'A rule to fill in: change the condition, the message and the tests.',
    text: `${SCHEMA}policy: 1

rules:
  ${name}:
    before: run
    when: { runs: "example-program --dangerous" }
    deny: "\`{command}\` is not done here. Say what to do instead."
    tests:
      - deny: ["example-program --dangerous", "sudo example-program --dangerous"]
      - pass: ["example-program --help", 'echo "example-program --dangerous"']
`,
  };
}

export const TEMPLATES: Readonly<Record<string, PolicyTemplate>> = {
  validate: {
    about: 'Refuse what is invalid, warn about what is minor, say nothing otherwise.',
    text: `${SCHEMA}policy: 1

rules:
  validation-failed:
    before: write
    when: { path: "**/*.json", content: '/,\\s*[}\\]]/' }
    deny: "Validation failed: {path} has a trailing comma, which JSON does not allow."
    tests:
      - deny: [{ Write: { file_path: config.json, content: '{"a": 1,}' } }]
      - pass: [{ Write: { file_path: config.json, content: '{"a": 1}' } }, { Write: { file_path: a.ts, content: "f({a: 1,})" } }]

  minor-issue:
    before: write
    when: { path: "src/**", content: '/\\bTODO\\b/' }
    warn: "Warning: minor issue detected ({path} gets a TODO)."
    tests:
      - warn: [{ Write: { file_path: src/a.ts, content: "// TODO later" } }]
      - pass: [{ Write: { file_path: src/a.ts, content: "// done" } }]
`,
  },
  'safety-check': {
    about: 'Operations that are not permitted.',
    text: `${SCHEMA}policy: 1

rules:
  safety-check:
    before: run
    when: { runs: rm -r, deletes: [/, "/*", "~", "~/*", ..] }
    deny: "Error: Operation not permitted"
    fix: "Name a directory inside the project."
    tests:
      - deny: [rm -rf /, rm -r -f ~]
      - pass: [rm -rf build, 'git commit -m "rm -rf /"']
`,
  },
  'env-check': {
    about: 'Programs that this project needs.',
    text: `${SCHEMA}policy: 1

rules:
  git-required:
    at: session-start
    when: { not: { installed: git } }
    warn: "Error: git is required but not installed"
    tests:
      - { given: { installed: [node] }, sequence: [{ session-start: startup, is: warn }] }
      - { given: { installed: [git, node] }, sequence: [{ session-start: startup, is: pass }] }

  node-wanted:
    at: session-start
    when: { not: { installed: node } }
    warn: "Warning: node not found, some features unavailable"
    tests:
      - { given: { installed: [git] }, sequence: [{ session-start: startup, is: warn }] }
      - { given: { installed: [git, node] }, sequence: [{ session-start: startup, is: pass }] }
`,
  },
};
