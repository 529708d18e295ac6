import { assert, property, string, constantFrom } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVENT_NAMES, type EventName, rowOf } from '../protocol/event.ts';
import { matches } from './matcher.ts';

const TOOLS = ['Bash', 'Write', 'Edit', 'Read', 'Agent', 'mcp__lab__echo', 'mcp__brave-search__echo', 'WebFetch'];
const firesFor = (matcher: string | undefined, subjects = TOOLS, event: EventName = 'PreToolUse'): string[] =>
  subjects.filter((subject) => matches(rowOf(event), matcher, subject).matches);

describe('which tools a matcher names (observed-here.md 5)', () => {
  it.each([undefined, '', '*', '.', '.*', '\\w+', '^', '$', 'B*'])('%j: all', (matcher) => {
    expect(firesFor(matcher)).toEqual(TOOLS);
  });

  it.each<[string, string[]]>([
    ['Task', ['Agent']],
    ['^Task$', ['Agent']],
    ['Ta.k', ['Agent']],
    ['^(Task|Edit)$', ['Edit', 'Agent']],
    ['^Agent$', ['Agent']],
    ['Bash|Edit', ['Bash', 'Edit']],
    ['Bash, Edit', ['Bash', 'Edit']],
    ['Bash,,Edit', ['Bash', 'Edit']],
    ['Bash |Edit', ['Bash', 'Edit']],
    [' Bash ', ['Bash']],
    ['Edit|', ['Edit']],
    ['(Bash)', ['Bash']],
    ['Bash()', ['Bash']],
    ['Bash:*', ['Bash']],
    ['.ash', ['Bash']],
    ['\\bBash\\b', ['Bash']],
    ['Bash{1}', ['Bash']],
    ['^(?!Bash)', TOOLS.slice(1)],
    ['mcp__lab__.*', ['mcp__lab__echo']],
    ['mcp__lab__*', ['mcp__lab__echo']],
    ['mcp__.*', ['mcp__lab__echo', 'mcp__brave-search__echo']],
    ['mcp__brave-search__echo', ['mcp__brave-search__echo']],
    ['Bash|.*Edit', ['Bash', 'Edit']],
    ['KillShell|Bash', ['Bash']],
  ])('%j: %j', (matcher, tools) => {
    expect(firesFor(matcher)).toEqual(tools);
  });

  it.each([
    'Bash|(',
    '(?i)bash',
    '[',
    '(Bash|Edit',
    '**',
    'Bash|*',
    'Bash, *',
    'mcp__lab',
    'mcp__lab__',
    'mcp__brave-search',
    'mcp__brave_search__.*',
    'Bash(*)',
    'Bash(git *)',
    'Read(*)',
    '!Bash',
    'Bash&Edit',
    'Bash;Edit',
    'Bash Edit',
    'Bash\tEdit',
    'Bash\n',
    '\nBash',
    'Bash-x',
    'Bash_',
    'é',
    'bash',
    'BASH',
    'Bas',
    'BashTool',
    '/Bash/',
    '"Bash"',
    '|',
    '||',
    ',',
    ' ',
    'Notebook',
    'a|b',
  ])('%j: none', (matcher) => {
    expect(firesFor(matcher)).toEqual([]);
  });

  it('a pattern that does not compile is told to people', () => {
    expect(matches(rowOf('PreToolUse'), '[', 'Bash')).toEqual({
      matches: false,
      problem: expect.stringContaining('Unterminated character class'),
    });
    expect(matches(rowOf('PreToolUse'), '(a+)+$', `${'a'.repeat(60)}b`)).toEqual({
      matches: false,
      problem: 'the pattern took longer than 100 ms',
    });
  });
});

describe('other events', () => {
  it.each<[EventName, string, string, boolean]>([
    ['SessionStart', 'startup', 'startup', true],
    ['SessionStart', 'startup|resume', 'startup', true],
    ['SessionStart', 'startup,clear', 'startup', true],
    ['SessionStart', '^start', 'startup', true],
    ['SessionStart', 'start', 'startup', false],
    ['SessionStart', 'STARTUP', 'startup', false],
    ['SubagentStop', 'general-purpose', 'general-purpose', true],
    ['SubagentStop', 'general', 'general-purpose', false],
    ['SubagentStart', 'my-plugin:reviewer', 'x-my-plugin:reviewer', true],
    ['SessionEnd', 'logout|other', 'other', true],
    ['SessionEnd', 'oth', 'other', false],
    ['FileChanged', '.envrc', '.envrc', true],
    ['FileChanged', 'a-b', 'xa-bx', true],
    ['FileChanged', 'a_b', 'xa_bx', false],
    ['StopFailure', 'rate_limit|overloaded', 'overloaded', true],
    ['StopFailure', 'rate_limit, overloaded', 'overloaded', false],
    ['SubagentStart', 'Task', 'Agent', false],
    ['PreToolUse', 'Bash', 'toString', false],
    ['PreToolUse', '^to', 'toString', true],
  ])('%s: %j on %j is %s', (event, matcher, subject, expected) => {
    expect(matches(rowOf(event), matcher, subject).matches).toBe(expected);
  });

  it('events without a subject ignore any matcher, even a broken one', () => {
    const results = ['[', 'x', 'Bash'].map((matcher) => matches(rowOf('Stop'), matcher, null).matches);
    expect(results).toEqual([true, true, true]);
  });
});

it('never throws', () => {
  assert(
    property(constantFrom(...EVENT_NAMES), string(), string(), (event, matcher, subject) => {
      expect(typeof matches(rowOf(event), matcher, subject).matches).toBe('boolean');
    }),
    { numRuns: 500 },
  );
});
