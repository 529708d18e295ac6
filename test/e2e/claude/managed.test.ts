import { describe, expect, inject, it } from 'vitest';
import { POLICY_HELPER } from '../../../src/adapters/claude-code/register/policy-helper.ts';
import { VERSION } from './client.ts';
import { play, type Played } from './play.ts';

const client = inject('client');
const HELPER = '/etc/claude-code/hookctl-policy-helper';
const SCRIPT = "#!/bin/sh\nexec '/mnt/bin/node' '/mnt/product/dist/hookctl.mjs' policy-helper\n";
const NAMED = JSON.stringify(POLICY_HELPER.settings(HELPER, 'linux'));
const SEEN = 'echo static >> /mnt/project/seen';
const STATIC = { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: SEEN }] }] };

/** One session whose project tries to switch every hook off. */
function managed(files: Record<string, string>): Played {
  return play(client.path ?? '', {
    managed: files,
    files: { '.claude/settings.json': '{"disableAllHooks": true}' },
    sessions: [{ turns: [[{ tool: 'Bash', input: { command: 'git reset --hard', description: 'a step' } }], 'done'] }],
    show: ['seen'],
  });
}

describe.skipIf(client.path === null)(`managed settings of Claude Code ${VERSION}`, () => {
  it('the policy helper guards every session, beside what the administrator wrote', () => {
    const { runs, files } = managed({
      'managed-settings.json': JSON.stringify({ hooks: STATIC }),
      'managed-settings.d/50-hookctl.json': NAMED,
      'hookctl-policy-helper': SCRIPT,
    });
    expect(runs[0]?.toolResults).toMatchObject([{ isError: true, text: expect.stringContaining('[git-discard-all]') }]);
    expect(files).toEqual({ seen: 'static\n' });
  });

  it('with a helper that fails the client does not start', () => {
    const { runs } = managed({
      'managed-settings.d/50-hookctl.json': NAMED,
      'hookctl-policy-helper': '#!/bin/sh\nexit 3\n',
    });
    expect(runs[0]).toMatchObject({ exitCode: 1, toolResults: [] });
  });
});
