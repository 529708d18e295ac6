import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import { buildPolicy, formatProblem, runExamples } from '../../src/policy/index.ts';

/** A byte-for-byte copy of the reference policy; `.txt` keeps formatters away. */
const text = readFileSync(new URL('fixtures/reference.yaml.txt', import.meta.url), 'utf8');
const build = (policy: string) => buildPolicy({ sources: [{ file: 'policy.yaml', layer: 'project', text: policy }] });

test('the twelve reference policies pass their 84 tests', () => {
  const built = build(text);
  expect(built.problems.map(formatProblem)).toEqual([]);
  const results = runExamples(built, { adapter: claudeCode });
  expect(results.filter((result) => !result.ok)).toEqual([]);
  expect(results.length).toBe(84);
});

test('the tests would notice: a wrong expectation fails, with its place', () => {
  const results = runExamples(build(text.replace('pass: [rm -rf build', 'deny: [rm -rf build')), {
    adapter: claudeCode,
  });
  const failed = results.filter((result) => !result.ok);
  expect(
    failed.map(({ label, expected, got, rule, position }) => ({ label, expected, got, rule, position })),
  ).toMatchObject([
    {
      label: 'rm -rf build',
      expected: 'deny',
      got: 'pass',
      rule: 'no-rm-root',
      position: { file: 'policy.yaml', line: 20, column: 16 },
    },
    { label: 'rm -rf /tmp/build' },
    { label: 'git commit -m "never rm -rf /"' },
    { label: 'terraform apply-refresh' },
  ]);
});

test('each rule is at most six lines long without its tests', () => {
  const long: string[] = [];
  let id = '';
  let count = 0;
  let inTests = false;
  for (const line of text.slice(text.indexOf('rules:')).split('\n').slice(1)) {
    const start = /^ {2}([a-z][a-z-]*):/.exec(line);
    if (start !== null) [id, count, inTests] = [start[1] ?? '', 0, false];
    if (/^ {4}tests:/.test(line)) inTests = true;
    if (/^\S/.test(line)) break;
    if (!inTests && line.trim() !== '' && !line.trim().startsWith('#') && ++count > 6) long.push(id);
  }
  expect(long).toEqual([]);
});
