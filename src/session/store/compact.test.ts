import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { claimLock } from '../../system/files/lock.ts';
import { nodeSystem } from '../../system/node/system.ts';
import { compactionIsDue, compactState, stampCompaction } from './compact.ts';

const DAY = 86_400_000;
const HASH = 'ab'.repeat(32);
const FACT = '{"kind":"edit","path":"/a","by":"tool","at":1}\n';

function place(): string {
  const path = mkdtempSync(join(tmpdir(), 'hookctl-compact-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function fill(state: string, files: Readonly<Record<string, { days: number; text?: string }>>, now: number): void {
  for (const [name, { days, text = 'x' }] of Object.entries(files)) {
    mkdirSync(dirname(join(state, name)), { recursive: true });
    writeFileSync(join(state, name), text);
    utimesSync(join(state, name), now / 1000 - days * 86_400, now / 1000 - days * 86_400);
  }
}

function filesIn(state: string): string[] {
  const entries = readdirSync(state, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) =>
    entry.isDirectory() ? [] : [join(entry.parentPath, entry.name).slice(state.length + 1)],
  );
}

it('removes what is old, and nothing else', () => {
  const state = place();
  const now = Date.now();
  const stays = {
    'sessions/new.jsonl': { days: 29, text: FACT },
    'folds/new': { days: 29 },
    'told/0123456789abcd': { days: 29 },
    [`claims/${HASH}-2`]: { days: 29 },
    [`offers/${HASH}`]: { days: 0.5 },
    [`grants/${HASH}`]: { days: 0.5 },
    'policies/p.policy': { days: 400 },
    'policies/p.policy.77.abc.tmp': { days: 0.5 },
    'audit/trail-000001.jsonl': { days: 400 },
    'trust/x.json': { days: 400 },
    'grant-key': { days: 400 },
    // Not ours: a directory of another program was named as the state directory.
    'sessions/rollout.jsonl': { days: 400, text: '{"timestamp":"2020"}\n' },
    'sessions/notes.txt': { days: 400 },
    'told/Letter to my aunt': { days: 400 },
    'offers/flat.pdf': { days: 400 },
  };
  const goes = {
    'sessions/old.jsonl': { days: 31, text: `torn{\n${FACT}` },
    'folds/old': { days: 31 },
    'told/abcd0123456789': { days: 31 },
    [`claims/${HASH}-1`]: { days: 31 },
    [`offers/${HASH.replace('a', 'c')}`]: { days: 2 },
    [`grants/${HASH.replace('a', 'c')}`]: { days: 2 },
    'policies/p.policy.78.abc.tmp': { days: 2 },
  };
  fill(state, { ...stays, ...goes }, now);
  expect(compactState(state, now)).toEqual({ sessions: 1, others: 6, bytes: FACT.length + 'torn{\n'.length + 6 });
  expect(filesIn(state).toSorted()).toEqual(Object.keys(stays).toSorted());
  expect(compactState(state, now)).toEqual({ sessions: 0, others: 0, bytes: 0 });
});

it('follows no link', () => {
  const [state, elsewhere] = [place(), place()];
  const now = Date.now();
  fill(elsewhere, { 'old.jsonl': { days: 40, text: FACT }, [HASH]: { days: 40 } }, now);
  symlinkSync(elsewhere, join(state, 'sessions'));
  symlinkSync(elsewhere, join(state, 'offers'));
  expect(compactState(state, now)).toEqual({ sessions: 0, others: 0, bytes: 0 });
  expect(filesIn(elsewhere).toSorted()).toEqual([HASH, 'old.jsonl'].toSorted());
});

it('removes locks that were left, and keeps those of running processes', () => {
  const state = place();
  const now = Date.now() + 2 * DAY;
  claimLock(nodeSystem, join(state, 'locks', 'mine'), { patienceMs: 0 });
  fill(state, { 'locks/elsewhere/1-1-container-x': { days: 2 } }, Date.now());
  mkdirSync(join(state, 'locks', 'mine.draft'));
  expect(compactState(state, now)).toMatchObject({ others: 2 });
  expect(readdirSync(join(state, 'locks'))).toEqual(['mine']);
});

it('is due once a day, and only where there is anything', () => {
  const state = join(place(), 'state');
  const now = Date.now();
  expect(compactionIsDue(state, now)).toBe(false);
  mkdirSync(state, { mode: 0o700 });
  expect(compactionIsDue(state, now)).toBe(true);
  stampCompaction(state);
  const dueIn = (ms: number) => compactionIsDue(state, Date.now() + ms);
  expect([dueIn(1000), dueIn(DAY - 60_000), dueIn(DAY + 60_000), dueIn(-DAY)]).toEqual([false, false, true, true]);
});
