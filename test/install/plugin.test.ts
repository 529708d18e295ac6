import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Lab, lab } from '../support/dispatcher.ts';
import { fireBash, inLab } from './support/installed.ts';

const directory = (here: Lab) => join(here.project, 'guard-plugin');
const json = (here: Lab, path: string): unknown => JSON.parse(readFileSync(join(directory(here), path), 'utf8'));
const install = (here: Lab) => inLab(here, 'install', '--plugin', 'guard-plugin', '--yes');

describe('a plugin directory', () => {
  it('is complete, denies, is idempotent, and goes without a trace', async () => {
    const here = lab();
    expect(await install(here)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(json(here, '.claude-plugin/plugin.json')).toMatchObject({ name: 'hookctl', license: 'Apache-2.0' });
    expect(json(here, '.claude-plugin/marketplace.json')).toMatchObject({
      name: 'guard-plugin',
      plugins: [{ name: 'hookctl', source: './' }],
    });
    expect(statSync(join(directory(here), 'bin/dispatcher.cjs')).mode & 0o111).toBe(0o111);
    expect(json(here, 'hooks/hooks.json')).toMatchObject({
      hooks: {
        PreToolUse: [
          {
            matcher: '*',
            hooks: [
              {
                command: '${CLAUDE_PLUGIN_ROOT}/bin/dispatcher.cjs',
                args: ['--agent', 'claude-code'],
                onFailure: 'block',
              },
            ],
          },
        ],
      },
    });
    expect(await fireBash(here, 'rm -rf /', '--plugin', directory(here))).toMatchObject({ permission: 'deny' });
    expect((await install(here)).stdout).not.toMatch(/^(?:created|changed)/m);
    expect(await inLab(here, 'uninstall', '--plugin', 'guard-plugin', '--yes')).toMatchObject({ exitCode: 0 });
    expect(existsSync(directory(here))).toBe(false);
  });

  it("somebody's plugin keeps its manifest and its hooks", async () => {
    const here = lab();
    const manifest = here.write('guard-plugin/.claude-plugin/plugin.json', '{ "name": "mine" }');
    const text = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true", "args": []}]}]}}';
    const hooks = here.write('guard-plugin/hooks/hooks.json', text);
    const { stdout, exitCode } = await install(here);
    expect([exitCode, readFileSync(manifest, 'utf8')]).toEqual([0, '{ "name": "mine" }']);
    expect(stdout).toMatch(/note: .*plugin\.json already exists and was left unchanged/);
    expect(await fireBash(here, 'rm -rf /', '--plugin', directory(here))).toMatchObject({ permission: 'deny' });
    await inLab(here, 'uninstall', '--plugin', 'guard-plugin', '--yes');
    expect([readFileSync(hooks, 'utf8'), readFileSync(manifest, 'utf8')]).toEqual([text, '{ "name": "mine" }']);
    expect(existsSync(join(directory(here), 'bin'))).toBe(false);
  });

  it('what was changed afterwards stays; a foreign bundle is not replaced', async () => {
    const here = lab();
    await install(here);
    const readme = join(directory(here), 'README.md');
    writeFileSync(readme, 'ours now');
    await inLab(here, 'uninstall', '--plugin', 'guard-plugin', '--yes');
    expect(readFileSync(readme, 'utf8')).toBe('ours now');
    here.write('guard-plugin/bin/dispatcher.cjs', 'not hookctl');
    expect(await install(here)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('was not written by hookctl') as string,
    });
    expect(readFileSync(join(directory(here), 'bin/dispatcher.cjs'), 'utf8')).toBe('not hookctl');
  });
});
