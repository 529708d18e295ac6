import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DISPATCHER, type Lab, lab } from '../support/dispatcher.ts';

const POLICY = 'policy: 1\nextends: pack:recommended\n';

async function verdictOf(here: Lab, call: { tool: string; input: object }, env = {}): Promise<string> {
  const payload = { hook_event_name: 'PreToolUse', tool_name: call.tool, tool_input: call.input };
  const answer = await here.answer(payload, { env });
  return answer?.hookSpecificOutput?.permissionDecision ?? 'none';
}

const bash = (command: string) => ({ tool: 'Bash', input: { command } });
const write = (path: string) => ({ tool: 'Write', input: { file_path: path, content: 'x' } });

describe('the running hook protects the files it knows of itself', () => {
  test('its own program, wherever it is installed', async () => {
    const here = lab(POLICY);
    expect(await verdictOf(here, write(DISPATCHER))).toBe('deny');
    expect(await verdictOf(here, bash(`cp /bin/true ${DISPATCHER}`))).toBe('deny');
    expect(await verdictOf(here, bash(`chmod -x ${DISPATCHER}`))).toBe('deny');
    expect(await verdictOf(here, bash(`rm -rf ${dirname(DISPATCHER)}`))).toBe('deny');
    expect(
      await verdictOf(here, write(join(dirname(DISPATCHER), '..', 'other.txt').replace('dist', 'elsewhere'))),
    ).toBe('none');
  });

  test('directories that the environment names', async () => {
    const here = lab(POLICY);
    const env = {
      HOOKCTL_STATE_DIR: join(here.home, 'my-state'),
      XDG_CONFIG_HOME: join(here.home, 'conf'),
      CLAUDE_CONFIG_DIR: join(here.home, 'agent'),
    };
    for (const file of ['my-state/sessions/s1.jsonl', 'conf/hookctl/policy.yaml', 'agent/settings.json'])
      expect([file, await verdictOf(here, write(join(here.home, file)), env)]).toEqual([file, 'deny']);
    expect(await verdictOf(here, write(join(here.home, 'agent/notes.md')), env)).toBe('none');
  });

  test('behind links, in both directions', async () => {
    const here = lab(POLICY);
    const dotfiles = join(here.home, 'dotfiles');
    mkdirSync(join(dotfiles, 'claude'), { recursive: true });
    symlinkSync(join(dotfiles, 'claude'), join(here.home, '.claude'));
    symlinkSync('.hookctl', join(here.project, 'conf'));
    expect(await verdictOf(here, write(join(dotfiles, 'claude/settings.json')))).toBe('deny');
    expect(await verdictOf(here, bash('sed -i d conf/policy.yaml'))).toBe('deny');
    expect(await verdictOf(here, write(join(dotfiles, 'claude/CLAUDE.md')))).toBe('none');
  });

  test('by another name of the same file', async () => {
    const here = lab(POLICY);
    here.write('plain.yaml', 'x');
    linkSync(join(here.project, 'plain.yaml'), join(here.project, 'twin.yaml'));
    linkSync(join(here.project, '.hookctl/policy.yaml'), join(here.project, 'notes.yaml'));
    expect(await verdictOf(here, write(join(here.project, 'notes.yaml')))).toBe('deny');
    expect(await verdictOf(here, bash('echo > notes.yaml'))).toBe('deny');
    expect(await verdictOf(here, write(join(here.project, 'twin.yaml')))).toBe('none');
  });

  test('hookctl is known behind a link of another name', async () => {
    const here = lab(POLICY);
    here.write('node_modules/hookctl/dist/hookctl.mjs', '');
    symlinkSync('node_modules/hookctl/dist/hookctl.mjs', join(here.project, 'tool'));
    expect(await verdictOf(here, bash('./tool uninstall --yes'))).toBe('deny');
    expect(await verdictOf(here, bash('node tool uninstall --yes'))).toBe('deny');
    expect(await verdictOf(here, bash('./tool check'))).toBe('none');
  });
});
