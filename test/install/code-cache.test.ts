import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hasCodeCache, makeCodeCache } from '../../src/install/code-cache.ts';
import { bash, lab } from '../dispatcher/support/dispatcher.ts';
import { ROOT } from '../support/hookctl.ts';

it("makes V8's cache of a hook that came without, and the hook answers with it", async () => {
  const here = lab('policy: 1\nrules:\n  no-prod: { before: run, when: { runs: deploy prod }, deny: "no" }\n');
  const dist = join(here.home, 'dist');
  mkdirSync(dist);
  for (const name of ['dispatcher.cjs', 'compile.cjs']) copyFileSync(join(ROOT, 'dist', name), join(dist, name));
  const bundle = join(dist, 'dispatcher.cjs');
  expect(hasCodeCache(bundle)).toBe(false);
  makeCodeCache(bundle);
  expect(hasCodeCache(bundle)).toBe(true);
  // One file beside what was there: no half-written one, no state.
  expect(readdirSync(dist)).toHaveLength(3);
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
