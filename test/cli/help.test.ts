import { expect, it } from 'vitest';
import { hookctl, ROOT } from '../support/hookctl.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const TRAPS = readdirSync(join(ROOT, 'src/lint/traps'))
  .filter((file) => file.endsWith('.ts') && !file.startsWith('index') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.ts'.length));

it('lists the pages; one that is named like a command has .md behind its name', async () => {
  const { stdout, exitCode } = await hookctl(['help', 'topics']);
  expect([exitCode, stdout]).toEqual([
    0,
    expect.stringMatching(/\n {2}install\.md +\S[^]*\n {2}policy +The policy language\n/),
  ]);
});

it.each<[string, string[], RegExp]>([
  ['a page', ['policy'], /^The policy language\n\nA policy file holds rules\./],
  ['a part of it', ['policy', 'tests'], /^Tests\n/],
  ['a long page: its beginning', ['traps'], /\n`hookctl help traps SECTION` shows one part\.\n$/],
  ['a trap', ['traps', 'exit-1-does-not-block'], /^exit-1-does-not-block\n\nExit 1 where a refusal was meant\./],
  ['a part by a piece of its name', ['traps', 'exit-1'], /^exit-1-does-not-block\n/],
  ['a page that is named like a command', ['install.md'], /^Installing the hook\n/],
  ['the recipes', ['recipes'], /^Recipes\n/],
  ['a command names its page', ['install'], /\nMore: `hookctl help install\.md`\n$/],
])('%s', async (_, args, wanted) => {
  const { stdout, stderr, exitCode } = await hookctl(['help', ...args]);
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(wanted);
});

it.each<[string[], string]>([
  [['polcy'], 'no command or page "polcy"; did you mean "policy"?'],
  [['qqqqqqq'], 'no command or page "qqqqqqq"; hookctl help topics lists the pages'],
  [
    ['traps', 'exit-1-dose-not-block'],
    'no section "exit-1-dose-not-block" in traps; did you mean "exit-1-does-not-block"?',
  ],
])('%j', async (args, message) => {
  const { stderr, exitCode } = await hookctl(['help', ...args]);
  expect([exitCode, stderr.split('\n')[0]]).toEqual([2, `hookctl help: ${message}`]);
});

it('for a machine', async () => {
  const { stdout } = await hookctl(['help', 'policy', 'tests', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    topic: 'policy',
    title: 'The policy language',
    section: 'tests',
    text: expect.stringMatching(/^## Tests\n/) as string,
  });
});

it('every trap of lint has a section to read', async () => {
  const { stdout } = await hookctl(['help', 'traps', '--json']);
  const { text } = JSON.parse(stdout) as { text: string };
  expect(TRAPS.length).toBeGreaterThan(80);
  expect(TRAPS.filter((id) => !text.includes(`\n## ${id}\n`))).toEqual([]);
});

it('is completed: pages, and the traps behind `traps`', async () => {
  const pages = await hookctl(['__complete', 'help', 'tra']);
  expect(pages.stdout).toContain('\ntraps\tTraps\n');
  const traps = await hookctl(['__complete', 'help', 'traps', 'exit-1']);
  expect(traps.stdout).toContain('exit-1-does-not-block');
});
