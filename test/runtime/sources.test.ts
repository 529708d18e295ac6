import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Judge } from '../../src/runtime/index.ts';
import { commands, stage } from './stage.ts';

const BASH = { tool_name: 'Bash', tool_input: { command: 'ls' } };
const log = (word: string) => `echo ${word} >> "$STAGE/log"`;

describe('plugins', () => {
  it('a directory: its variables, and its name beside a block', async () => {
    const { runtime, write, dir, home } = stage();
    write('plug/.claude-plugin/plugin.json', { name: 'guard' });
    write('plug/hooks/hooks.json', {
      hooks: {
        PreToolUse: commands('echo "$CLAUDE_PLUGIN_ROOT $CLAUDE_PLUGIN_DATA ${CLAUDE_PLUGIN_ROOT}" >&2; exit 2'),
      },
    });
    const root = join(dir, 'plug');
    const { messages, reason, handlers } = await runtime({ pluginDirs: [root] }).fire('PreToolUse', BASH);
    const said = `${root} ${home}/.claude/plugins/data/guard-inline ${root}`;
    const quoted = `echo "$CLAUDE_PLUGIN_ROOT $CLAUDE_PLUGIN_DATA ${root}" >&2; exit 2`;
    expect([reason, handlers[0]?.plugin]).toEqual([said, 'guard']);
    expect(messages).toEqual([
      {
        to: 'model',
        text: `PreToolUse:Bash hook error: [${quoted}]: ${said}\n\nThis hook comes from the guard@inline plugin.`,
      },
    ]);
  });

  it('installed ones run when they are switched on', async () => {
    const { runtime, write, read, dir } = stage();
    for (const name of ['on', 'off'])
      write(`cache/${name}/hooks/hooks.json`, { hooks: { PreToolUse: commands(log(name)) } });
    const place = (name: string) => [{ scope: 'user', installPath: join(dir, 'cache', name) }];
    write('home/.claude/plugins/installed_plugins.json', {
      version: 2,
      plugins: { 'on@m': place('on'), 'off@m': place('off') },
    });
    write('home/.claude/settings.json', { enabledPlugins: { 'on@m': true } });
    await runtime().fire('PreToolUse', BASH);
    expect(read('log')).toBe('on\n');
  });

  it('a variable of a plugin in a settings file is an error of that hook', async () => {
    const { runtime } = stage({ PreToolUse: commands('${CLAUDE_PLUGIN_ROOT}/x.sh') });
    const { handlers, proceeds } = await runtime().fire('PreToolUse', BASH);
    expect([proceeds, handlers[0]?.outcome, handlers[0]?.notice]).toEqual([
      true,
      'non-blocking-error',
      'could not be started: the command names ${CLAUDE_PLUGIN_ROOT}, but the hook does not belong to a plugin',
    ]);
  });
});

describe('frontmatter', () => {
  const file = (event: string, command: string) =>
    `---\nname: x\nhooks:\n  ${event}:\n    - hooks:\n        - type: command\n          command: '${command}'\n---\n`;

  it("a subagent's Stop runs at the end of the subagent, not of the turn", async () => {
    const { runtime, write, read } = stage();
    const hooks = runtime({ subagent: write('agent.md', file('Stop', log('stopped'))) });
    await hooks.fire('Stop', {});
    expect(read('log')).toBeNull();
    const { handlers } = await hooks.fire('SubagentStop', { agent_id: 'a', agent_type: 'x' });
    expect([read('log'), handlers[0]?.source]).toEqual(['stopped\n', 'agent']);
  });

  it("a skill's hooks run beside the project's, without dedup", async () => {
    const { runtime, write, read } = stage({ Stop: commands(log('same')) });
    await runtime({ skills: [write('skill.md', file('Stop', log('same')))] }).fire('Stop', {});
    expect(read('log')).toBe('same\nsame\n');
  });
});

describe('managed settings', () => {
  it('drop-ins run with the main file, before the rest; a deny ends it', async () => {
    const { runtime, write, read, dir } = stage({ PreToolUse: commands(log('project')) });
    write('etc/managed-settings.json', { hooks: { PreToolUse: commands(log('main')) } });
    write('etc/managed-settings.d/10-a.json', { hooks: { PreToolUse: commands('echo managed says no >&2; exit 2') } });
    const { handlers, messages, proceeds } = await runtime({ managed: join(dir, 'etc') }).fire('PreToolUse', BASH);
    expect([read('log'), proceeds]).toEqual(['main\n', false]);
    expect(handlers.map(({ source, ran, notice }) => [source, ran, notice])).toEqual([
      ['managed', true, null],
      ['managed', true, null],
      ['project', false, 'not started: a managed hook has decided'],
    ]);
    expect(messages).toEqual([
      {
        to: 'model',
        text: '<tool_use_error>PreToolUse:Bash hook error: [echo managed says no >&2; exit 2]: managed says no\n</tool_use_error>',
      },
    ]);
  });

  it('what a managed hook rewrites is what the others see', async () => {
    const rewrite = { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'rewritten' } } };
    const { runtime, write, dir } = stage({ PreToolUse: commands('cat >&2; exit 2') });
    write('etc/managed-settings.json', { hooks: { PreToolUse: commands(`echo '${JSON.stringify(rewrite)}'`) } });
    const { reason } = await runtime({ managed: join(dir, 'etc') }).fire('PreToolUse', BASH);
    expect((JSON.parse(reason ?? '') as { tool_input: unknown }).tool_input).toEqual({ command: 'rewritten' });
  });

  it('on PostToolUse they run last', async () => {
    const { runtime, write, read, dir } = stage({ PostToolUse: commands(`sleep 0.2; ${log('project')}`) });
    write('etc/managed-settings.json', { hooks: { PostToolUse: commands(log('managed')) } });
    await runtime({ managed: join(dir, 'etc') }).fire('PostToolUse', { ...BASH, tool_response: {} });
    expect(read('log')).toBe('project\nmanaged\n');
  });

  it('allowManagedHooksOnly switches the rest off, and says so', async () => {
    const { runtime, write, dir } = stage({ PreToolUse: commands('exit 2') });
    write('etc/managed-settings.json', { allowManagedHooksOnly: true });
    const { handlers, proceeds } = await runtime({ managed: join(dir, 'etc') }).fire('PreToolUse', BASH);
    expect([proceeds, handlers[0]?.skipped, handlers[0]?.notice]).toEqual([
      true,
      'disabled',
      'allowManagedHooksOnly in managed settings',
    ]);
  });
});

describe('the environment of a hook', () => {
  it('is the agent’s, without telemetry, with the protocol’s variables and those of the settings', async () => {
    const { runtime, write, read, project, home, dir } = stage();
    write('project/.claude/settings.json', {
      env: { FROM_SETTINGS: 1 },
      hooks: { PreToolUse: commands('env > "$STAGE/env"; tty >&2; ps -o sid= -p $$ 2>/dev/null; true') },
    });
    const hooks = runtime({ env: { OTEL_EXPORTER: 'x', SECRET: 's' } });
    await hooks.fire('PreToolUse', { ...BASH, effort: { level: 'high' } });
    const env = Object.fromEntries(
      (read('env') ?? '')
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    const { OTEL_EXPORTER, CLAUDE_ENV_FILE, HOOKCTL_FIRE_ID, ...rest } = env;
    expect([OTEL_EXPORTER, CLAUDE_ENV_FILE, typeof HOOKCTL_FIRE_ID]).toEqual([undefined, undefined, 'string']);
    expect(rest).toMatchObject({
      SECRET: 's',
      FROM_SETTINGS: '1',
      HOME: home,
      PWD: project,
      STAGE: dir,
      CLAUDECODE: '1',
      CLAUDE_CODE_CHILD_SESSION: '1',
      CLAUDE_PID: String(process.pid),
      CLAUDE_PROJECT_DIR: project,
      CLAUDE_CODE_SESSION_ID: 's-1',
      CLAUDE_EFFORT: 'high',
    });
  });

  it('CLAUDE_ENV_FILE: what hooks export is handed to the agent, and not to later hooks', async () => {
    const { runtime, write, read } = stage();
    write('project/.claude/settings.json', {
      hooks: {
        SessionStart: commands('echo "export A=1" >> "$CLAUDE_ENV_FILE"'),
        PreToolUse: commands('echo "[$A][$CLAUDE_ENV_FILE]" > "$STAGE/later"'),
      },
    });
    const hooks = runtime();
    const { extras } = await hooks.fire('SessionStart', { source: 'startup' });
    await hooks.fire('PreToolUse', BASH);
    expect([extras, read('later')]).toEqual([{ envFile: 'export A=1\n' }, '[][]\n']);
  });
});

describe('a verifier’s own tool calls', () => {
  it('go through the hooks, but not through verifiers again', async () => {
    const { runtime, write, read } = stage();
    const guard = {
      matcher: 'Read',
      hooks: [{ type: 'command', command: `${log('guarded')}; echo not this one >&2; exit 2` }],
    };
    write('project/.claude/settings.json', {
      hooks: { PreToolUse: [guard, { hooks: [{ type: 'agent', prompt: 'verify' }] }] },
    });
    const asked: unknown[] = [];
    const judge: Judge = {
      ask: async () => ({ problem: 'not asked' }),
      verify: async ({ prompt, refusal }) => {
        asked.push(
          prompt.split('\n')[0],
          await refusal('Read', { file_path: '/x' }),
          await refusal('Glob', { pattern: '*' }),
        );
        return { verdict: { ok: false, reason: 'unsafe' }, text: '' };
      },
    };
    const report = await runtime({ judge }).fire('PreToolUse', BASH);
    expect(asked).toEqual(['verify', expect.stringContaining('not this one'), null]);
    expect([read('log'), report.proceeds, report.reason]).toEqual([
      'guarded\n',
      false,
      'Agent hook condition was not met: unsafe',
    ]);
  });
});
