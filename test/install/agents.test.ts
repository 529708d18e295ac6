import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RegisteredFile } from '../../src/adapters/register/registrar.ts';
import { registrarNamed, REGISTRARS } from '../../src/adapters/registrars.ts';
import { agentStatus } from '../../src/cli/setup/install-agents.ts';
import { prepareAgents } from '../../src/install/agents/prepare-agents.ts';
import { isRegistered, planAgentInstall, planAgentUninstall } from '../../src/install/agents/plan-agent.ts';
import { applyPlan } from '../../src/install/edit/apply-plan.ts';
import { placeOf } from '../../src/install/places.ts';
import type { Plan } from '../../src/install/plan/plan.ts';
import type { Needs } from '../../src/protocol/agent/needs.ts';
import { type Lab, lab } from '../support/dispatcher.ts';
import { inLab } from './support/installed.ts';

/** Every file below a directory with its text and mode. */
function textsIn(directory: string): Record<string, string> {
  const files = (place: string): string[] =>
    readdirSync(place).flatMap((name) => {
      const path = join(place, name);
      return statSync(path).isDirectory() ? [`${path}/`, ...files(path)] : [path];
    });
  return Object.fromEntries(
    files(directory).map((path) => [relative(directory, path), path.endsWith('/') ? '' : readFileSync(path, 'utf8')]),
  );
}

/** What a person has in the files that hookctl changes: comments, odd layouts, hooks of others. */
const THEIRS: Record<string, string> = {
  '.codex/hooks.json':
    '{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"./mine.sh"}]}]}}',
  '.gemini/settings.json': '{\n\t// mine\n\t"model": { "name": "x" }, /* and this */\n\t"hooks": {}\n}\n',
  '.qwen/settings.json': '\n',
  '.kimi-code/config.toml':
    '# mine\r\ndefault_model = "k" # note\r\n\r\n[[hooks]]\r\nevent = "Stop"\r\ncommand = "./mine.sh"',
  '.factory/settings.json': '{ "hooks": { "Stop": [ ] }, "logoAnimation": "off" }',
  '.copilot/hooks/other.json': '{"version":1}',
};

function withTheirs(): Lab {
  const here = lab();
  for (const [path, text] of Object.entries(THEIRS)) here.write(join(here.home, path), text);
  return here;
}

describe.each(REGISTRARS.map((registrar) => [registrar.agent, registrar] as const))('%s', (_, registrar) => {
  it.each(['user', 'project'] as const)('is registered once, and taken out byte for byte (%s)', (scope) => {
    const here = withTheirs();
    const request = { registrar, scope, place: placeOf({ project: here.project }, here.env, here.project) };
    const texts = () => ({ home: textsIn(here.home), project: textsIn(here.project) });
    const apply = (make: () => Plan) => applyPlan(make(), make, here.state, new Date(0));
    const install = () => apply(() => planAgentInstall(request, LAUNCH, NEEDS));
    const before = texts();
    if (registrar.directories[scope] === null) {
      expect(install).toThrow(/reads (?:no hooks from a project|hooks from a project only)/);
      expect(texts()).toEqual(before);
      return;
    }
    expect(install()).toMatchObject({ ok: true });
    const once = texts();
    expect(once).not.toEqual(before);
    expect(isRegistered(request)).toBe(true);
    expect(install()).toMatchObject({ ok: true });
    expect(texts()).toEqual(once);
    apply(() => planAgentInstall(request, { command: '/elsewhere/dispatcher', args: [] }, { ...NEEDS, events: [] }));
    expect(install()).toMatchObject({ ok: true });
    apply(() => planAgentInstall(request, LAUNCH, { ...NEEDS, events: [] }));
    expect(apply(() => planAgentUninstall(request))).toMatchObject({ ok: true });
    expect(texts()).toEqual(before);
    expect(isRegistered(request)).toBe(false);
  });
});

const LAUNCH = { command: '/usr/bin/node', args: ["/it's/here/dispatcher.cjs"] };
const NEEDS: Needs = {
  before: true,
  after: { all: true, actions: [], tools: [] },
  events: ['session-start', 'prompt', 'stop'],
};

it('--all finds the agents by program or directory, and uninstall --all takes every one of them out', async () => {
  const here = withTheirs();
  const bin = join(here.home, 'bin');
  mkdirSync(bin);
  for (const program of ['opencode', 'cline', 'pi']) {
    writeFileSync(join(bin, program), '#!/bin/sh\n');
    chmodSync(join(bin, program), 0o755);
  }
  const inPath = { ...here, env: { ...here.env, PATH: `${bin}:/usr/bin:/bin` } };
  const before = textsIn(here.home);
  const { stdout, exitCode } = await inLab(inPath, 'install', '--all', '--yes', '--json');
  expect(exitCode).toBe(0);
  const { agents } = JSON.parse(stdout) as { agents: { agent: string; status: string }[] };
  expect(agents.map(({ agent, status }) => `${agent} ${status}`)).toEqual(
    ['cline', 'codex', 'copilot', 'droid', 'gemini', 'kimi', 'opencode', 'pi', 'qwen'].map(
      (name) => `${name} registered`,
    ),
  );
  const listed = JSON.parse((await inLab(inPath, 'install', '--list', '--json')).stdout) as {
    agent: string;
    registered: string[];
  }[];
  expect(listed.filter(({ registered }) => registered.length > 0).map(({ agent }) => agent)).toEqual(
    agents.map(({ agent }) => agent),
  );
  expect(await inLab(inPath, 'uninstall', '--all', '--yes')).toMatchObject({ exitCode: 0, stderr: '' });
  expect(textsIn(here.home)).toEqual(before);
});

it('an agent that has hooks in projects only is found there, and needs no scope', async () => {
  const here = lab();
  here.write('.kiro/settings/x.json', '{}');
  const before = textsIn(here.project);
  expect(await inLab(here, 'install', '--agent', 'kiro', '--yes')).toMatchObject({ exitCode: 0, stderr: '' });
  expect(Object.keys(textsIn(here.project))).toContain('.kiro/hooks/hookctl.json');
  const listed = JSON.parse((await inLab(here, 'install', '--list', '--json')).stdout) as { agent: string }[];
  expect(listed.find(({ agent }) => agent === 'kiro')).toMatchObject({ registered: ['project'] });
  expect(await inLab(here, 'uninstall', '--agent', 'kiro', '--yes')).toMatchObject({ exitCode: 0 });
  expect(textsIn(here.project)).toEqual(before);
});

it.each([
  ['by itself', { command: '/opt/hookctl/dispatcher', args: ['--agent', 'claude-code'] }, 'left'],
  [
    'only with its arguments, which they drop',
    { command: 'node', args: ['/opt/hookctl/dispatcher.cjs'] },
    'registered',
  ],
])('agents that also run the hooks of Claude Code, where ours starts %s', (_, handler, status) => {
  const here = lab();
  const hooks = { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', ...handler }] }] };
  here.write('.claude/settings.json', JSON.stringify({ hooks }));
  const targets = ['copilot', 'grok'].flatMap((name) => {
    const registrar = registrarNamed(name);
    return registrar === null ? [] : [{ registrar, scope: 'user' as const }];
  });
  const { plans } = prepareAgents(targets, placeOf({ project: here.project }, here.env, here.project)).make();
  expect(plans.map((plan) => agentStatus(plan, 'registered'))).toMatchObject([
    { agent: 'copilot', status },
    { agent: 'grok', status },
  ]);
});

it('a file of somebody else is never overwritten, and one that cannot be read keeps the others from nothing', async () => {
  const here = lab();
  here.write(join(here.home, '.cline/hooks/PreToolUse.sh'), '#!/bin/sh\necho mine\n');
  here.write(join(here.home, '.codex/hooks.json'), '{ broken');
  here.write(join(here.home, '.kimi-code/config.toml'), 'hooks = []\n');
  mkdirSync(join(here.home, '.qwen'));
  const { stdout, exitCode } = await inLab(here, 'install', '--all', '--yes', '--json');
  const { agents, problems } = JSON.parse(stdout) as {
    agents: { agent: string; status: string }[];
    problems: string[];
  };
  expect(exitCode).toBe(1);
  expect(agents.map(({ agent, status }) => `${agent} ${status}`)).toEqual([
    'cline refused',
    'codex refused',
    'kimi refused',
    'qwen registered',
  ]);
  expect(problems).toEqual([
    expect.stringMatching(/PreToolUse\.sh: exists, and hookctl has not written it/),
    expect.stringMatching(/hooks\.json:1:3: not valid JSON/),
    expect.stringMatching(/config\.toml:.*"hooks" is written in another form there/),
  ]);
});

function filesOf(agent: string): RegisteredFile[] {
  return registrarNamed(agent)?.files({ launch: LAUNCH, needs: NEEDS }) ?? [];
}

it.each([
  ['gemini', 15_000],
  ['qwen', 15],
  ['codex', 15],
  ['droid', 15],
])('%s: the timeout is in the unit of the agent, and the command is one string', (agent, timeout) => {
  const entries = filesOf(agent).flatMap((file) => (file.format === 'hook-groups' ? file.entries : []));
  expect(entries.length).toBeGreaterThan(3);
  for (const { handler } of entries)
    expect(handler).toEqual({ type: 'command', command: expect.any(String) as string, timeout });
});

it('kimi: only keys that it knows, whole seconds, no matcher', () => {
  const tables = filesOf('kimi').flatMap((file) => (file.format === 'toml-tables' ? file.tables : []));
  expect(tables.length).toBeGreaterThan(3);
  for (const table of tables)
    expect(table).toEqual({ event: expect.any(String) as string, command: expect.any(String) as string, timeout: 15 });
});

it('only what runs before a call is closed by itself', () => {
  const commands = filesOf('codex').flatMap((file) =>
    file.format === 'hook-groups'
      ? file.entries.map(({ event, handler }) => [event, handler.command.startsWith('/bin/sh -c')])
      : [],
  );
  expect(Object.fromEntries(commands)).toEqual({
    SessionStart: false,
    UserPromptSubmit: false,
    PreToolUse: true,
    PostToolUse: false,
    Stop: false,
  });
});
