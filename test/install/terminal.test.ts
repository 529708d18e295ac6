import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Lab, lab } from '../support/dispatcher.ts';
import { HOOKCTL } from '../support/hookctl.ts';

const HAS_SCRIPT = spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status === 0;

/** Runs `hookctl install` on a terminal; each question is answered by the next step. */
function onTerminal(here: Lab, steps: (() => string)[]): Promise<{ shown: string; exitCode: number | null }> {
  // A terminal without a size has no room for a question.
  const command = `stty cols 120 rows 40; '${process.execPath}' '${HOOKCTL}' install --scope project`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: here.project,
    env: { ...here.env, TERM: 'xterm' },
  });
  let shown = '';
  let asked = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    const questions = shown.split('Write this to project settings?').length - 1;
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
