import { nodeSystem } from '../../src/system/node/system.ts';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { array, assert, constant, integer, oneof, option, property, record as object } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pruneTrail } from '../../src/audit/chain/prune-trail.ts';
import { trailFiles } from '../../src/audit/query/read-trail.ts';
import { verifyTrail } from '../../src/audit/verify/verify-trail.ts';
import { scratch } from '../support/scratch.ts';
import { writer } from './support/writers.ts';

const clean = (state: string) => ({ ...verifyTrail(state), head: [] });

it('finds nothing wrong with what hooks write one after another', () => {
  const state = scratch();
  const { write } = writer(state);
  for (let i = 0; i < 20; i++) write({ reason: 'ä'.repeat(i * 40) });
  expect(clean(state)).toEqual({
    ok: true,
    lines: 20,
    segments: 1,
    pruned: 0,
    unchained: 0,
    unfinished: 0,
    unwitnessed: 0,
    head: [],
    findings: [],
    moreFindings: 0,
  });
});

/** `depth` hooks look at the trail one after another and write in the opposite order, each of them unaware of the others. */
interface Turn {
  depth: number;
  length: number;
  /** Of the hook that looks first: before which operation, and after how many bytes of a write. */
  kill: { killedAt: number; afterBytes: number } | null;
}

const turns = array(
  object({
    depth: oneof(
      { weight: 5, arbitrary: constant(1) },
      { weight: 3, arbitrary: integer({ min: 2, max: 5 }) },
      integer({ min: 15, max: 24 }),
    ),
    length: integer({ min: 0, max: 300 }),
    kill: option(object({ killedAt: integer({ min: 0, max: 20 }), afterBytes: integer({ min: 0, max: 800 }) })),
  }),
  { minLength: 1, maxLength: 12 },
);

function play(state: string, all: readonly Turn[], segmentBytes: number): number {
  const { write } = writer(state, segmentBytes);
  let written = 0;
  const run = ({ depth, length, kill }: Turn): void => {
    const beforeWrite = () =>
      depth > 1 ? run({ depth: depth - 1, length, kill: depth % 3 === 0 ? kill : null }) : undefined;
    if (write({ reason: 'ä'.repeat(length) }, { beforeWrite, ...kill }) === 'written') written++;
  };
  all.forEach(run);
  return written;
}

describe('hooks that write at the same time', () => {
  it('never look like tampering, over any number of segments', () => {
    assert(
      property(turns, integer({ min: 500, max: 9_000 }), (all, segmentBytes) => {
        const state = scratchInside();
        const peaceful = all.map((turn) => ({ ...turn, kill: null }));
        const written = play(state, peaceful, segmentBytes);
        const report = verifyTrail(state);
        expect([report.findings, report.lines, report.unfinished]).toEqual([[], written, 0]);
      }),
      { numRuns: 50 },
    );
  });

  it('and are killed at any operation, after any number of bytes: nothing is lost, nothing looks like tampering', () => {
    assert(
      property(turns, integer({ min: 500, max: 9_000 }), (all, segmentBytes) => {
        const state = scratchInside();
        const written = play(state, all, segmentBytes);
        const report = verifyTrail(state);
        expect(report.findings).toEqual([]);
        // One that was killed may have got as far as the line, or even its witness.
        expect(report.lines - report.unwitnessed).toBeGreaterThanOrEqual(written);
      }),
      { numRuns: 50 },
    );
  });
});

/** Cleaned up with the test, not with the run of the property. */
let shared = '';
let runs = 0;
function scratchInside(): string {
  if (runs++ % 50 === 0) shared = scratch();
  return join(shared, String(runs));
}

/** A trail over two segments with lines written at the same time and what killed hooks have left. */
function busyTrail(): string {
  const state = scratch();
  const { write } = writer(state, 7_000);
  const deep = (depth: number): void =>
    void write({}, { beforeWrite: () => (depth > 1 ? deep(depth - 1) : undefined) });
  write();
  write();
  deep(3);
  write({ reason: 'killed in the middle' }, { killedAt: 4, afterBytes: 200 });
  write();
  deep(2);
  for (let i = 0; i < 5; i++) write({ reason: 'x'.repeat(i) });
  deep(2);
  return state;
}

const kinds = (state: string) => verifyTrail(state).findings.map(({ kind }) => kind);

describe('a trail somebody has changed', () => {
  const state = () => {
    const made = busyTrail();
    const report = verifyTrail(made);
    expect([report.findings, report.segments, report.unfinished]).toEqual([[], 2, 1]);
    return made;
  };
  const eachFile = (made: string, change: (lines: string[], file: string) => void) => {
    for (const name of ['trail-000001.jsonl', 'trail-000002.jsonl']) {
      const file = join(made, 'audit', name);
      const text = readFileSync(file, 'utf8');
      change(text.slice(0, -1).split('\n'), file);
      writeFileSync(file, text);
    }
    expect(kinds(made)).toEqual([]);
  };
  /** Every way to do it once, and what is found each time. */
  const foundBy = (edit: (lines: string[], i: number) => string[] | null): string[][] => {
    const made = state();
    const all: string[][] = [];
    eachFile(made, (lines, file) => {
      lines.forEach((_, i) => {
        const changed = edit([...lines], i);
        if (changed === null) return;
        writeFileSync(file, changed.map((line) => `${line}\n`).join(''));
        all.push(kinds(made));
      });
    });
    return all;
  };
  const isRecord = (line: string | undefined) => line?.endsWith('}}') === true;

  it.each<[string, (lines: string[], i: number) => string[] | null]>([
    ['a line is deleted', (lines, i) => (lines.splice(i, 1), lines)],
    [
      'two lines are swapped',
      (lines, i) => (i === 0 ? null : (lines.splice(i - 1, 2, lines[i]!, lines[i - 1]!), lines)),
    ],
    [
      'two distant lines are swapped',
      (lines, i) => {
        const j = (i + 3) % lines.length;
        if (lines.length === 3) return null;
        [lines[i], lines[j]] = [lines[j]!, lines[i]!];
        return lines;
      },
    ],
    [
      'a line is repeated',
      (lines, i) => (isRecord(lines[i]) ? [...lines.slice(0, i), lines[i]!, ...lines.slice(i)] : null),
    ],
    ['a line is repeated at the end', (lines, i) => (isRecord(lines[i]) ? [...lines, lines[i]!] : null)],
    ['an empty line is added', (lines, i) => (i === 0 ? null : [...lines.slice(0, i), '', ...lines.slice(i)])],
    ['a text is added', (lines, i) => [...lines.slice(0, i), 'hello', ...lines.slice(i)]],
    [
      'an unchained record is added',
      (lines, i) => [...lines.slice(0, i), '{"id":"x","time":"t","session":"s","hits":[]}', ...lines.slice(i)],
    ],
    [
      'a forged record is added before others',
      (lines, i) =>
        isRecord(lines[i]) && i < lines.length - 3
          ? [...lines.slice(0, i + 1), forged(lines[i]!), ...lines.slice(i + 1)]
          : null,
    ],
    [
      'a record is replaced by a forged one',
      (lines, i) => (isRecord(lines[i]) ? lines.with(i, forged(lines[i]!)) : null),
    ],
    ['the end is cut off', (lines, i) => (i === 0 ? null : lines.slice(0, i))],
    ['everything is cut off', (_, i) => (i === 0 ? [] : null)],
    [
      'two lines become one',
      (lines, i) => (i === 0 ? null : (lines.splice(i - 1, 2, `${lines[i - 1]}${lines[i]}`), lines)),
    ],
  ])('%s', (_, edit) => {
    const found = foundBy(edit);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((one) => one.length === 0)).toEqual([]);
  });

  it('and the witnesses are emptied: the chain alone still holds all but the end', () => {
    const made = state();
    for (const name of ['trail-000001', 'trail-000002']) truncateSync(join(made, 'witness', name), 0);
    const file = join(made, 'audit', 'trail-000001.jsonl');
    const lines = readFileSync(file, 'utf8').slice(0, -1).split('\n');
    for (let i = 1; i < lines.length - 2; i++) {
      if (!isRecord(lines[i]) || !isRecord(lines[i - 1])) continue;
      const [before, line] = [lines[i - 1] ?? '', lines[i] ?? ''];
      const changes = {
        deleted: lines.toSpliced(i, 1),
        swapped: lines.toSpliced(i - 1, 2, line, before),
        forged: lines.with(i, forged(line)),
        inserted: lines.toSpliced(i, 0, forged(line)),
      };
      for (const [name, changed] of Object.entries(changes)) {
        writeFileSync(file, changed.map((one) => `${one}\n`).join(''));
        expect([i, name, kinds(made).length > 0]).toEqual([i, name, true]);
      }
    }
  });

  it('a single byte is changed, anywhere', () => {
    const made = state();
    eachFile(made, (lines, file) => {
      const bytes = readFileSync(file);
      for (let at = 0; at < bytes.length; at += 29) {
        const changed = Buffer.from(bytes);
        changed[at] = changed[at] === 0x41 ? 0x42 : 0x41;
        writeFileSync(file, changed);
        // What a killed hook has left is nobody's record.
        const torn = lines.findIndex((line) => !isRecord(line));
        const isTorn = changed.toString('utf8').split('\n')[torn] !== lines[torn];
        if (!isTorn) expect([at, kinds(made).length > 0]).toEqual([at, true]);
      }
    });
  });

  it('the last bytes are cut off, any number of them', () => {
    const made = state();
    eachFile(made, (_, file) => {
      const { length } = readFileSync(file);
      const text = readFileSync(file);
      for (let less = 1; less < 900; less += 37) {
        truncateSync(file, length - less);
        expect([less, kinds(made)]).toEqual([less, expect.arrayContaining(['missing'])]);
        writeFileSync(file, text);
      }
    });
  });

  it.each([
    'audit/trail-000001.jsonl',
    'audit/trail-000002.jsonl',
    'witness/trail-000001',
    'witness/trail-000002',
    'audit',
  ])('%s is removed', (path) => {
    const made = state();
    rmSync(join(made, path), { recursive: true });
    expect(kinds(made)).toEqual(path === 'audit' ? ['missing', 'missing'] : ['missing']);
  });

  it('the segments are exchanged', () => {
    const made = state();
    const [one, two] = ['trail-000001.jsonl', 'trail-000002.jsonl'].map((name) => join(made, 'audit', name)) as [
      string,
      string,
    ];
    const [a, b] = [readFileSync(one), readFileSync(two)];
    writeFileSync(one, b);
    writeFileSync(two, a);
    expect(kinds(made)).not.toEqual([]);
  });

  it('a witness is changed', () => {
    const made = state();
    const file = join(made, 'witness', 'trail-000002');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^[0-9a-f]{4}/, 'ffff'));
    expect(kinds(made)).toEqual(['missing']);
  });
});

/** With an id of its own and a hash that fits. */
function forged(line: string): string {
  const text = line.slice(0, line.lastIndexOf(',"hash":"')).replace('{"id":"', '{"id":"f');
  return `${text},"hash":"${createHash('sha256').update(text).digest('hex')}"}}`;
}

it('names file, line and what happened', () => {
  const state = scratch();
  const { write } = writer(state);
  for (let i = 0; i < 6; i++) write();
  const file = join(state, 'audit', 'trail-000001.jsonl');
  const lines = readFileSync(file, 'utf8').split('\n');
  const told = (changed: string[]) => {
    writeFileSync(file, changed.join('\n'));
    return verifyTrail(state).findings.map(({ kind, line, text }) => [kind, line, text]);
  };
  const [a, b, c, ...rest] = lines as [string, string, string, ...string[]];
  expect(told([a, b.replace('"s"', '"t"'), c, ...rest])).toEqual([['edited', 2, 'its hash does not fit its text']]);
  expect(told([a, c, ...rest])).toEqual([['missing', 2, 'it refers to a line that is gone, or has changed']]);
  expect(told([a, c, b, ...rest])).toEqual([['moved', 3, 'line 2, which is before it, refers to it']]);
  expect(told([a, b, b, c, ...rest])).toEqual([['repeated', 3, 'the same record as in line 2']]);
  expect(told([a, forged(b), b, c, ...rest])).toEqual([
    ['inserted', 2, 'line 4, which was written after it, does not refer to it'],
  ]);
  expect(told([a, b, 'x', c, ...rest])).toEqual([['foreign', 3, 'no record of the dispatcher']]);
  expect(told([a, b, '', c, ...rest])).toEqual([['shifted', 4, '1 bytes were added between here and line 2']]);
  expect(told(lines.slice(0, 4).concat(''))).toEqual([
    ['missing', null, '2 lines once written here are gone or have changed'],
  ]);
  expect(told(lines)).toEqual([]);
});

it('says nothing about lines of older versions but how many there are', () => {
  const state = scratch();
  mkdirSync(join(state, 'audit'), { mode: 0o700 });
  appendFileSync(join(state, 'audit', '2026-11-14.jsonl'), '{"id":"a"}\n{"id":"b"}\n');
  writer(state).write();
  expect(verifyTrail(state)).toMatchObject({ ok: true, lines: 1, unchained: 2 });
});

it('knows a hash that was kept elsewhere', () => {
  const state = scratch();
  const { write } = writer(state);
  write();
  const { head } = verifyTrail(state);
  write();
  expect(verifyTrail(state, head).ok).toBe(true);
  // All of it is thrown away and written again: only who kept the hash can tell.
  rmSync(state, { recursive: true });
  write();
  expect(verifyTrail(state).ok).toBe(true);
  expect(verifyTrail(state, head).findings).toMatchObject([{ kind: 'missing', line: null }]);
});

it('knows what a person has pruned, and prunes no trail with findings', () => {
  const state = busyTrail();
  const [one, two] = trailFiles(nodeSystem, state) as [string, string];
  const text = readFileSync(two, 'utf8');
  writeFileSync(two, text.slice(0, -5));
  expect(pruneTrail(state, 1, 0)).toEqual({ ok: false, findings: 1 });
  writeFileSync(two, text);
  expect(pruneTrail(state, 1, 0)).toEqual({ ok: true, removed: [one] });
  expect(verifyTrail(state)).toMatchObject({ ok: true, segments: 1, pruned: 1, findings: [] });
  writer(state).write();
  expect(verifyTrail(state).ok).toBe(true);
  rmSync(two);
  expect(kinds(state)).toEqual(['missing']);
});
