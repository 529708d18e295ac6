/** What `hookctl init` and `hookctl new` write besides the recipes of `examples/policies`: complete policies with tests that fire and tests that must not. */
export interface PolicyTemplate {
  about: string;
  text: string;
}

export const STARTER: PolicyTemplate = {
  about: 'A starting point: the recommended pack, and one rule of your own.',
  text: `policy: 1
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
    text: `policy: 1

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
