import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTrail } from '../../src/audit/query/read-trail.ts';
import { verifyTrail } from '../../src/audit/verify/verify-trail.ts';
import { DISPATCHER, processLab, type Lab } from '../support/dispatcher.ts';
import { hookctl } from '../support/hookctl.ts';
import { bash } from '../support/payloads.ts';

const POLICY = 'policy: 1\nrules:\n  no: { before: run, when: { runs: rm }, deny: "no rm" }\n';
const verify = (here: Lab, ...args: string[]) =>
  hookctl(['audit', 'verify', '--state-dir', here.state, ...args], { env: here.env });

it('64 hooks at once, over several files: the chain is whole, and a change is told with file and line', async () => {
  const here = processLab(POLICY, { HOOKCTL_AUDIT_SEGMENT_BYTES: '20000', HOOKCTL_DEADLINE_MS: '60000' });
  await here.answer(bash('ls'));
  await Promise.all(Array.from({ length: 64 }, (_, i) => here.answer(bash('rm x', { tool_use_id: `t${i}` }))));
  const report = verifyTrail(here.state);
  expect(report).toMatchObject({ ok: true, lines: 65, unfinished: 0, unwitnessed: 0, findings: [] });
  expect(report.segments).toBeGreaterThan(1);
  expect(here.audit().every(({ payload, payloadCut }) => payload !== null && !payloadCut)).toBe(true);

  const fine = await verify(here);
  expect([fine.exitCode, fine.stderr]).toEqual([0, '']);
  expect(fine.stdout).toBe(`65 records in ${report.segments} files: unchanged\nhead ${report.head.join(' ')}\n`);

  const file = join(here.state, 'audit', 'trail-000001.jsonl');
  const lines = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, lines.with(4, lines[4]?.replace('"deny"', '"none"') ?? '').join('\n'));
  const broken = await verify(here);
  expect([broken.exitCode, broken.stdout.split('\n')[0]]).toEqual([
    1,
    `${file}:5: edited: its hash does not fit its text`,
  ]);
  expect(JSON.parse((await verify(here, '--json')).stdout)).toMatchObject({
    ok: false,
    findings: [{ kind: 'edited', file, line: 5 }],
  });
});

it('hooks killed at any moment lose no decision that was given, and leave nothing that looks like tampering', async () => {
  const here = processLab(POLICY, { HOOKCTL_AUDIT_SEGMENT_BYTES: '15000' });
  const started = Date.now();
  await here.answer(bash('rm x', { tool_use_id: 'first' }));
  const usual = Date.now() - started;
  const given = ['first'];
  for (let round = 0; round < 15; round++) {
    const wave = Array.from({ length: 4 }, (_, i) => killed(here, `k${round}-${i}`, Math.random() * usual * 3));
    for (const id of await Promise.all(wave)) if (id !== null) given.push(id);
    await here.answer(bash('rm x', { tool_use_id: `a${round}` }));
    given.push(`a${round}`);
  }
  const report = verifyTrail(here.state);
  expect(report.findings).toEqual([]);
  const kept = new Set([...readTrail(here.state)].map(({ record }) => record?.callId));
  expect(given.filter((id) => !kept.has(id))).toEqual([]);
});

/** The call's id if the hook had answered before it was killed. */
function killed(here: Lab, id: string, afterMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    const hook = spawn(process.execPath, [DISPATCHER], { env: here.env, cwd: here.project });
    let answer = '';
    hook.stdout.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    hook.stdin.on('error', () => undefined);
    hook.stdin.end(JSON.stringify({ session_id: 's1', cwd: here.project, ...bash('rm x', { tool_use_id: id }) }));
    const timer = setTimeout(() => hook.kill('SIGKILL'), afterMs);
    hook.on('close', () => {
      clearTimeout(timer);
      resolve(answer.endsWith('}\n') ? id : null);
    });
  });
}

it('wrong use gets one line', async () => {
  const here = processLab();
  const asked = async (...args: string[]) => {
    const { exitCode, stderr } = await hookctl(['audit', ...args], { env: here.env });
    return [exitCode, stderr.split('\n')[0]];
  };
  expect(await asked()).toEqual([2, 'hookctl audit: give an action: verify or prune']);
  expect(await asked('check')).toEqual([2, 'hookctl audit: unexpected argument "check"']);
  expect(await asked('verify', '--expect', 'abc')).toEqual([
    2,
    'hookctl audit: --expect takes the 64 digits of a hash, not "abc"',
  ]);
  expect(await asked('verify', '--state-dir', '/nowhere')).toEqual([
    2,
    'hookctl audit: there is no directory /nowhere',
  ]);
  expect(await asked('prune')).toEqual([2, 'hookctl audit: --keep takes the number of files to keep, at least 1']);
  const agent = await hookctl(['audit', 'prune', '--keep', '1'], { env: { ...here.env, CLAUDECODE: '1' } });
  expect([agent.exitCode, agent.stderr]).toEqual([1, expect.stringContaining('started by an agent (CLAUDECODE)')]);
  const none = await hookctl(['audit', 'verify'], { env: here.env });
  expect([none.exitCode, none.stdout]).toEqual([0, `There is no audit trail in ${here.state} yet.\n`]);
});
