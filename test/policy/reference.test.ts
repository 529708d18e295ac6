import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import { buildPolicy, formatProblem, runExamples } from '../../src/policy/index.ts';

const text = readFileSync(new URL('reference.yaml', import.meta.url), 'utf8');

test('the twelve reference policies pass their own tests', () => {
  const built = buildPolicy({ sources: [{ file: 'reference.yaml', layer: 'project', text }] });
  expect(built.problems.map(formatProblem)).toEqual([]);
  const results = runExamples(built, { adapter: claudeCode });
  const failed = results.filter((result) => !result.ok);
  expect(
    failed.map(({ rule, label, expected, got, position }) => ({ rule, label, expected, got, line: position.line })),
  ).toEqual([]);
  expect(results.length).toBe(84);
});
