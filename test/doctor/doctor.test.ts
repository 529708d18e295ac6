import { recordExecutable } from '../../src/install/dispatcher/recorded-executable.ts';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serving } from '../resident/serving.ts';
import { hookctl, run } from '../support/hookctl.ts';
import {
  DISPATCHER,
  eachHook,
  launch,
  patient,
  type Patient,
  type Settings,
  useInstalled,
  withClient,
} from './support.ts';

useInstalled();

interface Case {
  name: string;
  env?: (base: string) => Record<string, string>;
  spoil?: (here: Patient) => void | Promise<void>;
  live?: boolean;
  problems?: string[];
  warnings?: string[];
  /** Nothing is wrong, and nothing is stopped. */
  observing?: true;
}

const BROKEN = 'policy: 1\nrules:\n  no: { before: nonsense }\n';
const GOOD = 'policy: 1\nrules:\n  no: { before: run, when: { runs: deploy }, deny: "No." }\n';
const node = process.execPath;
const script = (here: Patient, text: string): string => here.write('own/hookctl/dispatcher.cjs', text, 0o755);

const http = (url: string) => (settings: Settings) =>
  eachHook(settings, (hook) =>
    Object.assign(hook, { type: 'http', url: new URL('/hook', url).href, command: undefined, args: undefined }),
  );

const CASES: Case[] = [
  { name: 'as installed' },
  {
    name: 'installed as a plugin',
    spoil: async (here) => {
      const plugin = join(here.base, 'own/guard');
      const made = await hookctl([
        'install',
        '--yes',
        '--plugin',
        plugin,
        '--home',
        here.home,
        '--project',
        here.project,
      ]);
      expect(made).toMatchObject({ exitCode: 0, stderr: '' });
      here.write('home/.claude/settings.json', { enabledPlugins: { 'hookctl@own': true } });
      here.write('home/.claude/plugins/installed_plugins.json', {
        plugins: { 'hookctl@own': [{ installPath: plugin }] },
      });
    },
  },
  {
    name: 'hookctl serve in place of the dispatcher',
    spoil: async (here) => here.user(http((await serving({ env: here.env, cwd: here.project })).url)),
    warnings: ['hook-type-not-run'],
  },
  {
    name: 'hookctl serve that is not there',
    spoil: (here) => here.user(http('http://127.0.0.1:9')),
    problems: ['canary-failed'],
    warnings: ['hook-type-not-run'],
  },
  {
    name: 'not installed',
    spoil: (here) => void here.write('home/.claude/settings.json', {}),
    problems: ['canary-not-configured', 'not-installed'],
  },
  {
    name: 'a typing error in the path',
    spoil: ({ user }) => user(launch(node, ['/no/such/dispatcher.cjs'])),
    problems: ['canary-failed', 'dispatcher-missing'],
  },
  {
    name: 'a Node that is gone',
    spoil: ({ user }) => user(launch('/no/such/node', [DISPATCHER])),
    problems: ['canary-failed', 'interpreter-missing'],
  },
  {
    name: 'a wrapper that ends with exit 1',
    spoil: (here) => {
      const wrapper = here.write(
        'project/guard.sh',
        `#!/bin/sh\n# hookctl\n${node} ${DISPATCHER} >/dev/null\nexit 1\n`,
        0o755,
      );
      here.user((settings) => eachHook(settings, (hook) => Object.assign(hook, { command: wrapper, args: undefined })));
    },
    problems: ['canary-failed'],
  },
  {
    name: 'a wrapper that passes on what it gets',
    spoil: (here) => {
      const wrapper = here.write('project/guard.sh', `#!/bin/sh\n# hookctl\nexec ${node} ${DISPATCHER}\n`, 0o755);
      here.user((settings) => eachHook(settings, (hook) => Object.assign(hook, { command: wrapper, args: undefined })));
    },
  },
  {
    name: 'no run bit',
    spoil: (here) => {
      const file = script(here, `#!/usr/bin/env node\nrequire(${JSON.stringify(DISPATCHER)});\n`);
      chmodSync(file, 0o644);
      here.user(launch(file));
    },
    problems: ['canary-failed', 'dispatcher-not-executable'],
  },
  {
    name: 'a dispatcher of another version',
    spoil: (here) => {
      const text = `process.argv.includes('--version') ? console.log('0.0.1') : require(${JSON.stringify(DISPATCHER)});\n`;
      here.user(launch(node, [script(here, text)]));
    },
    warnings: ['dispatcher-version'],
  },
  {
    name: 'a dispatcher that is not the one that was installed',
    spoil: (here) => {
      const text = `require(${JSON.stringify(DISPATCHER)});\n`;
      const file = script(here, text);
      recordExecutable(here.state, file);
      script(here, `${text}// replaced\n`);
      here.user(launch(node, [file]));
    },
    warnings: ['dispatcher-changed'],
  },
  {
    name: 'a dispatcher that goes with one version of Node',
    spoil: (here) => {
      const file = here.write(
        '.nvm/versions/node/v20.19.0/hookctl/dispatcher.cjs',
        `require(${JSON.stringify(DISPATCHER)});\n`,
      );
      here.user(launch(node, [file]));
    },
    warnings: ['dispatcher-of-one-node'],
  },
  {
    name: 'one that says nothing',
    spoil: (here) => here.user(launch(node, [script(here, '0;')])),
    problems: ['canary-not-denied'],
  },
  {
    name: 'one that hangs',
    spoil: (here) => {
      here.user(launch(node, [script(here, "process.argv.includes('--version') || setInterval(() => {}, 1000);")]));
      here.user((settings) => eachHook(settings, (hook) => (hook['timeout'] = 0.5)));
    },
    problems: ['canary-cancelled'],
    warnings: ['hook-short-timeout'],
  },
  {
    name: 'an invalid handler in the same file',
    spoil: ({ user }) => user(({ hooks }) => hooks['PreToolUse']?.[0]?.hooks.push({ type: 'command' })),
    problems: ['canary-not-configured', 'settings-dropped'],
  },
  {
    name: 'an invalid handler in another file',
    spoil: (here) =>
      void here.write('project/.claude/settings.json', { hooks: { PreToolUse: [{ hooks: [{ type: 'command' }] }] } }),
    warnings: ['settings-dropped'],
  },
  {
    name: 'an unknown event',
    spoil: (here) => void here.write('project/.claude/settings.json', { hooks: { PreTolUse: [] } }),
    warnings: ['settings-entries-dropped'],
  },
  {
    name: 'a copy in the project that runs in the background',
    spoil: ({ copy }) =>
      copy('project/.claude/settings.json', (settings) => eachHook(settings, (hook) => (hook['async'] = true))),
    problems: ['canary-background', 'weakened-by-copy'],
  },
  {
    name: 'such a copy for some tools only',
    spoil: ({ copy }) =>
      copy('project/.claude/settings.json', (settings) => {
        settings.hooks = { PreToolUse: settings.hooks['PreToolUse'] ?? [] };
        eachHook(settings, (hook) => (hook['async'] = true));
        Object.assign(settings.hooks['PreToolUse']?.[0] ?? {}, { matcher: 'Write|Edit' });
      }),
    problems: ['weakened-by-copy'],
  },
  {
    name: 'a copy that fails open',
    spoil: ({ copy }) =>
      copy('project/.claude/settings.local.json', (settings) => eachHook(settings, (hook) => delete hook['onFailure'])),
    warnings: ['weakened-by-copy'],
  },
  {
    name: 'fails open',
    spoil: ({ user }) => user((settings) => eachHook(settings, (hook) => delete hook['onFailure'])),
    warnings: ['hook-fails-open'],
  },
  {
    name: 'in the background',
    spoil: ({ user }) => user((settings) => eachHook(settings, (hook) => (hook['async'] = true))),
    problems: ['canary-background', 'hook-async'],
  },
  {
    name: 'not for every tool',
    spoil: ({ user }) => user(({ hooks }) => Object.assign(hooks['PreToolUse']?.[0] ?? {}, { matcher: 'Bash' })),
    problems: ['hook-partial'],
  },
  {
    name: 'not for every event',
    spoil: ({ user }) => user(({ hooks }) => delete hooks['Stop']),
    problems: ['hook-missing'],
  },
  {
    name: 'twice',
    spoil: ({ copy }) => copy('project/.claude/settings.json', launch('node', [DISPATCHER])),
    warnings: ['hook-twice'],
  },
  {
    name: 'switched off in the project',
    spoil: (here) => void here.write('project/.claude/settings.json', { disableAllHooks: true }),
    problems: ['canary-not-configured', 'hooks-disabled'],
  },
  {
    name: 'switched off by the administrator',
    spoil: (here) => void here.write('managed/managed-settings.json', { allowManagedHooksOnly: true }),
    problems: ['canary-not-configured', 'hooks-disabled'],
  },
  {
    name: 'a state directory that is a file',
    env: (base) => ({ HOOKCTL_STATE_DIR: join(base, 'own/state') }),
    spoil: (here) => void here.write('own/state', 'in the way'),
    problems: ['state-unusable'],
  },
  {
    name: 'an audit directory that others can write',
    spoil: ({ state }) => {
      mkdirSync(join(state, 'audit'), { recursive: true });
      chmodSync(join(state, 'audit'), 0o777);
    },
    problems: ['state-unusable'],
  },
  {
    name: 'an audit directory that others can read',
    spoil: ({ state }) => {
      mkdirSync(join(state, 'audit'), { recursive: true });
      chmodSync(join(state, 'audit'), 0o755);
    },
    warnings: ['state-open'],
  },
  {
    name: 'a policy with errors',
    spoil: (here) => void here.write('project/.hookctl/policy.yaml', BROKEN),
    problems: ['policy-broken'],
  },
  {
    name: 'a policy with errors that was good before',
    spoil: async (here) => {
      here.write('project/.hookctl/policy.yaml', GOOD);
      expect((await here.doctor()).exitCode).toBe(0);
      here.write('project/.hookctl/policy.yaml', BROKEN);
    },
    warnings: ['policy-last-good'],
  },
  {
    name: 'a policy nobody reads',
    spoil: (here) => void here.write('project/.hookctl/polcy.yaml', GOOD),
    warnings: ['policy-unread'],
  },
  {
    name: 'a policy that only observes',
    spoil: (here) => void here.write('project/.hookctl/policy.yaml', GOOD.replace('deny', 'mode: observe, deny')),
    warnings: ['policy-observes'],
    observing: true,
  },
  {
    name: 'a pack that is only watched',
    spoil: (here) =>
      void here.write('project/.hookctl/policy.yaml', 'policy: 1\nextends: [{ pack: recommended, mode: observe }]\n'),
    warnings: ['policy-observes'],
    observing: true,
  },
  {
    name: 'a pack that is only watched, and the guard of the guard',
    spoil: (here) =>
      void here.write(
        'project/.hookctl/policy.yaml',
        'policy: 1\nmode: observe\nextends: [pack:recommended]\noverrides: { protect-guard: { mode: enforce } }\n',
      ),
    warnings: ['policy-observes'],
    observing: true,
  },
  {
    name: 'a watched pack of which one rule is enforced',
    spoil: (here) =>
      void here.write(
        'project/.hookctl/policy.yaml',
        'policy: 1\nextends: [{ pack: recommended, mode: observe }]\noverrides: { git-discard-all: { mode: enforce } }\n',
      ),
  },
  {
    name: 'observe by environment',
    env: () => ({ HOOKCTL_MODE: 'observe' }),
    warnings: ['mode-not-enforced'],
    observing: true,
  },
  {
    name: 'observe by the settings of the project',
    spoil: (here) => void here.write('project/.claude/settings.json', { env: { HOOKCTL_MODE: 'observe' } }),
    warnings: ['mode-not-enforced'],
    observing: true,
  },
  {
    name: 'a policy of the project that nobody has trusted',
    env: () => ({ HOOKCTL_TRUST: '' }),
    spoil: (here) => void here.write('project/.hookctl/policy.yaml', `${GOOD}  fine: { before: any, allow: fine }\n`),
    warnings: ['policy-untrusted'],
  },
  {
    name: 'a policy that has changed since it was trusted, registered for what it needs',
    env: () => ({ HOOKCTL_TRUST: '' }),
    spoil: (here) => {
      here.write('project/.hookctl/policy.yaml', 'policy: 1\nextends: [pack:git]\n');
      here.user(({ hooks }) => {
        for (const event of Object.keys(hooks)) if (event !== 'PreToolUse') delete hooks[event];
      });
    },
    warnings: ['hook-missing', 'policy-untrusted'],
  },
  {
    name: 'observe by settings of the project that nobody has trusted',
    env: () => ({ HOOKCTL_TRUST: '' }),
    spoil: (here) => void here.write('project/.claude/settings.json', { env: { HOOKCTL_MODE: 'observe' } }),
    warnings: ['variable-ignored'],
  },
  { name: 'a mode that is none', env: () => ({ HOOKCTL_MODE: 'enforced' }), warnings: ['mode-unknown'] },
  {
    name: 'another policy by environment',
    env: () => ({ HOOKCTL_POLICY: 'pack:default' }),
    warnings: ['policy-replaced'],
  },
  { name: 'certificates for Node', env: () => ({ NODE_EXTRA_CA_CERTS: '/no/such.pem' }), warnings: ['node-slowed'] },
  { name: 'more time than there is', env: () => ({ HOOKCTL_DEADLINE_MS: '20000' }), warnings: ['deadline-too-long'] },
  {
    name: "a trap in another tool's hook",
    spoil: (here) =>
      void here.write('project/.claude/settings.json', {
        hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: '/no/such/hook.sh' }] }] },
      }),
    warnings: ['traps'],
  },
  {
    name: 'a trail that was edited',
    spoil: async (here) => {
      const payload = {
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'ls' },
        session_id: 's',
      };
      for (const _ of [1, 2]) await run(node, [DISPATCHER], { stdin: JSON.stringify(payload), env: here.env });
      const [name = ''] = readdirSync(join(here.state, 'audit')).filter((file) => file.endsWith('.jsonl'));
      const file = join(here.state, 'audit', name);
      writeFileSync(file, readFileSync(file, 'utf8').replace('"ls"', '"id"').replace('PreToolUse', 'PostToolUse'));
    },
    warnings: ['trail-changed'],
  },
  {
    name: 'a state directory set by the project',
    spoil: (here) => {
      const file = here.write('own/state', 'in the way');
      here.write('project/.claude/settings.json', { env: { HOOKCTL_STATE_DIR: file } });
    },
    problems: ['state-unusable'],
  },
  {
    name: 'an old client',
    spoil: (here) => void here.write('bin/claude', '#!/bin/sh\necho "2.1.200 (Claude Code)"\n', 0o755),
    warnings: ['agent-old'],
  },
  {
    name: 'the real client, which is not there',
    live: true,
    spoil: (here) => rmSync(join(here.base, 'bin/claude')),
    warnings: ['live-no-client', 'agent-absent'],
  },
  {
    name: 'the real client, where settings lead it elsewhere',
    live: true,
    spoil: (here) => {
      here.write(
        'bin/claude',
        `#!/bin/sh\ncase $1 in --version) echo 2.1.325;; *) touch ${here.base}/RAN;; esac\n`,
        0o755,
      );
      here.write('project/.claude/settings.json', { env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' } });
    },
    warnings: ['live-not-safe'],
  },
];

describe('an installation, and exactly what is wrong with it', () => {
  it.each(CASES)('$name', async ({ env, spoil, live, problems = [], warnings = [], observing = false }) => {
    const here = withClient(patient());
    Object.assign(here.env, { NODE_EXTRA_CA_CERTS: '' }, env?.(here.base));
    await spoil?.(here);
    const [before, traces] = [here.files(), here.traces()];
    const report = await here.report(live);
    const found = (status: string) => report.checks.filter((check) => check.status === status).map(({ id }) => id);
    const state = { armed: report.armed, observing: report.observing };
    expect({ ...state, problems: found('problem'), warnings: found('warning') }).toEqual({
      armed: problems.length === 0 && !observing,
      observing,
      problems,
      warnings,
    });
    expect(report.checks.filter(({ status, fix }) => (status === 'ok') !== (fix === null))).toEqual([]);
    // Neither settings nor anything else of the person is written, and the canary leaves no trace in memory and trail.
    expect(here.files()).toEqual(before);
    expect(here.traces()).toEqual(traces);
    expect(existsSync(join(here.base, 'RAN'))).toBe(false);
  });
});
