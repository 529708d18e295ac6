import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import { buildPolicy, CONDITIONS, formatProblem, runExamples } from '../../src/policy/index.ts';

const text = readFileSync(new URL('conditions.yaml', import.meta.url), 'utf8');

test('every predicate has rules that fire and rules that do not', () => {
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

test('no predicate is left out', () => {
  const unused = CONDITIONS.map((condition) => condition.name).filter(
    (name) => !text.includes(name.replace(/\*$/, '')),
  );
  expect(unused).toEqual([]);
});
