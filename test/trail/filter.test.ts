import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../src/audit/query/decision.ts';
import { loadDatabase } from '../../src/audit/query/database.ts';
import type { Filter } from '../../src/audit/query/filter.ts';
import { memoryStore } from '../../src/audit/query/memory-store.ts';
import { createTables, sqliteStore } from '../../src/audit/query/sqlite-store.ts';
import type { Store } from '../../src/audit/query/store.ts';

const decision = (changes: Partial<Decision>): Decision => ({
  id: 'id',
  at: 0,
  agent: 'claude-code',
  session: 's1',
  event: 'before-tool',
  nativeEvent: 'PreToolUse',
  tool: 'Bash',
  verdict: 'none',
  what: 'run ls',
  rules: (changes.hits ?? []).map(({ rule }) => rule),
  hits: [],
  durationMs: 1,
  mode: null,
  text: 'run ls',
  file: 'f',
  offset: 0,
  length: 10,
  ...changes,
});
const hit = (rule: string) =>
  ({ rule, verb: 'deny', effective: 'deny', mode: 'enforce', because: 'holds', excused: false }) as const;

const ALL: Decision[] = [
  decision({
    id: 'a1',
    at: 10,
    verdict: 'deny',
    hits: [hit('no-rm'), hit('no-root')],
    text: 'run rm -rf /\nNot this: 100%',
  }),
  decision({ id: 'a2', at: 20, tool: 'Edit', event: 'after-tool', nativeEvent: 'PostToolUse', text: 'modify /a_b.ts' }),
  decision({
    id: 'b1',
    at: 30,
    session: 's2-long',
    tool: null,
    event: 'stop',
    nativeEvent: 'Stop',
    verdict: 'ask',
    hits: [hit('tests')],
  }),
  decision({
    id: 'b2',
    at: 30,
    offset: 10,
    agent: 'codex',
    tool: 'mcp__db__query',
    verdict: 'observe',
    hits: [hit('no-rm')],
  }),
];

/** The same decisions in both stores. */
async function stores(decisions: readonly Decision[] = ALL): Promise<Record<string, Store>> {
  const database = (await loadDatabase())(':memory:');
  createTables(database, () => undefined);
  const made = { sqlite: sqliteStore(database), memory: memoryStore() };
  for (const store of Object.values(made)) store.atomically(() => decisions.forEach(store.add));
  return made;
}

describe('what a filter finds, in the database and without it', () => {
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
    // An underscore and a percent sign are only themselves.
    [{ tools: ['mcp___db*'] }, ''],
    [{ tools: ['%'] }, ''],
    [{ tools: ['*'] }, 'a1 a2 b1 b2'],
    [{ tools: [] }, ''],
    [{ verdicts: ['deny', 'ask'] }, 'a1 b1'],
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
  it.each(cases)('%j', async (filter, ids) => {
    for (const [name, store] of Object.entries(await stores())) {
      expect([name, [...store.select(filter)].map(({ id }) => id).join(' ')]).toEqual([name, ids]);
      expect([name, store.count(filter)]).toEqual([name, ids === '' ? 0 : ids.split(' ').length]);
    }
  });

  it('the newest, oldest first, whole', async () => {
    for (const store of Object.values(await stores())) {
      expect([...store.select({}, 2)]).toEqual(ALL.slice(2));
      expect([...store.select({})]).toEqual(ALL);
    }
  });

  it('both agree on any decisions and filters', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'A', 'b', '_', '%', '\\', '*', '.', ' ', 'é', '\n'),
      maxLength: 5,
    });
    const some = fc.option(fc.array(text, { maxLength: 2 }), { nil: undefined });
    const anyDecision = fc.record({
      id: text,
      at: fc.integer({ min: 0, max: 5 }),
      agent: text,
      session: text,
      tool: fc.option(text),
      nativeEvent: text,
      text,
      hits: fc.array(text.map(hit), { maxLength: 2 }),
    });
    const anyFilter = fc.record(
      {
        id: text,
        session: text,
        agents: some,
        events: some,
        tools: some,
        rules: some,
        grep: text,
        since: fc.integer({ min: 0, max: 5 }),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyDecision, { maxLength: 6 }), anyFilter, async (made, filter) => {
        const all = made.map((one, offset) =>
          decision({ ...one, rules: [...new Set(one.hits.map(({ rule }) => rule))], offset }),
        );
        const { sqlite, memory } = await stores(all);
        expect([...(sqlite?.select(filter) ?? [])]).toEqual([...(memory?.select(filter) ?? [])]);
      }),
      { numRuns: 150 },
    );
  });
});
