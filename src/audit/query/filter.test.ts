import { describe, expect, it } from 'vitest';
import type { AuditLine } from '../record/audit-line.ts';
import { decisionOf } from './decision.ts';
import { type Filter, matcherOf } from './filter.ts';

const hit = (rule: string, text = ''): AuditLine['hits'][number] => ({
  rule,
  verb: 'deny',
  effective: 'deny',
  mode: 'enforce',
  because: 'holds',
  text,
  layer: 'project',
  excused: false,
});

const decision = (id: string, at: number, changes: Partial<AuditLine>) =>
  decisionOf({
    id,
    time: new Date(at).toISOString(),
    agent: 'claude-code',
    session: 's1',
    event: 'before-tool',
    nativeEvent: 'PreToolUse',
    tool: 'Bash',
    verdict: 'none',
    actions: ['run ls'],
    hits: [],
    ...changes,
  } as AuditLine);

const ALL = [
  decision('a1', 10, {
    verdict: 'deny',
    hits: [hit('no-rm', 'Not this: 100%'), hit('no-root')],
    actions: ['run rm -rf /'],
  }),
  decision('a2', 20, { tool: 'Edit', event: 'after-tool', nativeEvent: 'PostToolUse', actions: ['modify /a_b.ts'] }),
  decision('b1', 30, {
    session: 's2-long',
    tool: null,
    event: 'stop',
    nativeEvent: 'Stop',
    verdict: 'ask',
    hits: [hit('tests')],
  }),
  decision('b2', 30, { agent: 'codex', tool: 'mcp__db__query', hits: [hit('no-rm')] }),
].filter((one) => one !== null);

describe('what a filter finds', () => {
  const cases: [Filter, string][] = [
    [{}, 'a1 a2 b1 b2'],
    [{ id: 'a' }, 'a1 a2'],
    [{ session: 's2' }, 'b1'],
    [{ session: 'S2' }, ''],
    [{ agents: ['codex'] }, 'b2'],
    [{ events: ['pretooluse'] }, 'a1 b2'],
    [{ events: ['after-tool', 'Stop'] }, 'a2 b1'],
    [{ tools: ['bash'] }, 'a1'],
    [{ tools: ['mcp__*', 'edit'] }, 'a2 b2'],
    // Only the star is special.
    [{ tools: ['mcp___db*'] }, ''],
    [{ tools: ['%'] }, ''],
    [{ tools: ['.*'] }, ''],
    [{ tools: ['B[a]sh'] }, ''],
    [{ tools: ['*'] }, 'a1 a2 b1 b2'],
    [{ tools: [] }, ''],
    [{ verdicts: ['deny', 'ask'] }, 'a1 b1'],
    // A rule that only watches.
    [{ verdicts: ['observe'] }, 'b2'],
    [{ rules: ['no-rm'] }, 'a1 b2'],
    [{ rules: ['no-*'] }, 'a1 b2'],
    [{ rules: ['no-rm', 'tests'], verdicts: ['ask'] }, 'b1'],
    [{ since: 20 }, 'a2 b1 b2'],
    [{ until: 20 }, 'a1'],
    [{ since: 20, until: 30 }, 'a2'],
    [{ grep: 'RM -RF' }, 'a1'],
    [{ grep: '100%' }, 'a1'],
    [{ grep: 'a_b' }, 'a2'],
    [{ grep: 'a%b' }, ''],
    [{ grep: '*' }, ''],
    [{ grep: '\\' }, ''],
  ];
  it.each(cases)('%j', (filter, ids) => {
    const found = ALL.filter(matcherOf(filter)).map(({ id }) => id);
    expect(found.join(' ')).toBe(ids);
  });

  it('ignores the case of ASCII letters only', () => {
    const tools = (tool: string, pattern: string) =>
      [decision('x', 1, { tool })].filter((one) => one !== null && matcherOf({ tools: [pattern] })(one)).length;
    expect([tools('Kelvin', 'KELVIN'), tools('\u212aelvin', 'kelvin'), tools('É', 'é')]).toEqual([1, 0, 0]);
  });
});
