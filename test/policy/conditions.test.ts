import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import { traitConditions } from '../../src/policy/conditions/traits.ts';
import { resolvePack } from '../../src/policy/packs/index.ts';
import { buildPolicy, CONDITIONS, formatProblem, runExamples, VARIABLES } from '../../src/policy/index.ts';

const text = readFileSync(new URL('conditions.yaml', import.meta.url), 'utf8');

test('every condition has rules that fire and rules that do not', () => {
  const built = buildPolicy({ sources: [{ file: 'conditions.yaml', layer: 'project', text }] });
  expect(built.problems.map(formatProblem)).toEqual([]);
  const results = runExamples(built, { adapter: claudeCode });
  expect(
    results
      .filter((one) => !one.ok)
      .map((one) => `${one.position.line} ${one.rule}: ${one.label}: expected ${one.expected}, got ${one.got}`),
  ).toEqual([]);
  expect(results.length).toBeGreaterThan(150);
});

test('no condition is left out; those of packs are tried in packs', () => {
  const elsewhere = new Set(traitConditions.map((condition) => condition.name));
  const unused = CONDITIONS.map((condition) => condition.name).filter(
    (name) => !elsewhere.has(name) && !text.includes(name.replace(/\*$/, '')),
  );
  expect(unused).toEqual([]);
});

test('the reference page names every condition and every variable', () => {
  const page = readFileSync(new URL('../../docs/policy.md', import.meta.url), 'utf8');
  const names = [...CONDITIONS.map((condition) => condition.name), ...Object.keys(VARIABLES)];
  expect(names.filter((name) => !page.includes(`\`${name.replace(/\.\*$/, '.')}`))).toEqual([]);
});

test('the examples on the reference page compile and pass', () => {
  const page = readFileSync(new URL('../../docs/policy.md', import.meta.url), 'utf8');
  const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const policies = blocks.filter((block) => /^rules:/m.test(block));
  const results = policies.flatMap((block) => {
    const source = /^policy:/m.test(block) ? block : `policy: 1\n${block}`;
    const built = buildPolicy({
      sources: [{ file: 'policy.md', layer: 'project', text: source }],
      resolve: resolvePack,
    });
    expect(built.problems.map(formatProblem)).toEqual([]);
    return runExamples(built, { adapter: claudeCode, only: (file) => file === 'policy.md' });
  });
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
  expect(results.length).toBeGreaterThan(8);
});
