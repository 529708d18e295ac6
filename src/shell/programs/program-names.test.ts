import { expect, it } from 'vitest';
import { PROGRAM_NAMES } from './program-names.ts';
import { TABLES } from './program-tables.ts';

it('every program is filed under the last table that knows it, and nothing else is', () => {
  const listed = PROGRAM_NAMES.flatMap(([table, names]) =>
    names
      .trim()
      .split(' ')
      .map((name) => [name, table] as const),
  );
  const known = Object.entries(TABLES).flatMap(([table, row]) =>
    Object.keys(row).map((name) => [name, table] as const),
  );
  expect(listed).toHaveLength(new Set(listed.map(([name]) => name)).size);
  expect(new Map(listed)).toEqual(new Map(known));
});
