import { describe, expect, it, vi } from 'vitest';
import { openStage, SIZES, type Stage } from './support/stage.ts';
import { HAS_TMUX, PATIENCE_MS } from './support/terminal.ts';

/** A repository with a package.json and a lock file. */
async function inRepository(stage: Stage): Promise<void> {
  stage.write('package.json', '{ "name": "api" }\n');
  stage.write('package-lock.json', '{}\n');
  await stage.terminal.run('git init -q .');
  await stage.terminal.clear();
}

vi.setConfig({ testTimeout: PATIENCE_MS });

describe.skipIf(!HAS_TMUX).each(SIZES)('init at $columns×$rows', (size) => {
  const file = (name: string) => `./golden/init-${name}-${size.columns}x${size.rows}.txt`;

  it('yes to everything but the dependency', async () => {
    const stage = await openStage(size);
    const { terminal, screen } = stage;
    await inRepository(stage);
    terminal.type('hookctl init');
    terminal.press('Enter');
    await terminal.sees('Where should the rules hold?');
    await expect(screen()).toMatchFileSnapshot(file('1-scope'));
    terminal.press('Enter');
    await terminal.sees('is not a dependency');
    terminal.press('Enter');
    await terminal.sees('How should it start?');
    await expect(screen()).toMatchFileSnapshot(file('2-policy'));
    terminal.press('Enter');
    await terminal.sees('.gitignore?');
    terminal.press('Enter');
    await terminal.sees('Write this to .claude/settings.local.json?');
    await expect(screen()).toMatchFileSnapshot(file('3-hook'));
    terminal.press('Enter');
    expect(await terminal.ends()).toBe(0);
    await expect(screen()).toMatchFileSnapshot(file('4-done'));
  });

  it('no to the hook: the policy is written, and the last sentence says what is missing', async () => {
    const stage = await openStage(size);
    const { terminal, screen } = stage;
    terminal.type('hookctl init');
    terminal.press('Enter');
    await terminal.sees('Where should the rules hold?');
    terminal.press('Enter');
    await terminal.sees('How should it start?');
    terminal.press('e');
    await terminal.sees('Write this to .claude/settings.local.json?');
    terminal.press('n');
    expect(await terminal.ends()).toBe(1);
    await expect(screen()).toMatchFileSnapshot(file('declined'));
  });

  it('for a team without the dependency: Enter means no', async () => {
    const stage = await openStage(size);
    const { terminal, screen } = stage;
    terminal.type('hookctl init');
    terminal.press('Enter');
    await terminal.sees('Where should the rules hold?');
    terminal.press('Down', 'Enter');
    await terminal.sees('How should it start?');
    terminal.press('e');
    await terminal.sees('Write this to .claude/settings.json?');
    terminal.press('Enter');
    expect(await terminal.ends()).toBe(1);
    await expect(screen()).toMatchFileSnapshot(file('team'));
  });

  it('the whole text of the policy and the full diff on request', async () => {
    const stage = await openStage(size);
    const { terminal } = stage;
    terminal.type('hookctl init --scope local');
    terminal.press('Enter');
    await terminal.sees('How should it start?');
    terminal.press('t');
    await terminal.sees('extends: [pack:recommended]');
    await terminal.sees('◆  How should it start?');
    terminal.press('e');
    await terminal.sees('Write this to');
    terminal.press('d');
    await terminal.sees('"onFailure": "block"');
    terminal.press('y');
    expect(await terminal.ends()).toBe(0);
    expect(terminal.shown().lines.join('\n')).toContain('"onFailure": "block"');
  });
});
