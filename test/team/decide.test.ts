import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { recordId } from '../../src/audit/record/record-id.ts';
import { hookctl } from '../support/hookctl.ts';
import { bash } from '../support/payloads.ts';
import { DATABASE } from '../store/opened.ts';
import { published } from './published.ts';
import { queried, unreachable } from './queried.ts';
import { teamLab } from './team-server.ts';

const POLICY = `policy: 1
defaults: { on-error: ask }
rules:
  no-x: { before: run, when: { runs: x }, deny: "No x." }
  no-big: { before: write, when: { file.lines: "> 10" }, deny: "Too long.", on-error: deny }
`;
const COUNTING = `policy: 1
counters: { n: { of: any, per: session } }
rules:
  c: { after: run, when: { count.n: "> 0" }, inject: "n {count.n}." }
`;
const ROWS = `SELECT verdict, rules, bundle, EXISTS (SELECT 1 FROM record WHERE record.id = decision.id AND line <> '') AS kept
  FROM decision ORDER BY came_at, id`;

const payload = (body: object, session = 's1') =>
  JSON.stringify({ session_id: session, cwd: '/work/project', ...body });
const verdict = (text: string) =>
  (JSON.parse(text) as { hookSpecificOutput: { permissionDecision: string } }).hookSpecificOutput.permissionDecision;

describe.skipIf(DATABASE.url === '')('decisions of a team server', () => {
  it('judges by the published policy, and puts the answer on record before it is sent', async () => {
    const lab = await teamLab();
    await published(lab.store, POLICY);
    const token = await lab.token(['decide']);
    const server = await lab.serve();
    const post = (body: object) => server.ask('/v1/hook', { method: 'POST', token, body: payload(body) });
    const refused = await post(bash('x'));
    expect([refused.status, verdict(refused.text)]).toEqual([200, 'deny']);
    expect((await post(bash('y'))).text).toBe('');
    expect(await queried(lab.databaseUrl, ROWS)).toEqual([
      { verdict: 'deny', rules: ['no-x'], bundle: 1, kept: true },
      { verdict: 'none', rules: [], bundle: 1, kept: false },
    ]);
    expect(await server.stop()).toBe(0);
  });

  it("never looks at its own disk: what it cannot know is unknown, and the rule's on-error decides", async () => {
    const lab = await teamLab();
    await published(lab.store, POLICY);
    const token = await lab.token(['decide']);
    const server = await lab.serve();
    // The server could read this file, and would find it short.
    const input = { file_path: '/etc/hostname', old_string: 'a', new_string: 'b' };
    const edit = { hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_input: input };
    const { text } = await server.ask('/hook', { method: 'POST', token, body: payload(edit) });
    expect(verdict(text)).toBe('deny');
  });

  it('a repeated record is answered from the store, by any server', async () => {
    const lab = await teamLab();
    await published(lab.store, COUNTING);
    const token = await lab.token(['decide']);
    const servers = [await lab.serve(), await lab.serve()];
    const after = { ...bash('ls'), hook_event_name: 'PostToolUse', tool_response: { stdout: '' } };
    const ask = async (server: number, record: string, attempt: number) => {
      const headers = { 'hookctl-record': record, 'hookctl-attempt': String(attempt) };
      const reply = await servers[server]?.ask('/hook', { method: 'POST', token, headers, body: payload(after) });
      return /n (\d+)\./.exec(reply?.text ?? '')?.[1];
    };
    const [first, second] = [recordId(Date.now()), recordId(Date.now() + 1)];
    expect(await ask(0, first, 1)).toBe('1');
    expect(await ask(1, second, 1)).toBe('2');
    expect(await ask(1, first, 2)).toBe('1');
    // Without saying that it is a repetition: found out by the database.
    expect(await ask(0, second, 1)).toBe('2');
    expect(await queried(lab.databaseUrl, ROWS)).toHaveLength(2);
  });

  it('the database away: 503 and not ready, and nothing is acknowledged', async () => {
    const lab = await teamLab();
    const token = await lab.token(['decide']);
    const server = await lab.serve();
    const post = (session: string) => server.ask('/hook', { method: 'POST', token, body: payload(bash('y'), session) });
    await post('s1');
    await unreachable(lab.databaseUrl, async () => {
      const { status, text } = await post('s2');
      expect({ status, ...(JSON.parse(text) as object) }).toMatchObject({ status: 503, error: { code: 'store-away' } });
      expect((await server.ask('/health/ready')).status).toBe(503);
      expect((await server.ask('/health/live')).status).toBe(200);
    });
    await expect.poll(async () => (await server.ask('/health/ready')).status).toBe(200);
    expect((await post('s2')).status).toBe(200);
    expect(await queried(lab.databaseUrl, ROWS)).toHaveLength(2);
  });
});

describe.skipIf(DATABASE.url === '')('who may ask a team server', () => {
  it('tokens: none, wrong, revoked, of another scope', async () => {
    const lab = await teamLab();
    const server = await lab.serve();
    const reader = await lab.token(['read']);
    const revoked = await lab.token(['decide']);
    await lab.store.tokens.revoke('acme', revoked.split('_')[1] ?? '');
    const wrong = `${reader.slice(0, -2)}${reader.endsWith('aa') ? 'bb' : 'aa'}`;
    const statuses = [];
    for (const token of ['', 'nonsense', wrong, revoked, reader])
      statuses.push((await server.ask('/hook', { method: 'POST', body: '{}', token })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 403]);
  });

  it('the database holds no token', async () => {
    const lab = await teamLab();
    const token = await lab.token(['decide']);
    const rows = await queried<{ row: string }>(lab.databaseUrl, 'SELECT token::text AS row FROM token');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(token.slice(-43));
  });

  it('only its own host names and its own page', async () => {
    const lab = await teamLab();
    const server = await lab.serve(['--public-url', 'https://hooks.example.com']);
    const status = (headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const done = (code: number | undefined) => resolve(code ?? 0);
        const asked = request(`${server.origin}/health`, { headers }, (response) => done(response.resume().statusCode));
        asked.on('error', reject).end();
      });
    expect([
      await status({ host: 'hooks.example.com' }),
      await status({ host: 'rebound.example.org' }),
      await status({ origin: 'https://hooks.example.com' }),
      await status({ origin: 'https://evil.example.org' }),
    ]).toEqual([200, 403, 200, 403]);
  });

  it.each([
    [['--host', '0.0.0.0'], /give --public-url/],
    [['--host', '0.0.0.0', '--public-url', 'https://h.example'], /--behind-proxy/],
    [['--public-url', 'ftp://h.example'], /not an http or https URL/],
    [['--token-file', 'x'], /a team has tokens/],
    [['--database-url', 'mysql://x'], /begins with postgres:/],
  ])('%s is wrong use', async (args, message) => {
    const env = { PATH: process.env['PATH'] ?? '', HOOKCTL_DATABASE_URL: DATABASE.url };
    const { exitCode, stderr } = await hookctl(['serve', ...args], { env });
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  it('hookctl token makes, lists and revokes', async () => {
    const lab = await teamLab();
    const env = { PATH: process.env['PATH'] ?? '', HOOKCTL_DATABASE_URL: lab.databaseUrl };
    const token = (...args: string[]) => hookctl(['token', ...args, '--team', 'acme', '--json'], { env });
    const made = await token('make', '--scopes', 'decide', '--label', 'ci');
    const { token: text } = JSON.parse(made.stdout) as { token: string };
    const id = text.split('_')[1] ?? '';
    expect(await lab.store.tokens.find(text)).toMatchObject({ team: 'acme', scopes: ['decide'] });
    expect(JSON.parse((await token('list')).stdout)).toMatchObject({ tokens: [{ id, label: 'ci', revokedAt: null }] });
    expect((await token('revoke', id)).exitCode).toBe(0);
    expect(await lab.store.tokens.find(text)).toBeNull();
  });
});
