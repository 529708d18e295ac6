import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuditRecord } from '../../src/audit/audit-record.ts';
import { recordId } from '../../src/audit/record/record-id.ts';
import { type Fact, foldFacts, type SessionState } from '../../src/session/state.ts';
import { recordAt, refusal } from './records.ts';

/** What every store must do: the files of one machine, and the database of a team. */
export interface StoreUnderTest {
  /** The facts of one event and its decision, kept together. */
  put: (session: string, facts: readonly Fact[], record: AuditRecord, id: string) => Promise<void>;
  fold: (session: string) => Promise<SessionState>;
  /** All decisions, in the order of their ids. */
  decisions: () => Promise<Found[]>;
  /** The same place, opened by a process that remembers nothing of it. */
  reopened: () => Promise<StoreUnderTest>;
}

export interface Found {
  id: string;
  session: string;
  verdict: string;
  rules: string[];
  what: string;
}

const T0 = Date.UTC(2026, 10, 17);
const edit = (path: string, at = 1): Fact => ({ kind: 'edit', path, by: 'tool', at });
const count = (at: number): Fact => ({ kind: 'count', counter: 'n', key: '', at });

export function storeCases(name: string, open: () => Promise<StoreUnderTest>): void {
  let last = T0;
  const nextId = () => recordId(++last);
  const remember = (store: StoreUnderTest, session: string, facts: readonly Fact[]) =>
    store.put(session, facts, recordAt(last, { session }), nextId());

  describe(`store: ${name}`, () => {
    it('knows nothing of a session nobody has written to', async () => {
      const state = await (await open()).fold('nobody');
      expect([state.length, state.edits.total()]).toEqual([0, 0]);
    });

    it('keeps sessions apart, however alike their names are', async () => {
      const store = await open();
      const long = 'x'.repeat(500);
      const names = [
        'a',
        'A',
        'a/b',
        'a_b',
        '../a',
        '.',
        '',
        'a\0b',
        'a\ufffdb',
        'ü',
        'u',
        '\ud800',
        '\ufffd',
        long,
        `${long}y`,
      ];
      for (const [index, session] of names.entries())
        await remember(
          store,
          session,
          Array.from({ length: index + 1 }, () => edit('/f')),
        );
      const times = [];
      for (const session of names) times.push((await store.fold(session)).edits.times('/f'));
      expect(times).toEqual(names.map((_, index) => index + 1));
    });

    it('keeps texts as they are: newlines, quotes, NUL, half a character', async () => {
      const store = await open();
      const paths = ['/odd\n"name" \u2028 日本', '/nul\0', '/half \ud800', '\\', '__proto__'];
      await remember(
        store,
        's',
        paths.map((path) => edit(path)),
      );
      const again = await store.reopened();
      expect([...(await again.fold('s')).edits.since(0)].sort()).toEqual(paths.toSorted());
    });

    it('any facts in any portions, by any process: the fold of all of them', { timeout: 120_000 }, async () => {
      const store = await open();
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(STEP, { maxLength: 12 }), async (steps) => {
          const model = new Map<string, Fact[]>();
          const prefix = `p${run++}-`;
          let current = store;
          for (const { session, facts, reopen } of steps) {
            if (reopen) current = await store.reopened();
            await remember(current, prefix + session, facts);
            model.set(session, [...(model.get(session) ?? []), ...facts]);
          }
          for (const [session, facts] of model) {
            // As JSON keeps them.
            const expected = foldFacts(facts.map((fact) => JSON.parse(JSON.stringify(fact)) as Fact));
            for (const reader of [current, await store.reopened()])
              expect(answersOf(await reader.fold(prefix + session))).toEqual(answersOf(expected));
          }
        }),
        { numRuns: 25 },
      );
    });

    it('many at once on one session: none is lost', async () => {
      const [one, two] = [await open(), null];
      const other = two ?? (await one.reopened());
      await Promise.all(
        Array.from({ length: 40 }, (_, index) => remember(index % 2 ? one : other, 'busy', [count(index)])),
      );
      for (const store of [one, other, await one.reopened()]) {
        const times = (await store.fold('busy')).counts.get('n')?.get('') ?? [];
        expect(times.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index));
      }
      expect(await one.decisions()).toHaveLength(40);
    });

    it('every decision is there once, as it was', async () => {
      const store = await open();
      const ids = [nextId(), nextId(), nextId()];
      const [first = '', second = '', third = ''] = ids;
      await store.put('s', [], recordAt(T0, { session: 's' }), first);
      await store.put('s', [], recordAt(T0, { session: 's', ...refusal('no-x'), actions: ['runs x'] }), second);
      await store.put('s', [], recordAt(T0, { session: 's', hits: observed('seen') }), third);
      expect(await store.decisions()).toEqual([
        { id: first, session: 's', verdict: 'none', rules: [], what: 'runs ls' },
        { id: second, session: 's', verdict: 'deny', rules: ['no-x'], what: 'runs x' },
        { id: third, session: 's', verdict: 'observe', rules: ['seen'], what: 'runs ls' },
      ]);
    });
  });
}

function observed(rule: string): AuditRecord['hits'] {
  return refusal(rule).hits.map((hit) => ({ ...hit, effective: 'observe' as const, mode: 'observe' as const }));
}

const text = fc.constantFrom('/a', '/b', '', '/odd "name"', 'é\n', '\ud800', '\\', '__proto__', 'nul\0');
const at = fc.nat(1000);
const FACT: fc.Arbitrary<Fact> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('edit'), path: text, by: fc.constant('tool'), at }) },
  fc.record({ kind: fc.constant('check'), name: text, ok: fc.boolean(), at, call: fc.constantFrom('c1', 'c2') }),
  fc.record({ kind: fc.constant('count'), counter: text, key: text, at }),
  fc.record({ kind: fc.constant('reset'), counter: text, at }),
  fc.record({ kind: fc.constant('prompt'), at }),
  fc.record({ kind: fc.constant('stop-denied'), cause: fc.constantFrom('p', 'after q'), at }),
  fc.record({ kind: fc.constant('once-offered'), code: text, rule: text, about: text, hash: text, at }),
);
/** Long enough for a snapshot now and then. */
const STEP = fc.record({
  session: fc.constantFrom('one', 'two'),
  facts: fc.array(FACT, { maxLength: 40, size: 'max' }),
  reopen: fc.boolean(),
});

/** Everything that a rule can ask. */
function answersOf({ edits, checks, counts, prompts, stopDenials, codesOffered, length }: SessionState): unknown {
  const paths = [...edits.since(0)].sort();
  return {
    times: paths.map((path) => [path, edits.times(path)]),
    since: [0, 5, 40].map((sequence) => [...edits.since(sequence)].sort()),
    checks: [...checks],
    counts: [...counts].map(([counter, keys]) => [counter, [...keys]]),
    rest: { total: edits.total(), prompts, length, stopDenials: [...stopDenials], codesOffered: [...codesOffered] },
  };
}
