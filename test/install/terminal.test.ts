import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Lab, lab } from '../support/dispatcher.ts';
import { HOOKCTL } from '../support/hookctl.ts';

const HAS_SCRIPT = spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status === 0;

interface Asked {
  args: string;
  question: string;
}

const INSTALL: Asked = { args: 'install --scope project', question: 'Write this to project settings?' };

/** Runs hookctl on a terminal; each question is answered by the next step. */
function onTerminal(
  here: Lab,
  steps: (() => string)[],
  { args, question }: Asked = INSTALL,
): Promise<{ shown: string; exitCode: number | null }> {
  // A terminal without a size has no room for a question.
  const command = `stty cols 120 rows 40; '${process.execPath}' '${HOOKCTL}' ${args}`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: here.project,
    env: { ...here.env, TERM: 'xterm' },
  });
  let shown = '';
  let asked = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    const questions = shown.split(question).length - 1;
    // Each question is drawn anew when it is answered.
    if (questions > asked * 2) child.stdin.write(steps[asked++]?.() ?? '\u0003');
  });
  return new Promise((resolve) => child.on('close', (exitCode) => resolve({ shown, exitCode })));
}

it.skipIf(!HAS_SCRIPT)('shows a coloured diff and writes after a yes', async () => {
  const here = lab();
  const file = here.write('.claude/settings.json', '{}\n');
  const { shown, exitCode } = await onTerminal(here, [() => 'y']);
  expect(exitCode).toBe(0);
  expect(shown).toContain('\u001b[32m+  "hooks": {');
  expect(readFileSync(file, 'utf8')).toContain('dispatcher');
});

it.skipIf(!HAS_SCRIPT)('settings for a team that does not get hookctl: Enter means no', async () => {
  const here = lab();
  const file = here.write('.claude/settings.json', '{}\n');
  const { shown, exitCode } = await onTerminal(here, [() => '\r']);
  expect([exitCode, shown.includes('Nothing was written')]).toEqual([0, true]);
  expect(readFileSync(file, 'utf8')).toBe('{}\n');
});

it.skipIf(!HAS_SCRIPT)('writes nothing after a no', async () => {
  const here = lab();
  const file = here.write('.claude/settings.json', '{}\n');
  expect(await onTerminal(here, [() => 'n'])).toMatchObject({
    exitCode: 0,
    shown: expect.stringContaining('Nothing was written') as string,
  });
  expect(readFileSync(file, 'utf8')).toBe('{}\n');
});

it.skipIf(!HAS_SCRIPT)('a file that changes while the person thinks is shown and asked for again', async () => {
  const here = lab();
  const file = here.write('.claude/settings.json', '{}\n');
  const { shown, exitCode } = await onTerminal(here, [
    () => {
      writeFileSync(file, '{\n  "model": "opus"\n}\n');
      return 'y';
    },
    () => 'y',
  ]);
  expect([exitCode, shown.includes('The file has changed meanwhile')]).toEqual([0, true]);
  const { model, hooks } = JSON.parse(readFileSync(file, 'utf8')) as { model: string; hooks: object };
  expect([model, Object.keys(hooks).length > 1]).toEqual(['opus', true]);
});

it.skipIf(!HAS_SCRIPT)('uninstall --purge asks before it removes the state, and Enter means no', async () => {
  const here = lab();
  const key = join(here.state, 'grant-key');
  mkdirSync(here.state);
  writeFileSync(key, 'x');
  const asked = { args: 'uninstall --purge', question: 'Remove the state and the audit trail for good?' };
  const { shown } = await onTerminal(here, [() => '\r'], asked);
  expect([shown.includes('The state was not removed.'), existsSync(key)]).toEqual([true, true]);
  await onTerminal(here, [() => 'y'], asked);
  expect(existsSync(here.state)).toBe(false);
});
