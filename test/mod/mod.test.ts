import { statSync, utimesSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ModEngine, ToolCheckHook, ToolVerdict } from '../../src/mod/claude-code-mods.ts';
import { lab, type Lab } from '../support/dispatcher.ts';
import { hookctl } from '../support/hookctl.ts';
import { findOffer, grantOnce } from '../../src/session/grants/grant-call.ts';
import { bash } from '../support/payloads.ts';

const POLICY = `policy: 1
extends: [pack:recommended]
rules:
  no-prod: { before: run, when: { runs: deploy prod }, deny: "No deploys to prod." }
  confirm: { before: run, when: { runs: deploy }, ask: "Deploy?" }
  long: { before: read, when: { file.lines: "> 100" }, deny: "{path} is long." }
  twice: { before: write, when: { count.edits: ">= 2" }, deny: "Edited twice already." }
  by-hand: { before: run, when: { runs: publish, env.RELEASE: absent }, deny: "Only in a release." }
  on-main: { before: run, when: { runs: release, branch: main }, deny: "Not from main." }
`;

/** The mod as `hookctl mod` writes it, with the client's part played over this machine's files. */
async function loadMod(place: Lab) {
  // Node loads what is in a folder `dist`; vitest would transform it.
  const directory = join(place.home, 'dist/mod');
  const written = await hookctl(['mod', directory, '--project', place.project], { env: place.env, cwd: place.project });
  expect(written).toMatchObject({ exitCode: 0, stderr: '' });
  const { register } = (await import(`${join(directory, 'hooks/register.mjs')}?${Math.random()}`)) as {
    register: (on: (event: string, hook: ToolCheckHook) => void) => void;
  };
  let hook: ToolCheckHook | undefined;
  register((event, given) => {
    expect(event).toBe('tool.check');
    hook = given;
  });
  const logged: string[] = [];
  const engine: ModEngine = {
    session: { id: async () => 's1', cwd: async () => place.project },
    clock: { now: async () => Date.now() },
    fs: {
      read: (path) => readFile(path, 'utf8'),
      stat: async (path) => {
        const found = await stat(path);
        const kind = found.isFile() ? 'file' : found.isDirectory() ? 'dir' : 'other';
        return { kind, size: found.size, mtimeMs: found.mtimeMs };
      },
    },
    ui: { log: (text) => void logged.push(text) },
  };
  const check = (tool: string, input: object, core: ToolVerdict = { decision: 'allow' }, id = 'call-1') =>
    hook?.(engine, { tool, input, tool_use_id: id }, async () => core);
  return { directory, check, logged };
}

it('says what the dispatcher says, where that is certain', async () => {
  const place = lab(POLICY);
  place.write('long.txt', 'x\n'.repeat(200));
  const mod = await loadMod(place);
  const calls: [string, object][] = [
    ['Bash', { command: 'ls -la' }],
    ['Bash', { command: 'deploy prod' }],
    ['Bash', { command: 'deploy staging' }],
    ['Bash', { command: 'rm -rf /' }],
    ['Bash', { command: "bash -c 'env git push -f origin main'" }],
    ['Read', { file_path: join(place.project, 'long.txt') }],
    ['Read', { file_path: join(place.project, 'missing.txt') }],
    ['Write', { file_path: join(place.home, '.ssh/config'), content: 'x' }],
  ];
  for (const [tool, input] of calls) {
    const answer = await place.answer({ hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input });
    const { permissionDecision = 'allow', permissionDecisionReason } = answer?.hookSpecificOutput ?? {};
    expect([input, await mod.check(tool, input)]).toEqual([
      input,
      permissionDecisionReason === undefined
        ? { decision: 'allow' }
        : { decision: permissionDecision, reason: permissionDecisionReason },
    ]);
  }
});

it('reads the memory that the settings hook keeps', async () => {
  const place = lab(POLICY);
  const mod = await loadMod(place);
  const edit = { file_path: join(place.project, 'a.ts'), old_string: 'a', new_string: 'b' };
  expect(await mod.check('Edit', edit)).toEqual({ decision: 'allow' });
  for (const id of ['a', 'b'])
    await place.answer({ hook_event_name: 'PostToolUse', tool_name: 'Edit', tool_input: edit, tool_use_id: id });
  expect(await mod.check('Edit', edit)).toEqual({ decision: 'deny', reason: 'Edited twice already. [twice]' });
});

it('what only the settings hook can find out is left to it, and a refusal of the client stands', async () => {
  const mod = await loadMod(lab(POLICY));
  for (const command of ['release', 'publish'])
    expect(await mod.check('Bash', { command })).toEqual({ decision: 'allow' });
  const refused: ToolVerdict = { decision: 'deny', reason: 'by a rule' };
  expect(await mod.check('Bash', { command: 'deploy prod' }, refused)).toEqual(refused);
});

it('a call that a person permitted once is not stopped behind the settings hook', async () => {
  const place = lab('policy: 1\nrules:\n  no-prod: { before: run, when: { runs: deploy prod }, deny: "No." }\n');
  const mod = await loadMod(place);
  const call = { ...bash('deploy prod'), tool_use_id: 'call-7' };
  const denied = await place.answer(call);
  const code = /allow-once (\w+)/.exec(denied?.hookSpecificOutput?.permissionDecisionReason ?? '')?.[1] ?? '';
  expect(await mod.check('Bash', { command: 'deploy prod' }, undefined, 'call-7')).toMatchObject({ decision: 'deny' });
  const offer = findOffer(place.state, code);
  if (typeof offer === 'string') throw new Error(offer);
  grantOnce(place.state, offer, Date.now());
  expect(await place.answer(call)).toBeNull();
  expect(await mod.check('Bash', { command: 'deploy prod' }, undefined, 'call-7')).toEqual({ decision: 'allow' });
  expect(await mod.check('Bash', { command: 'deploy prod' }, undefined, 'call-8')).toMatchObject({ decision: 'deny' });
});

it('rules that are out of date step back and say so', async () => {
  const place = lab(POLICY);
  const mod = await loadMod(place);
  const policy = join(place.project, '.hookctl/policy.yaml');
  utimesSync(policy, new Date(), new Date(statSync(policy).mtimeMs + 5_000));
  expect(await mod.check('Bash', { command: 'deploy prod' })).toEqual({ decision: 'allow' });
  expect(mod.logged.join()).toContain('has changed since this mod was made');
});

it('the settings hook and doctor say where a person sees it that a mod is out of date, until it is written again', async () => {
  const place = lab(POLICY);
  const mod = await loadMod(place);
  const start = { hook_event_name: 'SessionStart', source: 'startup' };
  const doctor = async () => {
    const { stdout } = await hookctl(['doctor', '--json'], { env: place.env, cwd: place.project });
    const { checks } = JSON.parse(stdout) as { checks: { id: string; fix: string }[] };
    return checks.filter(({ id }) => id === 'mod-out-of-date').map(({ fix }) => fix);
  };
  expect(await place.answer(start)).toBe(null);
  expect(await doctor()).toEqual([]);
  const policy = join(place.project, '.hookctl/policy.yaml');
  utimesSync(policy, new Date(), new Date(statSync(policy).mtimeMs + 5_000));
  expect(await place.answer(start)).toEqual({
    systemMessage: `hookctl: The mod in ${mod.directory} was made from an older policy and decides nothing: ${policy} has changed since. Run \`hookctl mod ${mod.directory}\`.`,
  });
  expect(await place.answer({ hook_event_name: 'UserPromptSubmit', prompt: 'x' })).toBe(null);
  expect(await doctor()).toEqual([`hookctl mod ${mod.directory}`]);
  await loadMod(place);
  expect(await place.answer(start)).toBe(null);
});

it('a directory that holds something else is left alone, and a broken policy is not written', async () => {
  const place = lab(POLICY);
  place.write('other/file.txt', 'mine');
  const refused = await hookctl(['mod', join(place.project, 'other')], { env: place.env, cwd: place.project });
  expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
  place.write('.hookctl/policy.yaml', 'policy: 1\nrules: { x: { befor: run } }\n');
  const broken = await hookctl(['mod', join(place.project, 'new')], { env: place.env, cwd: place.project });
  expect(broken).toMatchObject({ exitCode: 1, stdout: '' });
  expect(broken.stderr).toContain('nothing was written');
});
