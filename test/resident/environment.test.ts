import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type OpenHook, openHook } from '../../src/hook/resident/open-hook.ts';
import { lab } from '../support/dispatcher.ts';
import { ROOT, run } from '../support/hookctl.ts';
import { bash } from '../support/payloads.ts';

const isOnRecord = async (hook: OpenHook) => expect(await new Promise((done) => hook.settled(done))).toBe(null);

it('a program that changes its environment is judged by what it is now', async () => {
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
  await isOnRecord(hook);
});

it('a program may open a hook for each session: none waits for its end once all is on record', async () => {
  const before = process.listeners('exit');
  const here = lab('policy: 1\n');
  const hooks = Array.from({ length: 12 }, () => openHook({ env: here.env, cwd: here.project }));
  for (const hook of hooks) {
    hook.answer(JSON.stringify({ session_id: 's1', cwd: here.project, ...bash('ls') }));
    hook.answer(JSON.stringify({ session_id: 's1', cwd: here.project, ...bash('pwd') }));
    expect(process.listeners('exit')).toHaveLength(before.length + 1);
    await isOnRecord(hook);
    expect(process.listeners('exit')).toEqual(before);
  }
  expect(here.audit()).toHaveLength(24);
});

it('what is waiting is on record when the program ends at once', async () => {
  const here = lab('policy: 1\n');
  const program = `
    import { policyHooks } from ${JSON.stringify(join(ROOT, 'dist/agent-sdk.mjs'))};
    const { PreToolUse: [{ hooks: [hook] }] } = policyHooks();
    await hook(JSON.parse(process.argv[1]), undefined, {});
    process.exit();`;
  const payload = JSON.stringify({ session_id: 's1', cwd: here.project, ...bash('ls') });
  const ran = await run(process.execPath, ['--input-type=module', '-e', program, payload], {
    env: here.env,
    cwd: here.project,
  });
  expect(ran).toEqual({ stdout: '', stderr: '', exitCode: 0 });
  expect(here.audit()).toHaveLength(1);
});
