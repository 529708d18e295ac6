import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import { TRAPS } from '../../src/lint/traps/index.ts';
import { UNSEEN_SURPRISES, UNSEEN_TRAPS } from '../../src/lint/unseen.ts';
import { FIXTURES, stage } from './support/fixture.ts';

function idsIn(fixture: string): string[] {
  const { request, remove } = stage(fixture);
  try {
    return lint(request).findings.map(({ id }) => id);
  } finally {
    remove();
  }
}

it('every trap has a fixture, and every fixture a trap', () => {
  expect(readdirSync(FIXTURES).sort()).toEqual(TRAPS.map(({ id }) => id).sort());
});

describe.each(TRAPS.map(({ id }) => id))('%s', (id) => {
  it('is found in its fixture, and nothing else is', () => {
    expect(new Set(idsIn(`${id}/bad`))).toEqual(new Set([id]));
  });

  it('is not found in the clean twin, and nothing else is', () => {
    expect(idsIn(`${id}/clean`)).toEqual([]);
  });
});

describe('the two lists of the protocol', () => {
  it.each([
    ['traps', 32, UNSEEN_TRAPS],
    ['surprises', 30, UNSEEN_SURPRISES],
  ] as const)('every row of the %s is seen by a trap or listed as not to be seen', (list, last, unseen) => {
    const seen = TRAPS.flatMap(({ rows }) => rows[list] ?? []);
    const rows = Array.from({ length: last }, (_, index) => index + 1);
    expect(rows.filter((row) => !seen.includes(row) && !unseen.some((one) => one.row === row))).toEqual([]);
  });

  it('every trap says how we know', () => {
    expect(TRAPS.filter(({ rows }) => Object.values(rows).flat().length === 0)).toEqual([]);
  });
});
