import { existsSync, mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { patient, useInstalled } from '../doctor/support.ts';
import { serving } from '../resident/serving.ts';
import { type Lab, lab } from '../support/dispatcher.ts';
import { hookctl } from '../support/hookctl.ts';
import { bash } from '../support/payloads.ts';

useInstalled();

/** A session without an event for 40 days. */
function oldSession(state: string): string {
  const directory = join(state, 'sessions');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, 'old.jsonl');
  writeFileSync(path, '{"kind":"prompt","at":1}\n', { mode: 0o600 });
  const then = Date.now() / 1000 - 40 * 86_400;
  utimesSync(path, then, then);
  return path;
}

const packs = (here: Lab, env: Record<string, string> = {}) => hookctl(['packs'], { env: { ...here.env, ...env } });

it('any command tidies up once a day', async () => {
  const here = lab();
  const path = oldSession(here.state);
  const before = await packs(here);
  expect(existsSync(path)).toBe(false);
  oldSession(here.state);
  expect(await packs(here)).toEqual(before);
  expect(existsSync(path)).toBe(true);
  const stamp = join(here.state, 'compacted');
  expect(statSync(stamp).mode & 0o777).toBe(0o600);
  const yesterday = Date.now() / 1000 - 86_400 - 60;
  utimesSync(stamp, yesterday, yesterday);
  await packs(here);
  expect(existsSync(path)).toBe(false);
});

it('a command makes no state directory to tidy up', async () => {
  const here = lab();
  await packs(here);
  expect(existsSync(here.state)).toBe(false);
});

it('nothing that an agent has started removes anything', async () => {
  const here = lab();
  const path = oldSession(here.state);
  await packs(here, { CLAUDECODE: '1' });
  expect(existsSync(path)).toBe(true);
});

it('the hook removes nothing', async () => {
  const here = lab();
  const path = oldSession(here.state);
  await here.answer(bash('ls'));
  await here.answer({ hook_event_name: 'SessionStart', source: 'startup' });
  expect(existsSync(path)).toBe(true);
});

it('serve tidies up when it starts', async () => {
  const here = lab();
  const path = oldSession(here.state);
  const server = await serving({ env: here.env, cwd: here.project });
  expect(existsSync(path)).toBe(false);
  await server.stop();
});

it('doctor tidies up each time, and reports it', async () => {
  const here = patient();
  const told = async () => {
    const path = oldSession(here.state);
    const { stdout } = await here.doctor(['--json']);
    const { checks } = JSON.parse(stdout) as { checks: { id: string; status: string; what: string }[] };
    return { isGone: !existsSync(path), told: checks.find(({ id }) => id === 'compacted') };
  };
  const what =
    'Removed what is no longer needed (1 KB): sessions without an event for 30 days: 1, older marks, snapshots and grants: 0.';
  for (let i = 0; i < 2; i++) expect(await told()).toMatchObject({ isGone: true, told: { status: 'ok', what } });
});
