import { expect, test } from 'vitest';
import { parseRule } from './parse-rule.ts';

test.each([
  ['Bash', 'Bash', undefined],
  ['Bash()', 'Bash', undefined],
  ['Bash(*)', 'Bash', undefined],
  ['Bash(git *)', 'Bash', 'git *'],
  ['Bash(git *)(x)', 'Bash', 'git *)(x'],
  ['Bash(git \\(x\\))', 'Bash', 'git (x)'],
  ['Bash(a\\\\b\\*)', 'Bash', 'a\\b\\*'],
  ['Bash (git *)', 'Bash ', 'git *'],
  ['Bash(git *) ', 'Bash(git *) ', undefined],
  ['Bash(', 'Bash(', undefined],
  ['(x)', '(x)', undefined],
])('%j', (rule, tool, content) => {
  expect(parseRule(rule)).toEqual({ tool, content });
});
