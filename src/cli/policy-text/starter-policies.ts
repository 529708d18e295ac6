/** What `hookctl init` and `hookctl new` write besides the recipes of `examples/policies`: complete policies with tests that fire and tests that must not. */
export interface PolicyTemplate {
  about: string;
  text: string;
}

/** A rule of any other name. */
export function ruleTemplate(name: string): PolicyTemplate {
  return {
    about: 'A rule to fill in: change the condition, the message and the tests.',
    text: `policy: 1

rules:
  ${name}:
    before: run
    when: { runs: "example-program --dangerous" }
    deny: "\`{command}\` is not allowed in this project. Use … instead."
    tests:
      - deny: ["example-program --dangerous", "sudo example-program --dangerous"]
      - pass: ["example-program --help", 'echo "example-program --dangerous"']
`,
  };
}
