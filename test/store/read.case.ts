import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuditRecord } from '../../src/audit/audit-record.ts';
import { recordId } from '../../src/audit/record/record-id.ts';
import type { DecisionPage, DecisionQuery, DecisionRow } from '../../src/server/api.ts';
import type { DecisionReader } from '../../src/server/reader.ts';
import type { Fact } from '../../src/session/state.ts';
import { recordAt, refusal } from './records.ts';

/** A store that the page can read: the files of one machine, and the database of a team. */
export interface ReadableStore {
  put: (record: AuditRecord, id: string, facts?: readonly Fact[]) => Promise<void>;
  reader: DecisionReader;
}

/** Both stores have this policy in force, whatever the layer. */
export const READ_POLICY = `policy: 1
checks:
  tests: { runs: npm test }
rules:
  no-x: { before: run, when: { runs: x }, deny: 'No x here.', tests: [{ deny: [x a] }] }
  watch-y: { before: run, when: { runs: y }, deny: 'No y.', mode: observe }
  never: { before: run, when: { runs: z }, deny: 'No z.' }
`;

const HOUR = 3_600_000;
const NOW = Date.now();
const START = Math.floor(NOW / HOUR) * HOUR - 30 * HOUR;
const ALL = { since: START, until: START + 40 * HOUR };

const payload = (command: string) => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
  session_id: 's1',
});
const denied = (command: string): Partial<AuditRecord> => ({
  ...refusal('no-x'),
  actions: [`run ${command}`],
  payload: payload(command),
});
const observed = (command: string): Partial<AuditRecord> => ({
  hits: refusal('watch-y').hits.map((hit) => ({ ...hit, effective: 'observe' as const, mode: 'observe' as const })),
  actions: [`run ${command}`],
  payload: payload(command),
});
const passed = (command: string, fields: Partial<AuditRecord> = {}): Partial<AuditRecord> => ({
  actions: [`run ${command}`],
  payload: payload(command),
  ...fields,
});

interface Step {
  minutes: number;
  record: Partial<AuditRecord>;
  facts?: readonly Fact[];
}

/** A day of two sessions, one of them with a subagent. */
const DAY: readonly Step[] = [
  {
    minutes: 0,
    record: { event: 'session-start', nativeEvent: 'SessionStart', tool: null, callId: null, actions: [] },
  },
  { minutes: 1, record: { ...denied('x build/out'), callId: 't1' } },
  { minutes: 2, record: passed('tool build/out', { callId: 't2' }) },
  {
    minutes: 3,
    record: passed('tool build/out', { callId: 't2', event: 'after-tool', nativeEvent: 'PostToolUse' }),
  },
  { minutes: 65, record: { ...observed('y 1'), callId: 't3', actor: 'sub-1' } },
  { minutes: 130, record: { ...observed('y "2" 100%'), callId: 't4', session: 's2' } },
  {
    minutes: 131,
    record: passed('npm test', { callId: 't5', event: 'after-tool', nativeEvent: 'PostToolUseFailure' }),
    facts: [
      { kind: 'edit', path: '/project/a.ts', by: 'tool', at: 1 },
      { kind: 'check', name: 'tests', ok: false, at: 2, call: 't5' },
    ],
  },
  {
    minutes: 140,
    record: {
      ...refusal('no-x'),
      event: 'stop',
      nativeEvent: 'Stop',
      tool: null,
      callId: null,
      actions: [],
      payload: { hook_event_name: 'Stop' },
    },
  },
];

async function fill(store: ReadableStore, steps: readonly Step[] = DAY): Promise<string[]> {
  const ids: string[] = [];
  for (const { minutes, record, facts = [] } of steps) {
    const at = START + minutes * 60_000;
    const id = recordId(at);
    ids.push(id);
    await store.put(recordAt(at, { session: 's1', ...record }), id, facts);
  }
  return ids;
}

/** What differs between the stores, and must: where it is kept. */
const bare = ({ machine: _machine, host: _host, ...row }: DecisionRow) => row;

async function pagesOf(reader: DecisionReader, query: DecisionQuery, limit: number): Promise<DecisionPage[]> {
  const pages: DecisionPage[] = [];
  for (let before: string | undefined; ;) {
    const page = await reader.list(query, { before, limit });
    pages.push(page);
    if (page.next === null) return pages;
    before = page.next;
  }
}

export function readCases(name: string, open: () => Promise<ReadableStore>): void {
  describe(`what the page reads: ${name}`, () => {
    it('nothing: empty answers, and null for what is not there', async () => {
      const { reader } = await open();
      expect({
        list: await reader.list({}, { limit: 10 }),
        sessions: await reader.sessions({ limit: 10 }),
        one: await reader.one('none', null),
        other: await reader.one(recordId(START), null),
        session: await reader.session('s1', null),
        rule: await reader.rule('no-such-rule', ALL.since, ALL.until),
        mark: await reader.mark({ id: recordId(START), machine: null, kind: 'right', note: '', at: 0 }, 'me'),
      }).toEqual({
        list: { rows: [], next: null, matching: 0, total: 0 },
        sessions: { sessions: [], next: null },
        one: null,
        other: null,
        session: null,
        rule: null,
        mark: 'unknown',
      });
    });

    it('lists decisions newest first, in pages of any size, each once', async () => {
      const store = await open();
      const ids = await fill(store);
      for (const limit of [1, 3, 8, 100]) {
        const pages = await pagesOf(store.reader, {}, limit);
        expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(ids.toReversed());
        expect(pages.map(({ matching, total }) => [matching, total])).toEqual(pages.map(() => [8, 8]));
      }
      const [row] = (await store.reader.list({ verdicts: ['deny'], tools: ['bash'] }, { limit: 1 })).rows;
      expect(row && bare(row)).toEqual({
        id: ids[1],
        at: START + 60_000,
        agent: 'claude-code',
        session: 's1',
        actor: null,
        event: 'before-tool',
        nativeEvent: 'PreToolUse',
        tool: 'Bash',
        callId: 't1',
        verdict: 'deny',
        rules: ['no-x'],
        what: 'run x build/out',
        project: '/project',
        durationMs: 1.5,
        mark: null,
      });
    });

    it('filters by each condition, and by all of them', async () => {
      const store = await open();
      const ids = await fill(store);
      for (const [query, expected] of FILTERS)
        for (const limit of [1, 100]) {
          const pages = await pagesOf(store.reader, query, limit);
          const found = pages.flatMap(({ rows }) => rows.map(({ id }) => ids.indexOf(id)));
          expect([query, limit, found]).toEqual([query, limit, expected]);
        }
    });

    it(
      'any filter on any decisions finds what a plain look through all of them finds',
      { timeout: 120_000 },
      async () => {
        const store = await open();
        const rows: DecisionRow[] = [];
        let minutes = 0;
        for (const verdict of VERDICTS)
          for (const session of ['a', 'ab', 'b'])
            for (const word of ['one', 'Two', 't_w%o']) {
              const record = { ...verdict, session, actions: [`run ${word}`], tool: word === 'one' ? 'Edit' : 'Bash' };
              await fill(store, [{ minutes: minutes++, record }]);
            }
        for (const page of await pagesOf(store.reader, {}, 10)) rows.push(...page.rows);
        expect(rows).toHaveLength(VERDICTS.length * 9);
        await fc.assert(
          fc.asyncProperty(QUERY, fc.integer({ min: 1, max: 12 }), async (query, limit) => {
            const found = (await pagesOf(store.reader, query, limit)).flatMap((page) => page.rows.map(({ id }) => id));
            expect(found).toEqual(rows.filter((row) => isFound(row, query)).map(({ id }) => id));
          }),
          { numRuns: 40 },
        );
      },
    );

    it('one decision whole, with what came before it', async () => {
      const store = await open();
      const ids = await fill(store);
      const detail = await store.reader.one(ids[4] ?? '', null);
      expect({
        row: detail && bare(detail.row).id,
        payload: detail?.record?.payload,
        before: detail?.before.map(({ id }) => ids.indexOf(id)),
        mark: detail?.mark,
      }).toEqual({ row: ids[4], payload: payload('y 1'), before: [0, 1, 2, 3], mark: null });
      const again = await store.reader.one(ids[1] ?? '', null);
      expect(again?.today).toMatchObject({ same: true, explained: { verdict: 'deny', deciding: 'no-x' } });
    });

    it('sessions with their figures, the latest first, and one of them as a timeline', async () => {
      const store = await open();
      const ids = await fill(store);
      const { sessions, next } = await store.reader.sessions({ limit: 10 });
      const figures = {
        agent: 'claude-code',
        project: '/project',
        asked: 0,
      };
      expect([sessions.map(({ machine: _machine, host: _host, ...session }) => session), next]).toEqual([
        [
          {
            ...figures,
            id: 's1',
            first: START,
            last: START + 140 * 60_000,
            decisions: 7,
            calls: 3,
            denied: 1,
            held: 1,
            subagents: 1,
          },
          {
            ...figures,
            id: 's2',
            first: START + 130 * 60_000,
            last: START + 130 * 60_000,
            decisions: 1,
            calls: 1,
            denied: 0,
            held: 0,
            subagents: 0,
          },
        ],
        null,
      ]);
      const first = await store.reader.sessions({ limit: 1 });
      const second = await store.reader.sessions({ limit: 1, before: first.next ?? '' });
      expect([first, second].map((page) => page.sessions.map(({ id }) => id))).toEqual([['s1'], ['s2']]);
      const detail = await store.reader.session('s1', null);
      expect({
        lanes: detail?.lanes,
        checks: detail?.checks,
        editedSince: detail?.editedSince,
        steps: detail?.steps.map(({ kind, row, outcome, detourOf }) => [
          kind,
          ids.indexOf(row.id),
          outcome,
          detourOf?.shared ?? null,
        ]),
      }).toEqual({
        lanes: [
          { actor: null, steps: 5 },
          { actor: 'sub-1', steps: 1 },
        ],
        checks: [{ name: 'tests', lastAt: 2, lastOk: false, passedAt: null }],
        editedSince: 1,
        steps: [
          ['session', 0, null, null],
          ['call', 1, null, null],
          ['call', 2, 'ran', ['out']],
          ['call', 4, null, null],
          ['check', 6, null, null],
          ['held', 7, null, null],
        ],
      });
    });

    it('rules in force or hit, with what they stopped and would have stopped, by the hour', async () => {
      const store = await open();
      const ids = await fill(store);
      const said = { id: ids[1] ?? '', machine: null, kind: 'false-alarm', note: 'ours', at: NOW } as const;
      expect(await store.reader.mark(said, 'me')).toBe('marked');
      const { rules, decisions, problem } = await store.reader.rules(ALL.since, ALL.until);
      const spark = (parts: Record<number, number>) => Array.from({ length: 24 }, (_, part) => parts[part] ?? 0);
      expect([
        rules.map(({ inForce, promote, machines: _machines, ...rule }) => ({
          ...rule,
          verb: inForce?.verb,
          promote: promote !== null,
        })),
        decisions,
        problem,
      ]).toEqual([
        [
          {
            rule: 'no-x',
            mode: 'enforce',
            verb: 'deny',
            promote: false,
            hits: 2,
            stopped: 2,
            wouldStop: 0,
            excused: 0,
            sessions: 1,
            marks: 1,
            falseAlarms: 1,
            last: START + 140 * 60_000,
            spark: spark({ 0: 1, 1: 1 }),
          },
          {
            rule: 'watch-y',
            mode: 'observe',
            verb: 'deny',
            promote: true,
            hits: 2,
            stopped: 0,
            wouldStop: 2,
            excused: 0,
            sessions: 2,
            marks: 0,
            falseAlarms: 0,
            last: START + 130 * 60_000,
            spark: spark({ 0: 1, 1: 1 }),
          },
          {
            rule: 'never',
            mode: 'enforce',
            verb: 'deny',
            promote: false,
            hits: 0,
            stopped: 0,
            wouldStop: 0,
            excused: 0,
            sessions: 0,
            marks: 0,
            falseAlarms: 0,
            last: null,
            spark: spark({}),
          },
        ],
        8,
        null,
      ]);
      const later = await store.reader.rules(START + 2 * HOUR, ALL.until);
      expect(later.rules.map(({ rule, hits }) => [rule, hits])).toEqual([
        ['no-x', 1],
        ['watch-y', 1],
        ['never', 0],
      ]);
      const rule = await store.reader.rule('no-x', ALL.since, ALL.until);
      expect({
        text: rule?.text,
        tests: rule?.tests,
        line: rule?.source?.line,
        examples: rule?.examples.map(({ id, hits, mark }) => [ids.indexOf(id), hits.map((hit) => hit.effective), mark]),
      }).toEqual({
        text: 'No x here.',
        tests: { passed: 1, failed: 0 },
        line: 5,
        examples: [
          [7, ['deny'], null],
          [1, ['deny'], 'false-alarm'],
        ],
      });
    });

    it("keeps a person's last word on a decision", async () => {
      const store = await open();
      const [, id = ''] = await fill(store);
      for (const kind of ['false-alarm', 'right'] as const)
        await store.reader.mark({ id, machine: null, kind, note: `it is ${kind}`, at: NOW }, 'me');
      const detail = await store.reader.one(id, null);
      expect([detail?.row.mark, detail?.mark?.kind, detail?.mark?.note]).toEqual(['right', 'right', 'it is right']);
    });

    it('shows what is stored from now on, once, and nothing older', async () => {
      const store = await open();
      const old = await fill(store);
      await store.reader.list({}, { limit: 1 });
      let minutes = 200;
      /** A feed that has shown something: it looks, whatever was there before. */
      const watched = async () => {
        const seen: string[] = [];
        const end = store.reader.live((rows) => seen.push(...rows.map(({ id }) => id)));
        const put = () => fill(store, [{ minutes: minutes++, record: passed('new') }]);
        await expect
          .poll(async () => (seen.length > 0 ? 'shown' : put()), { timeout: 20_000, interval: 300 })
          .toBe('shown');
        const [last] = await put();
        await expect.poll(() => seen.at(-1), { timeout: 20_000 }).toBe(last);
        return { seen, end };
      };
      const { seen, end } = await watched();
      expect([new Set(seen).size, seen.some((id) => old.includes(id))]).toEqual([seen.length, false]);
      end();
      const count = seen.length;
      const other = await watched();
      other.end();
      expect(seen).toHaveLength(count);
    });
  });
}

/** A query, and the places in `DAY` of what it finds, newest first. */
const FILTERS: [DecisionQuery, number[]][] = [
  [{ verdicts: ['deny'] }, [7, 1]],
  [{ verdicts: ['observe', 'deny'] }, [7, 5, 4, 1]],
  [{ verdicts: ['none'] }, [6, 3, 2, 0]],
  [{ rules: ['no-*'] }, [7, 1]],
  [{ rules: ['NO-X', 'watch-y'] }, [7, 5, 4, 1]],
  [{ rules: ['_o-x'] }, []],
  [{ tools: ['b*'], session: 's2' }, [5]],
  [{ session: 's' }, [7, 6, 5, 4, 3, 2, 1, 0]],
  [{ grep: 'BUILD/out' }, [3, 2, 1]],
  [{ grep: 'no.' }, [7, 5, 4, 1]],
  [{ grep: '"2"' }, [5]],
  [{ grep: '100%' }, [5]],
  [{ grep: 'tool_input' }, []],
  [{ grep: 'y_1' }, []],
  [{ since: START + 60_000, until: START + 65 * 60_000 }, [3, 2, 1]],
  [{ verdicts: ['deny'], grep: 'build', rules: ['*x'] }, [1]],
];

const VERDICTS: Partial<AuditRecord>[] = [
  {},
  refusal('no-x'),
  { ...refusal('asks'), verdict: 'ask', answer: 'ask' },
  { hits: refusal('watch-y').hits.map((hit) => ({ ...hit, effective: 'observe' as const, mode: 'observe' as const })) },
];

const QUERY: fc.Arbitrary<DecisionQuery> = fc.record(
  {
    verdicts: fc.subarray(['deny', 'ask', 'observe', 'none'] as const, { minLength: 1 }),
    rules: fc.subarray(['no-x', 'a*', 'WATCH-*', 'none'], { minLength: 1 }),
    tools: fc.subarray(['edit', 'B*h', '*'], { minLength: 1 }),
    session: fc.constantFrom('a', 'ab', 'b', 'c'),
    grep: fc.constantFrom('one', 'TWO', 't_w%', '%', 'run', 'No.', 'two'),
    since: fc.integer({ min: START, max: START + 40 * 60_000 }),
    until: fc.integer({ min: START, max: START + 40 * 60_000 }),
  },
  { requiredKeys: [] },
);

/** Written without the code under test. */
function isFound(row: DecisionRow, query: DecisionQuery): boolean {
  const like = (value: string, pattern: string) => {
    const [start = '', end] = pattern.toLowerCase().split('*');
    const text = value.toLowerCase();
    return end === undefined ? text === start : text.startsWith(start) && text.endsWith(end);
  };
  const said = `${row.what} ${row.rules.map((rule) => `No. [${rule}]`).join(' ')}`.toLowerCase();
  return (
    (query.verdicts?.includes(row.verdict) ?? true) &&
    (query.rules?.some((pattern) => row.rules.some((rule) => like(rule, pattern))) ?? true) &&
    (query.tools?.some((pattern) => like(row.tool ?? '', pattern)) ?? true) &&
    row.session.startsWith(query.session ?? '') &&
    said.includes((query.grep ?? '').toLowerCase()) &&
    row.at >= (query.since ?? 0) &&
    row.at < (query.until ?? Infinity)
  );
}
