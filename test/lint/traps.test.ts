import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import { TRAPS } from '../../src/lint/traps/index.ts';
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
