import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lab, processLab } from '../support/dispatcher.ts';
import { hookctl } from '../support/hookctl.ts';
import { serving } from './serving.ts';
import { bash } from '../support/payloads.ts';

const DENY = 'policy: 1\nrules:\n  no-x: { before: run, when: { runs: x }, deny: "No x.", locked: true }\n';

const payload = (project: string, command: string, session = 's1') =>
  JSON.stringify({ session_id: session, cwd: project, ...bash(command) });

it('answers over HTTP, remembers a policy that changed, and ends when it is told to', async () => {
  const place = lab(DENY);
  const server = await serving({ env: place.env, cwd: place.project });
  const decision = async (command: string) => (await server.post(payload(place.project, command))).body;
  // Three times: what was said of a call is kept from the second on.
  for (let i = 0; i < 3; i++) {
    expect(await decision('x')).toContain('No x. [no-x]');
    expect(await decision('y')).toBe('');
  }
  place.write('.hookctl/policy.yaml', DENY.replaceAll('no-x', 'no-y').replace('runs: x', 'runs: y'));
  // Files are looked at again when some milliseconds have passed; the first answer after that is from the new policy.
  await expect.poll(() => decision('y'), { timeout: 20_000 }).toContain('[no-y]');
  expect(await decision('x')).toBe('');
  expect(await server.stop()).toBe(0);
});

it('takes the project from the working directory of the payload, not from a field of the tool', async () => {
  const place = lab();
  const env = { ...place.env };
  delete env['CLAUDE_PROJECT_DIR'];
  for (const name of ['one', 'two']) {
    const project = join(place.project, name);
    mkdirSync(join(project, '.hookctl'), { recursive: true });
    execFileSync('git', ['init', '-q', project]);
    writeFileSync(join(project, '.hookctl/policy.yaml'), DENY.replace('No x.', `No x in ${name}.`));
  }
  const server = await serving({ env, cwd: place.project });
  const asked = JSON.stringify({
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'x', cwd: join(place.project, 'one') },
    cwd: join(place.project, 'two'),
  });
  expect((await server.post(asked)).body).toContain('No x in two.');
});

it('a payload that cannot be read is refused where the policy says so, and asked about elsewhere', async () => {
  const strict = lab(`${DENY}defaults: { on-error: deny }\n`);
  const server = await serving({ env: strict.env, cwd: strict.project });
  const refused = await server.post('{"hook_event_name":"PreToolUse"');
  expect({ status: refused.status, answer: JSON.parse(refused.body) }).toMatchObject({
    status: 200,
    answer: { decision: 'block', hookSpecificOutput: { permissionDecision: 'deny' } },
  });
  const usual = lab(DENY);
  const other = await serving({ env: usual.env, cwd: usual.project });
  const asked = JSON.parse((await other.post('nonsense')).body) as { hookSpecificOutput: object };
  expect(asked.hookSpecificOutput).toMatchObject({ permissionDecision: 'ask' });
});

it('a mode that is none is told, as the dispatcher tells it', async () => {
  const place = lab(DENY, { HOOKCTL_MODE: 'enforced' });
  const server = await serving({ env: place.env, cwd: place.project });
  const { stdout } = await place.hook(bash('x'));
  const { body } = await server.post(payload(place.project, 'x'));
  expect(JSON.parse(body)).toEqual(JSON.parse(stdout));
  expect(body).toContain('is not enforce, warn or observe');
});

it.each([
  ['a page in a browser', { headers: { origin: 'https://example.com' } }, 403],
  ['a name that was made to point here', { headers: { host: 'rebound.example.com' } }, 403],
  ['another path', { path: '/other' }, 404],
  ['another method', { method: 'PUT' }, 405],
])('%s gets no answer', async (_, options, status) => {
  const place = lab(DENY);
  const server = await serving({ env: place.env, cwd: place.project });
  expect((await server.post(payload(place.project, 'x'), options)).status).toBe(status);
});

it('wants the token where one was given', async () => {
  const place = lab(DENY);
  const token = place.write('token', 'open-sesame\n');
  const server = await serving({ env: place.env, cwd: place.project, args: ['--token-file', token] });
  const asked = (headers: Record<string, string>) => server.post(payload(place.project, 'x'), { headers });
  expect((await asked({})).status).toBe(401);
  expect((await asked({ authorization: 'Bearer wrong' })).status).toBe(401);
  expect((await asked({ authorization: 'Bearer open-sesame' })).body).toContain('No x.');
});

it('health, and a body that is too long', async () => {
  const place = lab(DENY);
  const server = await serving({ env: place.env, cwd: place.project });
  const health = await server.post('', { path: '/health', method: 'GET' });
  expect(JSON.parse(health.body)).toMatchObject({ ok: true });
  expect((await server.post(' '.repeat(33 * 1024 * 1024))).status).toBe(413);
  expect((await server.post(payload(place.project, 'x'))).body).toContain('No x.');
});

it.each([
  ['a port that is none', ['--port', '99999'], /--port 99999 is not a port/],
  ['an address of the network', ['--host', '0.0.0.0'], /not a loopback address/],
  ['a token file that is not there', ['--token-file', '/nowhere/token'], /cannot be read: it does not exist/],
])('%s is wrong use', async (_, args, message) => {
  const { exitCode, stderr } = await hookctl(['serve', ...args]);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(message);
});

it('many requests at once, beside the dispatcher: every decision is on record, and the trail is whole', async () => {
  // Small files, so that the trail goes on in the next one while many write.
  const place = processLab(DENY, { HOOKCTL_AUDIT_SEGMENT_BYTES: '20000' });
  const server = await serving({ env: place.env, cwd: place.project });
  const ran = Array.from({ length: 6 }, () => place.hook(bash('x')));
  const statuses: number[] = [];
  for (let wave = 0; wave < 6; wave++) {
    const asked = Array.from({ length: 20 }, (_, index) => server.post(payload(place.project, 'x', `s${index % 5}`)));
    statuses.push(...(await Promise.all(asked)).map(({ status }) => status));
  }
  await Promise.all(ran);
  expect(statuses).toEqual(statuses.map(() => 200));
  const decisions = statuses.length + ran.length;
  expect(place.audit()).toHaveLength(decisions);
  const verified = await hookctl(['audit', 'verify', '--json'], { env: place.env, cwd: place.project });
  expect((JSON.parse(verified.stdout) as { findings: object[] }).findings).toEqual([]);
  expect(verified).toMatchObject({ exitCode: 0, stderr: '' });
  expect(readdirSync(join(place.state, 'audit')).length).toBeGreaterThan(1);
  const refused = place.audit().filter(({ verdict }) => verdict === 'deny');
  expect(refused).toHaveLength(decisions);
});
