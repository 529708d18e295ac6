import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Comparison, compare } from './compare.ts';
import { conditionalPrograms, expansionPrograms } from './programs.ts';
import { runByBash } from './run-bash.ts';

// What bash makes of words, assignments and redirections, the analyser makes of them too, or says that it does not know.
// The programs are the same each time; HOOKCTL_SEED=random looks for new ones, HOOKCTL_EXPANSIONS=20000 tries more of them.
const COUNT = Number(process.env['HOOKCTL_EXPANSIONS'] ?? 1500);
const MINUTES = 60_000;
const seed =
  process.env['HOOKCTL_SEED'] === 'random' ? Date.now() % 2 ** 31 : Number(process.env['HOOKCTL_SEED'] ?? 20261117);
const hasBash = spawnSync('/bin/bash', ['-c', '(( BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 502 ))']).status === 0;

describe.skipIf(!hasBash)(`${COUNT} programs of seed ${seed} (needs bash 5.2)`, () => {
  const programs = expansionPrograms(COUNT, seed);
  const compared: (Comparison & { program: string })[] = [];
  beforeAll(async () => {
    for (const [i, done] of (await runByBash(programs)).entries()) {
      const program = programs[i] as string;
      if (done !== undefined) compared.push({ program, ...compare(program, done) });
    }
  }, 10 * MINUTES);

  test('bash runs nearly all of them to their end', () => {
    expect(compared.length / COUNT).toBeGreaterThan(0.98);
  });

  test('the analyser is never wrong', () => {
    expect(compared.filter(({ agrees, marked }) => !agrees && !marked)).toEqual([]);
  });

  test('the analyser knows all of at least 98 %', () => {
    expect(compared.filter(({ agrees }) => agrees).length / compared.length).toBeGreaterThanOrEqual(0.98);
  });
});

// Where a condition decides what a variable holds, the analyser follows both ways. It must not take one of them for certain.
describe.skipIf(!hasBash)(`${COUNT} programs with conditions of seed ${seed} (needs bash 5.2)`, () => {
  const programs = conditionalPrograms(COUNT, seed);
  const compared: (Comparison & { program: string })[] = [];
  beforeAll(async () => {
    for (const [i, done] of (await runByBash(programs)).entries()) {
      const program = programs[i] as string;
      if (done !== undefined) compared.push({ program, ...compare(program, done) });
    }
  }, 10 * MINUTES);

  test('the analyser is never wrong', () => {
    expect(compared.length / COUNT).toBeGreaterThan(0.98);
    expect(compared.filter(({ agrees, marked }) => !agrees && !marked)).toEqual([]);
  });
});
