import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/hookctl.ts';

// Scripts go by the ids of doctor's checks, so every id of a warning or a problem is in the page.

/** `notes.fail('id', …)` and `notes.warn('id', …)`, and the rows of tables that are noted by their name. */
function idsIn(code: string): string[] {
  return [...code.matchAll(/\b(?:fail|warn|note)\(\s*'([a-z]+(?:-[a-z]+)+)'|^ {2}'([a-z]+(?:-[a-z]+)+)': \{$/gm)].map(
    ([, noted, named]) => noted ?? named ?? '',
  );
}

it('docs/doctor.md names every warning and problem', () => {
  const page = readFileSync(join(ROOT, 'docs/doctor.md'), 'utf8');
  const directory = join(ROOT, 'src/doctor');
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const ids = new Set(files.flatMap((name) => idsIn(readFileSync(join(directory, name), 'utf8'))));
  expect(ids.size).toBeGreaterThan(30);
  expect([...ids].filter((id) => !page.includes(`\`${id}\``))).toEqual([]);
});

it('which is not so by itself', () => {
  expect(idsIn("notes.fail('a-b', 'x');\n  notes.warn(\n    'c-d',\n const T = {\n  'e-f': {\n")).toEqual([
    'a-b',
    'c-d',
    'e-f',
  ]);
});
