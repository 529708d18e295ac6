import { expect, it } from 'vitest';
import { openHook } from '../../src/hook/resident/open-hook.ts';
import { lab } from '../support/dispatcher.ts';
import { bash } from '../support/payloads.ts';

it('a program that changes its environment is judged by what it is now', () => {
  const here = lab('policy: 1\nrules:\n  no-prod: { before: run, when: { runs: deploy prod }, deny: "no" }\n');
  const env: Record<string, string> = { ...here.env };
  const hook = openHook({ env, cwd: here.project });
  const decided = () =>
    hook
      .answer(JSON.stringify({ session_id: 's1', cwd: here.project, ...bash('deploy prod') }))
      .stdout.includes('"deny"');
  const first = decided();
  env['HOOKCTL_MODE'] = 'observe';
  const observed = decided();
  delete env['HOOKCTL_MODE'];
  expect([first, observed, decided()]).toEqual([true, false, true]);
});
