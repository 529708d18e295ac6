import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hasCodeCache, makeCodeCache } from '../../src/install/dispatcher/code-cache.ts';
import { BUNDLE_FILES } from '../../src/install/dispatcher/dispatchers.ts';
import { lab } from '../support/dispatcher.ts';
import { ROOT } from '../support/hookctl.ts';
import { bash } from '../support/payloads.ts';

it("makes V8's cache of a hook that came without, and the hook answers with it", async () => {
  const here = lab('policy: 1\nrules:\n  no-prod: { before: run, when: { runs: deploy prod }, deny: "no" }\n');
  const dist = join(here.home, 'dist');
  mkdirSync(dist);
  for (const name of BUNDLE_FILES) copyFileSync(join(ROOT, 'dist', name), join(dist, name));
  const bundle = join(dist, 'dispatcher.cjs');
  expect(hasCodeCache(bundle)).toBe(false);
  makeCodeCache(bundle);
  expect(hasCodeCache(bundle)).toBe(true);
  // One file beside what was there: no half-written one, no state.
  const made = readdirSync(dist).filter((name) => !BUNDLE_FILES.includes(name));
  expect(made.map((name) => name.split('.')[1])).toEqual(['main']);
  const answer = await here.answer(bash('deploy prod'), { dispatcher: bundle });
  expect(answer?.hookSpecificOutput?.permissionDecision).toBe('deny');
});

it('what is no hook is left alone', () => {
  const here = lab();
  const file = join(here.home, 'dispatcher.cjs');
  writeFileSync(file, 'process.exit(3);\n');
  makeCodeCache(file);
  expect(hasCodeCache(file)).toBe(false);
  rmSync(file);
});
