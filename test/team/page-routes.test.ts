import { describe, expect, it } from 'vitest';
import { DATABASE } from '../store/opened.ts';
import { recordAt, refusal, storedDecision } from '../store/records.ts';
import { recordId } from '../../src/audit/record/record-id.ts';
import { queried, unreachable } from './queried.ts';
import { type TeamLab, teamLab, type TeamServer } from './team-server.ts';

const JSON_BODY = { 'content-type': 'application/json' };
const PUBLIC = 'hooks.example.com';

async function decided(team: TeamLab): Promise<string> {
  const id = recordId(Date.now());
  const decision = storedDecision(recordAt(Date.now(), refusal('no-x')), id);
  await team.store.units.unit({ team: 'acme', sessions: [], repeated: [] }, (unit) => unit.add(decision));
  return id;
}

async function cookieOf(server: TeamServer, token: string, headers: Record<string, string> = {}): Promise<string> {
  const body = JSON.stringify({ token });
  const reply = await server.ask('/v1/session', { method: 'POST', body, headers: { ...JSON_BODY, ...headers } });
  return reply.headers.get('set-cookie') ?? '';
}

describe.skipIf(DATABASE.url === '')('who may read', () => {
  it('a token with the scope read, and none other; without one the page is there and no answer is', async () => {
    const team = await teamLab();
    await decided(team);
    const server = await team.serve();
    const statusOf = async (token?: string) =>
      (await server.ask('/v1/decisions', token === undefined ? {} : { token })).status;
    const machine = await team.token(['decide', 'report', 'policy']);
    const old = await team.store.tokens.make({
      team: 'acme',
      scopes: ['read'],
      label: 'old',
      expiresAt: new Date(Date.now() - 1_000),
    });
    expect({
      nobody: await statusOf(),
      wrong: await statusOf('hk_aaaaaaaaaaaa_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'),
      machine: await statusOf(machine),
      enrol: await statusOf(await team.token(['enrol'])),
      expired: await statusOf(old),
      read: await statusOf(await team.token(['read'])),
      signIn: [await cookieOf(server, machine), await cookieOf(server, old)],
      page: (await server.ask('/fleet')).status,
    }).toEqual({
      nobody: 401,
      wrong: 401,
      machine: 401,
      enrol: 401,
      expired: 401,
      read: 200,
      signIn: ['', ''],
      page: 200,
    });
    const refused = JSON.parse((await server.ask('/v1/decisions')).text) as unknown;
    expect(refused).toMatchObject({
      error: { code: 'token-needed', hint: expect.stringContaining('hookctl token make') },
    });
  });

  it('a browser has a token of its own, on every server, that ends with the first one and by signing out', async () => {
    const team = await teamLab();
    const id = await decided(team);
    const token = await team.store.tokens.make({ team: 'acme', scopes: ['read', 'admin'], label: 'ana' });
    const [one, two] = [await team.serve(), await team.serve()];
    // Cookies of loopback have the port in their name, and no browser asks two ports with one.
    const cookie = async (server: TeamServer) => {
      const [pair = ''] = (await cookieOf(server, token)).split(';');
      return pair.slice(pair.indexOf('=') + 1);
    };
    const value = await cookie(one);
    expect(value).not.toContain(token.slice(-43));
    const read = async (server: TeamServer, own: string) =>
      (await server.ask('/v1/about', { headers: { cookie: `hookctl-${new URL(server.origin).port}=${own}` } })).status;
    expect([await read(one, value), await read(two, value)]).toEqual([200, 200]);
    // It reads and marks, whatever the first token may do besides.
    const publish = await one.ask('/v1/policy', { method: 'PUT', token: value, body: '{}' });
    expect(publish.status).toBe(403);
    const marked = await one.ask('/v1/marks', {
      method: 'POST',
      headers: { ...JSON_BODY, cookie: `hookctl-${new URL(one.origin).port}=${value}` },
      body: JSON.stringify({ id, machine: 'm1', kind: 'false-alarm', note: 'ours' }),
    });
    expect(marked.status).toBe(200);
    const detail = JSON.parse((await one.ask(`/v1/decisions/${id}?machine=m1`, { token })).text) as unknown;
    expect(detail).toMatchObject({ row: { host: 'host-1', mark: 'false-alarm' }, mark: { note: 'ours', by: 'ana' } });
    const second = await cookie(one);
    const out = await one.ask('/v1/session', {
      method: 'DELETE',
      headers: { cookie: `hookctl-${new URL(one.origin).port}=${second}` },
    });
    expect([out.status, await read(one, second), await read(one, value)]).toEqual([200, 401, 200]);
    await queried(team.databaseUrl, "UPDATE token SET revoked_at = now() WHERE label = 'ana' AND parent IS NULL");
    const three = await team.serve();
    expect(await read(three, value)).toBe(401);
    expect((await team.store.tokens.list('acme')).map(({ label }) => label)).toEqual(['ana']);
  });

  it('one team sees nothing of another', async () => {
    const team = await teamLab();
    const id = await decided(team);
    await team.store.ensureTeam('other');
    const token = await team.store.tokens.make({ team: 'other', scopes: ['read'], label: 'spy' });
    const server = await team.serve();
    const bodyOf = async (path: string) =>
      JSON.parse((await server.ask(path, { token })).text) as Record<string, unknown>;
    expect({
      list: (await bodyOf('/v1/decisions'))['total'],
      one: (await server.ask(`/v1/decisions/${id}`, { token })).status,
      named: (await server.ask(`/v1/decisions/${id}?machine=m1`, { token })).status,
      sessions: (await bodyOf('/v1/sessions'))['sessions'],
      session: (await server.ask('/v1/sessions/s1', { token })).status,
      hits: ((await bodyOf('/v1/rules'))['rules'] as { hits: number }[]).filter(({ hits }) => hits > 0),
      machines: (await bodyOf('/v1/machines'))['machines'],
      mark: (
        await server.ask('/v1/marks', {
          method: 'POST',
          token,
          headers: JSON_BODY,
          body: JSON.stringify({ id, kind: 'right' }),
        })
      ).status,
    }).toEqual({ list: 0, one: 404, named: 404, sessions: [], session: 404, hits: [], machines: [], mark: 404 });
  });

  it('answers to its own names and its own page; on https the cookie is bound to the host', async () => {
    const team = await teamLab();
    const token = await team.token(['read']);
    const server = await team.serve(['--public-url', `https://${PUBLIC}`]);
    const { request } = await import('node:http');
    const ask = (headers: Record<string, string>, method = 'GET', body = '') =>
      new Promise<{ status: number | undefined; cookie: string }>((done, failed) => {
        const path = method === 'GET' ? '/v1/about' : '/v1/session';
        const sent = request(server.origin + path, { method, headers }, (reply) => {
          reply.resume();
          done({ status: reply.statusCode, cookie: String(reply.headers['set-cookie'] ?? '') });
        });
        sent.on('error', failed).end(body);
      });
    const bearer = { authorization: `Bearer ${token}` };
    const own = { ...bearer, host: PUBLIC };
    expect([
      (await ask(own)).status,
      (await ask({ ...bearer, host: 'evil.example' })).status,
      (await ask({ ...own, origin: 'https://evil.example' })).status,
      (await ask({ ...own, origin: `http://${PUBLIC}` })).status,
      (await ask({ ...own, origin: `https://${PUBLIC}`, 'sec-fetch-site': 'same-origin' })).status,
      (await ask({ ...own, 'sec-fetch-site': 'cross-site' })).status,
    ]).toEqual([200, 403, 403, 403, 200, 403]);
    const { cookie } = await ask({ host: PUBLIC, ...JSON_BODY }, 'POST', JSON.stringify({ token }));
    expect(cookie).toMatch(/^__Host-hookctl=hk_[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
  });

  it('the database away, or broken: a reason without its internals, and the page stays', async () => {
    const team = await teamLab();
    const token = await team.token(['read']);
    const server = await team.serve();
    const errorOf = async () => {
      const { status, text } = await server.ask('/v1/decisions', { token });
      return [status, (JSON.parse(text) as { error?: object }).error];
    };
    expect(await errorOf()).toEqual([200, undefined]);
    await unreachable(team.databaseUrl, async () => {
      expect(await errorOf()).toMatchObject([503, { code: 'store-away' }]);
      expect((await server.ask('/live')).status).toBe(200);
    });
    await expect.poll(errorOf, { timeout: 20_000 }).toEqual([200, undefined]);
    await queried(team.databaseUrl, 'ALTER TABLE decision RENAME TO gone');
    expect(await errorOf()).toEqual([
      500,
      { code: 'internal', message: 'The server failed.', hint: 'Its log says why.' },
    ]);
  });
});
