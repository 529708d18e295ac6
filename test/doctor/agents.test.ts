import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RegistrarScope } from '../../src/adapters/register/registrar.ts';
import { registrarNamed, REGISTRARS } from '../../src/adapters/registrars.ts';
import { hashOf } from '../../src/doctor/agents/agent-trust.ts';
import { diagnoseAgent } from '../../src/doctor/agents/diagnose-agent.ts';
import type { DoctorReport } from '../../src/doctor/diagnose.ts';
import { planAgentInstall } from '../../src/install/agents/plan-agent.ts';
import { applyPlan } from '../../src/install/edit/apply-plan.ts';
import { placeOf, startPlace } from '../../src/install/places.ts';
import { commandOf, DISPATCHER, type Lab, lab } from '../support/dispatcher.ts';
import { hookctl } from '../support/hookctl.ts';

const NEEDS = { before: true, after: null, events: ['stop'] };

function registered(agent: string, wanted: RegistrarScope = 'user'): Lab {
  const here = lab('policy: 1\nrules:\n  no-x: { before: run, when: { runs: x }, deny: no }\n');
  const registrar = registrarNamed(agent);
  if (registrar === null) throw new Error(agent);
  // Some read hooks of projects only.
  const scope = registrar.directories[wanted] === null ? 'project' : wanted;
  const [command, ...args] = commandOf(DISPATCHER);
  const place = placeOf({ project: here.project }, here.env, here.project);
  const make = () => planAgentInstall({ registrar, scope, place }, { command, args }, NEEDS);
  expect(applyPlan(make(), make, here.state, new Date(0))).toMatchObject({ ok: true });
  trust(agent, here);
  return here;
}

/** What a person does in the agent. */
function trust(agent: string, here: Lab): void {
  if (agent === 'gemini')
    here.write(join(here.home, '.gemini/trustedFolders.json'), JSON.stringify({ [here.project]: 'TRUST_FOLDER' }));
  const file = join(here.home, '.codex/hooks.json');
  if (agent !== 'codex' || !existsSync(file)) return;
  const { hooks } = JSON.parse(readFileSync(file, 'utf8')) as {
    hooks: { PreToolUse: { matcher: string; hooks: { command: string; timeout: number }[] }[] };
  };
  const [group] = hooks.PreToolUse;
  const [handler] = group?.hooks ?? [];
  if (group === undefined || handler === undefined) throw new Error('no entry');
  const hash = hashOf({ ...handler, matcher: group.matcher });
  here.write(
    join(here.home, '.codex/config.toml'),
    `[hooks.state.${JSON.stringify(`${file}:pre_tool_use:0:0`)}]\ntrusted_hash = "${hash}"\n`,
  );
}

function diagnose(agent: string, here: Lab, cwd = here.project): Promise<DoctorReport> {
  const registrar = registrarNamed(agent);
  if (registrar === null) throw new Error(agent);
  return diagnoseAgent(registrar, startPlace({}, here.env, cwd));
}

const problemsOf = ({ checks }: DoctorReport): string[] =>
  checks.filter(({ status }) => status === 'problem').map(({ id }) => id);

function change(here: Lab, path: string, edit: (text: string) => string): void {
  const file = join(here.home, path);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, edit(text));
}

it.each(REGISTRARS.map(({ agent }) => agent))('%s: the registered command line refuses the canary', async (agent) => {
  const report = await diagnose(agent, registered(agent));
  expect({
    agent: report.agent,
    canary: report.canary.map(({ outcome }) => outcome),
    problems: problemsOf(report),
    armed: report.armed,
  }).toEqual({
    agent,
    canary: (registrarNamed(agent)?.events['before-tool'] ?? []).map(() => 'denied'),
    problems: [],
    armed: true,
  });
});

const setKey = (key: string, value: unknown) => (text: string) =>
  JSON.stringify({ ...(JSON.parse(text || '{}') as object), [key]: value });

describe('NOT ARMED', () => {
  it.each<[what: string, agent: string, path: string, edit: (text: string) => string, id: string]>([
    ['an untrusted folder', 'gemini', '.gemini/trustedFolders.json', () => '{}', 'agent-untrusted'],
    ['a missing trust hash', 'codex', '.codex/config.toml', () => '', 'agent-untrusted'],
    [
      'a trust hash of another entry',
      'codex',
      '.codex/config.toml',
      (text) => text.replace(/sha256:../, 'sha256:zz'),
      'agent-untrusted',
    ],
    ['a key that drops the file', 'codex', '.codex/hooks.json', setKey('$schema', 'x'), 'agent-file-dropped'],
    [
      'a broken neighbour that drops all hooks',
      'kimi',
      '.kimi-code/config.toml',
      (text) => `${text}\n[[hooks]]\nevent = "Stop"\ncommand = "x"\nonce = true\n`,
      'agent-file-dropped',
    ],
    [
      'a neighbour with half a second',
      'kimi',
      '.kimi-code/config.toml',
      (text) => `${text}\n[[hooks]]\nevent = "Stop"\ncommand = "x"\ntimeout = 0.5\n`,
      'agent-file-dropped',
    ],
    ['an off switch', 'qwen', '.qwen/settings.json', setKey('disableAllHooks', true), 'agent-switched-off'],
    [
      'an off switch',
      'gemini',
      '.gemini/settings.json',
      setKey('hooksConfig', { enabled: false }),
      'agent-switched-off',
    ],
    ['an off switch', 'droid', '.factory/settings.json', setKey('hooksDisabled', true), 'agent-switched-off'],
    [
      'a timeout in seconds where milliseconds count',
      'gemini',
      '.gemini/settings.json',
      (text) => text.replaceAll('15000', '15'),
      'agent-timeout',
    ],
    [
      'a timeout that is read as milliseconds',
      'qwen',
      '.qwen/settings.json',
      (text) => text.replaceAll('"timeout": 15', '"timeout": 1500'),
      'agent-timeout',
    ],
    [
      'a hook that a migration has copied',
      'gemini',
      '.gemini/settings.json',
      (text) => text.replaceAll('--agent gemini', '--agent claude-code'),
      'agent-copied',
    ],
  ])('%s (%s)', async (_, agent, path, edit, id) => {
    const here = registered(agent);
    change(here, path, edit);
    const report = await diagnose(agent, here);
    expect({ armed: report.armed, problems: problemsOf(report) }).toEqual({
      armed: false,
      problems: expect.arrayContaining([id]) as string[],
    });
  });

  it('an off switch in the environment (opencode)', async () => {
    const here = registered('opencode');
    const report = await diagnose('opencode', { ...here, env: { ...here.env, OPENCODE_PURE: '1' } });
    expect(problemsOf(report)).toEqual(['agent-switched-off']);
  });

  it('an untrusted folder, for hooks of the project alone (copilot)', async () => {
    expect(problemsOf(await diagnose('copilot', registered('copilot', 'project')))).toEqual(['agent-untrusted']);
  });

  it('a session in a sub-directory, where the settings of the project do not reach (droid)', async () => {
    const here = registered('droid', 'project');
    mkdirSync(join(here.project, '.git'));
    mkdirSync(join(here.project, 'sub'));
    expect(problemsOf(await diagnose('droid', here))).toEqual([]);
    expect(problemsOf(await diagnose('droid', here, join(here.project, 'sub')))).toEqual(['agent-not-reached']);
  });

  it('a dispatcher that is gone, and an agent that was never registered', async () => {
    const here = registered('codex');
    change(here, '.codex/hooks.json', (text) =>
      text.replaceAll(DISPATCHER, DISPATCHER.replace(/dispatcher/, 'gone/dispatcher')),
    );
    trust('codex', here);
    const gone = await diagnose('codex', here);
    expect(gone.canary).toMatchObject([{ outcome: 'failed', blocksAll: true }]);
    expect(problemsOf(gone)).toEqual(['canary-failed']);
    expect(problemsOf(await diagnose('qwen', here))).toEqual(['agent-not-registered']);
  });
});

it('the command says it, for people and as JSON', async () => {
  const here = registered('qwen');
  const json = await hookctl(['doctor', '--agent', 'qwen', '--json'], { env: here.env, cwd: here.project });
  expect(JSON.parse(json.stdout)).toMatchObject({ armed: true, agent: 'qwen', canary: [{ outcome: 'denied' }] });
  const text = await hookctl(['doctor', '--agent', 'kimi'], { env: here.env, cwd: here.project });
  expect(text).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining('hookctl is not registered with Kimi Code.') as string,
  });
});
