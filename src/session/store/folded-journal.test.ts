import { nodeSystem } from '../../system/node/system.ts';
import * as fc from 'fast-check';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { SessionSnapshot } from '../snapshot.ts';
import { createFold, type Fact, foldFacts, type SessionState } from '../state.ts';
import { readJournal } from './file-state.ts';
import { foldJournal } from './folded-journal.ts';

const places: string[] = [];

function place(): { journal: string; snapshot: string; folds: string } {
  const base = mkdtempSync(join(tmpdir(), 'hookctl-folds-'));
  places.push(base);
  return { journal: join(base, 's.jsonl'), snapshot: join(base, 'folds', 's.jsonl'), folds: join(base, 'folds') };
}

afterEach(() => {
  for (const base of places.splice(0)) rmSync(base, { recursive: true, force: true });
});

/** Everything that a rule can ask. */
function answersOf(state: SessionState | undefined, facts: number): unknown {
  if (state === undefined) return null;
  const { edits, checks, counts, prompts, stopDenials, codesOffered, length } = state;
  const paths = [...edits.since(0)].sort();
  return {
    total: edits.total(),
    times: paths.map((path) => [path, edits.times(path)]),
    others: ['/never', '', '"', '1', '/a"\n1 1 "/b'].map((path) => edits.times(path)),
    since: Array.from({ length: facts + 1 }, (_, sequence) => [...edits.since(sequence)].sort()),
    checks: [...checks],
    counts: [...counts].map(([name, keys]) => [name, [...keys]]),
    rest: { prompts, length, stopDenials: [...stopDenials], codesOffered: [...codesOffered] },
  };
}

const TEXTS = [
  '/a',
  '/b',
  '',
  '/odd "name"',
  '/a\n1 9 "/b"',
  'é',
  '日本',
  '\ud800',
  '\\',
  '\\"',
  'x\\',
  '__proto__',
  ',',
];
const text = fc.constantFrom(...TEXTS);
const at = fc.nat(1000);
const call = fc.constantFrom(undefined, 'c1', 'c2', '"', 'c\\');
const fact = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('edit'), path: text, by: fc.constant('tool'), at }) },
  fc.record({ kind: fc.constant('check'), name: text, ok: fc.boolean(), at, call }),
  fc.record({ kind: fc.constant('count'), counter: text, key: text, at }),
  fc.record({ kind: fc.constant('reset'), counter: text, at }),
  fc.record({ kind: fc.constant('prompt'), at }),
  fc.record({ kind: fc.constant('stop-denied'), cause: fc.constantFrom('p', 'after q'), at }),
  fc.record({ kind: fc.constant('once-offered'), code: text, rule: text, about: text, hash: text, at }),
  fc.record({ kind: fc.constantFrom('once-used'), code: text, at }),
);

/** Lines as a journal may hold them: facts, facts that are not whole, what is not a fact, and what is not a text. */
const line = fc.oneof(
  { weight: 8, arbitrary: fact.map((one) => Buffer.from(`${JSON.stringify(one)}\n`)) },
  fc
    .constantFrom(
      '{"kind":"edit","at":1}',
      '{"kind":"edit","path":7,"at":1}',
      '{"kind":"check","at":1e999}',
      '{',
      '',
      '7',
    )
    .map((one) => Buffer.from(`${one}\n`)),
  fc.constantFrom(Buffer.from([0xe6, 0x97, 0x0a]), Buffer.from([0xff, 0x0a])),
);

describe('a snapshot', () => {
  it('goes on as if it had never been taken, wherever and however often that was', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ fact, pack: fc.boolean() }), { maxLength: 30 }), (steps) => {
        let fold = createFold();
        const again = () => createFold(JSON.parse(JSON.stringify(fold.snapshot())) as SessionSnapshot);
        for (const { fact: one, pack } of steps) {
          if (pack) fold = again();
          fold.add(one as Fact);
        }
        const whole = foldFacts(steps.map(({ fact: one }) => one as Fact));
        expect(answersOf(again().state, steps.length)).toEqual(answersOf(whole, steps.length));
      }),
    );
  });
});

type Damage = 'none' | 'remove' | 'cut' | 'change' | 'older' | 'foreign' | 'journal-cut' | 'journal-replaced';

const DAMAGES: Damage[] = ['none', 'remove', 'cut', 'change', 'older', 'foreign', 'journal-cut', 'journal-replaced'];

describe('the snapshot of a journal', () => {
  it('never changes what a journal folds to, whatever happens to either of them', () => {
    const step = fc.record({
      lines: fc.array(line, { minLength: 1, maxLength: 12 }),
      padding: fc.nat(40),
      half: fc.boolean(),
      damage: fc.constantFrom(...DAMAGES),
      where: fc.nat(10_000),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
        const { journal, snapshot, folds } = place();
        const earlier: string[] = [];
        for (const [index, { lines, padding, half, damage, where }] of steps.entries()) {
          appendFileSync(journal, Buffer.concat(lines));
          harm(damage, where, { journal, snapshot, earlier });
          // Long enough for a snapshot now and then; no two alike, as with real times and calls.
          for (let i = 0; i <= padding; i++)
            appendFileSync(
              journal,
              `{"kind":"edit","path":"/${'f'.repeat(60)}","by":"tool","at":${index * 100 + i}}\n`,
            );
          if (half) appendFileSync(journal, '{"kind":"prompt","at":');
          const { facts } = readJournal(readFileSync(journal, 'utf8'));
          expect(answersOf(foldJournal(nodeSystem, journal, snapshot)?.state, facts.length)).toEqual(
            answersOf(foldFacts(facts), facts.length),
          );
          const kept = readIfThere(snapshot);
          if (kept !== null) {
            earlier.push(kept);
            expect(statSync(snapshot).mode & 0o777).toBe(0o600);
            expect(readdirSync(folds)).toEqual(['s.jsonl']);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is of no use when only a part of it was written, whichever part', () => {
    const { journal, snapshot } = place();
    writeFileSync(journal, longJournal(30));
    foldJournal(nodeSystem, journal, snapshot);
    const kept = readFileSync(snapshot, 'utf8');
    appendFileSync(journal, longJournal(1));
    const expected = foldFacts(readJournal(readFileSync(journal, 'utf8')).facts).edits.snapshot();
    for (let length = 0; length <= kept.length; length += length < 80 ? 1 : 13) {
      for (const part of [kept.slice(0, length), kept.slice(0, length).padEnd(kept.length, '\0')]) {
        writeFileSync(snapshot, part);
        expect(foldJournal(nodeSystem, journal, snapshot)?.state.edits.snapshot()).toEqual(expected);
      }
    }
  });

  it('is read instead of the lines that it covers, and written again only when many have come', () => {
    const { journal, snapshot } = place();
    writeFileSync(journal, longJournal(100));
    foldJournal(nodeSystem, journal, snapshot);
    const kept = readFileSync(snapshot, 'utf8');
    // The lines before its end are not looked at again: here they are spoilt, which no append would do.
    const text = readFileSync(journal, 'utf8');
    writeFileSync(journal, `${text.slice(0, 1000).replaceAll('edit', 'EDIT')}${text.slice(1000)}`);
    appendFileSync(journal, longJournal(3));
    expect(foldJournal(nodeSystem, journal, snapshot)?.state.edits.total()).toBe(103);
    expect(readFileSync(snapshot, 'utf8')).toBe(kept);
    appendFileSync(journal, longJournal(100));
    expect(foldJournal(nodeSystem, journal, snapshot)?.state.edits.total()).toBe(203);
    expect(readFileSync(snapshot, 'utf8')).not.toBe(kept);
  });

  it('is not made for a short journal, nor where it cannot be written', () => {
    const { journal, snapshot, folds } = place();
    writeFileSync(journal, longJournal(3));
    expect(foldJournal(nodeSystem, journal, snapshot)?.state.length).toBe(3);
    expect(readIfThere(folds)).toBeNull();
    writeFileSync(folds, 'a file where the directory should be');
    writeFileSync(journal, longJournal(300));
    expect(foldJournal(nodeSystem, journal, snapshot)?.state.length).toBe(300);
  });

  it('a hook that was killed while it wrote one leaves a draft that nobody reads', () => {
    const { journal, snapshot, folds } = place();
    writeFileSync(journal, longJournal(60));
    foldJournal(nodeSystem, journal, snapshot);
    writeFileSync(join(folds, 's.jsonl.1.x.tmp'), readFileSync(snapshot, 'utf8').slice(0, 100));
    appendFileSync(journal, longJournal(60));
    expect(foldJournal(nodeSystem, journal, snapshot)?.state.length).toBe(120);
  });
});

function longJournal(facts: number): string {
  return Array.from(
    { length: facts },
    (_, i) => `${JSON.stringify({ kind: 'edit', path: `/project/src/file-${i}.ts`, by: 'tool', at: i })}\n`,
  ).join('');
}

interface Harmed {
  journal: string;
  snapshot: string;
  earlier: readonly string[];
}

function harm(damage: Damage, where: number, { journal, snapshot, earlier }: Harmed): void {
  const kept = readIfThere(snapshot);
  if (damage === 'journal-cut') {
    const bytes = readFileSync(journal);
    writeFileSync(journal, bytes.subarray(0, where % (bytes.length + 1)));
  } else if (damage === 'journal-replaced') {
    // As compaction does it: without the lines that cannot be read, under a new inode.
    const { facts } = readJournal(readFileSync(journal, 'utf8'));
    const draft = `${journal}.draft`;
    writeFileSync(draft, facts.map((one) => `${JSON.stringify(one)}\n`).join(''));
    const text = readFileSync(draft);
    rmSync(journal);
    writeFileSync(journal, text);
    rmSync(draft);
    rmSync(snapshot, { force: true });
    if (kept !== null) writeFileSync(snapshot, kept, { mode: 0o600 });
  } else if (kept === null || damage === 'none') return;
  else if (damage === 'remove') rmSync(snapshot);
  else if (damage === 'older') writeFileSync(snapshot, earlier[where % earlier.length] ?? kept);
  else if (damage === 'cut') writeFileSync(snapshot, kept.slice(0, where % kept.length));
  else if (damage === 'foreign') writeFileSync(snapshot, kept.replace(/^1 \d+/, '1 1'));
  else {
    const spot = where % kept.length;
    const other = kept.charAt(spot) === '1' ? '2' : '1';
    writeFileSync(snapshot, `${kept.slice(0, spot)}${other}${kept.slice(spot + 1)}`);
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
