import { expect, it } from 'vitest';
import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import { buildPolicy, runExamples } from '../../src/policy/index.ts';

const POLICY = `policy: 1
counters: { pushes: { of: push-note } }
rules:
  push-note:
    before: run
    when: { runs: git push }
    inject: 'A push.'
    tests: [{ inject: [git push], pass: [ls] }]
  push-limit:
    before: run
    when: { runs: git push, count.pushes: '>= 2' }
    ask: '{count.pushes} pushes.'
    tests:
      - sequence: [{ Bash: git push, times: 2, is: inject }, { Bash: git push, is: ask }, { Bash: ls, is: pass }]
  never-seen:
    before: run
    deny: 'No.'
    tests: [{ deny: [ls] }]
`;

it('the tests of a rule see the rules whose hits it counts, and no others', () => {
  const sources = [{ file: 'policy.yaml', layer: 'project' as const, text: POLICY }];
  const results = runExamples(buildPolicy({ sources, resolve: () => null }), { adapter: claudeCode });
  expect(results.map(({ rule, got, ok, rules }) => ({ rule, got, ok, rules }))).toEqual([
    { rule: 'push-note', got: 'inject', ok: true, rules: ['push-note'] },
    { rule: 'push-note', got: 'pass', ok: true, rules: [] },
    { rule: 'push-limit', got: 'inject', ok: true, rules: ['push-note'] },
    { rule: 'push-limit', got: 'inject', ok: true, rules: ['push-note'] },
    { rule: 'push-limit', got: 'ask', ok: true, rules: ['push-limit', 'push-note'] },
    { rule: 'push-limit', got: 'pass', ok: true, rules: [] },
    { rule: 'never-seen', got: 'deny', ok: true, rules: ['never-seen'] },
  ]);
});
