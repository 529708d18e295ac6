import { describe, expect, inject, it } from 'vitest';
import type { DoctorReport } from '../../../src/doctor/diagnose.ts';
import { play } from './play.ts';

const client = inject('client');

const HOOKCTL = ['node', '/mnt/product/dist/hookctl.mjs'];
const INSTALL = [...HOOKCTL, 'install', '--yes', '--scope', 'user'];
const DOCTOR = [...HOOKCTL, 'doctor', '--live', '--json'];
const USER = '/mnt/home/.claude/settings.json';

/** Spoils the installation with a line of script: `settings` is the user's, `toProject` and `toUser` write settings. */
const spoil = (line: string) => [
  'node',
  '-e',
  `const fs = require('fs');
   const settings = JSON.parse(fs.readFileSync('${USER}', 'utf8'));
   const eachHook = (change) => Object.values(settings.hooks).flat().forEach((group) => group.hooks.forEach(change));
   const toUser = (value) => fs.writeFileSync('${USER}', JSON.stringify(value));
   const toProject = (value) => { fs.mkdirSync('.claude'); fs.writeFileSync('.claude/settings.json', JSON.stringify(value)); };
   ${line}`,
];

const ARMED = { armed: true, proof: 'live-denied', found: [], toolRan: false };
const DISARMED = { armed: false, proof: 'live-not-denied', toolRan: true };

describe.skipIf(client.path === null)('doctor, doctor --live and the real client agree', () => {
  it.each([
    ['as installed', '', ARMED],
    [
      'a copy in the project that runs in the background',
      'eachHook((hook) => (hook.async = true)); toProject(settings)',
      { ...DISARMED, found: ['canary-background', 'live-not-denied', 'weakened-by-copy'] },
    ],
    [
      'switched off in the project',
      'toProject({ disableAllHooks: true })',
      { ...DISARMED, found: ['canary-not-configured', 'live-not-denied', 'hooks-disabled'] },
    ],
    [
      'an invalid handler in the same file',
      'settings.hooks.PreToolUse[0].hooks.push({ type: "command" }); toUser(settings)',
      { ...DISARMED, found: ['canary-not-configured', 'live-not-denied', 'settings-dropped'] },
    ],
    [
      'an invalid handler in another file',
      'toProject({ hooks: { PreToolUse: [{ hooks: [{ type: "command" }] }] } })',
      { ...ARMED, found: ['settings-dropped'] },
    ],
  ])('%s', (_, line, expected) => {
    const { setup, files } = play(client.path ?? '', {
      setup: [INSTALL, spoil(line), ['cp', USER, 'before'], DOCTOR, ['cp', USER, 'after']],
      sessions: [{ turns: [[{ tool: 'Bash', input: { command: 'find / -maxdepth 0 -exec rm -rf {} +' } }], 'done'] }],
      show: ['RM_RAN', 'before', 'after'],
    });
    const { armed, checks } = JSON.parse(setup[3]?.stdout ?? '') as DoctorReport;
    expect({
      armed,
      proof: checks.find(({ group }) => group === 'Real client')?.id,
      found: checks.filter(({ status }) => status !== 'ok').map(({ id }) => id),
      toolRan: files['RM_RAN'] !== null,
    }).toEqual(expected);
    expect(files['after']).toBe(files['before']);
  });
});
