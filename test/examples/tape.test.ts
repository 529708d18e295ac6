import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, run } from '../support/hookctl.ts';

const PLAY = join(ROOT, 'scripts/play-tape.mjs');
const TAPE = join(ROOT, 'docs/demo.tape');

interface Tape {
  commands: { text: string; waits: RegExp[]; hidden: boolean }[];
  seconds: number;
  problems: string[];
}
const { readTape } = (await import(PLAY)) as { readTape: (text: string) => Tape };

test('the recording shows what it promises, and leaves nothing behind', async () => {
  const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('hookctl-tape-'));
  const before = leftovers();
  const { stdout, stderr, exitCode } = await run(process.execPath, [PLAY]);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  expect(stdout).toContain('$ hookctl doctor');
  expect(leftovers()).toEqual(before);
});

test('it is a minute long, and every line with hookctl is checked', () => {
  const { commands, seconds, problems } = readTape(readFileSync(TAPE, 'utf8'));
  expect(problems).toEqual([]);
  expect(seconds).toBeLessThanOrEqual(60);
  const shown = commands.filter(({ hidden, text }) => !hidden && text.includes('hookctl'));
  expect(shown.filter(({ waits }) => waits.length === 0)).toEqual([]);
  const names = shown.flatMap(({ text }) => [...text.matchAll(/hookctl ([a-z]+)/g)].map(([, name]) => name));
  expect(names).toEqual(['init', 'check', 'test', 'explain', 'fire', 'doctor', 'log', 'why']);
});

test.each([
  ['a line that does not come', 'Type "echo yes"\nEnter\nWait /no/\n', 'line 2: `echo yes` did not print /no/'],
  ['a command that fails', 'Type "false"\nEnter\n', 'line 2: `false` ended with 1'],
  ['a word nobody knows', 'Tipe "ls"\n', 'line 1: not understood: Tipe "ls"'],
  ['a recording that is too long', 'Sleep 61s\n', 'the recording takes 61 s, more than 60'],
])('the player notices %s', async (_, text, problem) => {
  const dir = mkdtempSync(join(tmpdir(), 'hookctl-player-'));
  writeFileSync(join(dir, 'x.tape'), text);
  const { stderr, exitCode } = await run(process.execPath, [PLAY, join(dir, 'x.tape')]);
  rmSync(dir, { recursive: true, force: true });
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(problem)]);
});
