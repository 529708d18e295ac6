import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Lab, lab, processLab } from '../support/dispatcher.ts';
import { hookctl, startHookctl } from '../support/hookctl.ts';
import { bash } from '../support/payloads.ts';
import { DATABASE } from '../store/opened.ts';
import { queried } from './queried.ts';
import { type TeamLab, teamLab, type TeamServer } from './team-server.ts';

const POLICY = 'policy: 1\nrules:\n  no-x: { before: run, when: { runs: x }, deny: "No x." }\n';
/** Decisions of each of three hooks that run at once. */
const EACH = 20;

/** What a client of the server meets on the way to it: nothing, a 503, or a connection that is cut in the middle. */
type Weather = 'fine' | 'away' | 'busy' | 'cut-request' | 'cut-answer';

/** A proxy before the server, whose weather can be changed. */
async function proxied(server: TeamServer): Promise<{ url: string; set: (weather: Weather) => void }> {
  let weather: Weather = 'fine';
  const target = new URL(server.origin);
  const proxy: Server = createServer((request, response) => {
    if (weather === 'away') return void request.socket.destroy();
    if (weather === 'busy') return void response.writeHead(503).end('{"error":{"code":"too-busy","message":"later"}}');
    const upstream = connect(Number(target.port), target.hostname);
    upstream.on('error', () => undefined);
    if (weather === 'cut-request') {
      request.once('data', () => (upstream.destroy(), request.socket.destroy()));
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const headers = {
        ...(request.headers as Record<string, string>),
        host: target.host,
        'content-length': String(body.length),
      };
      void fetch(server.origin + (request.url ?? ''), {
        method: request.method ?? 'GET',
        headers: without(headers),
        ...(body.length > 0 ? { body } : {}),
      }).then(async (reply) => {
        const text = await reply.text();
        // Stored there, and nobody here has heard of it.
        if (weather === 'cut-answer') return void request.socket.destroy();
        const etag = reply.headers.get('etag');
        response.writeHead(reply.status, etag === null ? {} : { etag }).end(text);
      });
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  return { url: `http://127.0.0.1:${(proxy.address() as { port: number }).port}`, set: (next) => (weather = next) };
}

/** What belongs to one connection stays there. */
function without(headers: Record<string, string>): Record<string, string> {
  const own = new Set(['connection', 'content-length', 'transfer-encoding', 'host']);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name)));
}

async function joined(team: TeamLab, url: string, options: string[] = [], place = lab(POLICY)): Promise<Lab> {
  const token = place.write('token', await team.token(['enrol']));
  const { exitCode, stderr } = await hookctl(['join', url, '--token-file', token, ...options], { env: place.env });
  expect([exitCode, stderr]).toEqual([0, '']);
  return place;
}

/** Its hook is a process each time: several run at once, or start the synchronisation. */
const joinedByProcesses = (team: TeamLab, url: string) => joined(team, url, [], processLab(POLICY));

/** The hook must not start it by itself while a test looks. */
const sync = (place: Lab) => hookctl(['sync', '--json'], { env: place.env });

describe.skipIf(DATABASE.url === '')('the trail is the spool', () => {
  it('server away, busy, cut in the middle: each record is stored once, and the server confirms the trail', async () => {
    const team = await teamLab();
    const server = await team.serve();
    const proxy = await proxied(server);
    const place = await joinedByProcesses(team, proxy.url);
    const weathers: Weather[] = ['away', 'busy', 'cut-request', 'cut-answer'];
    for (const weather of weathers) {
      proxy.set(weather);
      // Three hooks at once, while a synchronisation fails.
      const hooks = [0, 1, 2].map(async (hook) => {
        for (let i = 0; i < EACH / 4; i++)
          await place.hook({ ...bash(i % 2 === 0 ? 'x' : 'y'), session_id: `s${hook}` });
      });
      const [failed] = await Promise.all([startHookctl(['sync', '--json'], { env: place.env }), ...hooks]);
      expect(failed.exitCode, weather).toBe(1);
    }
    proxy.set('fine');
    const last = await sync(place);
    expect([last.exitCode, last.stderr]).toEqual([0, '']);
    const total = 3 * EACH;
    expect(place.audit()).toHaveLength(total);
    const [figures] = await queried<Record<string, number>>(
      team.databaseUrl,
      `SELECT count(*)::int AS decisions, count(DISTINCT id)::int AS ids, (SELECT sum(hits)::int FROM tally) AS hits,
         count(*) FILTER (WHERE EXISTS (SELECT 1 FROM record WHERE record.id = decision.id))::int AS whole FROM decision`,
    );
    const loud = place.audit().filter(({ verdict }) => verdict === 'deny').length;
    expect(figures).toEqual({ decisions: total, ids: total, hits: loud, whole: loud });
    expect(JSON.parse((await sync(place)).stdout)).toMatchObject({ ok: true, stored: 0, known: 0 });
    const verified = await hookctl(['audit', 'verify', '--server', '--json'], { env: place.env });
    expect([verified.exitCode, JSON.parse(verified.stdout)]).toMatchObject([
      0,
      { server: { same: total, unsent: 0, findings: [] } },
    ]);
  });

  it('a line that was changed or removed here is found by the server', async () => {
    const team = await teamLab();
    const server = await team.serve();
    const place = await joined(team, server.origin);
    for (const command of ['x', 'y', 'x']) await place.hook(bash(command));
    await sync(place);
    const [name = ''] = readdirSync(join(place.state, 'audit'));
    const file = join(place.state, 'audit', name);
    const [first = '', second = '', third = ''] = readFileSync(file, 'utf8').trimEnd().split('\n');
    // A whole new trail: another hash for the first line, and the second is gone.
    writeFileSync(file, `${first.replace(/"hash":"[0-9a-f]{4}/, '"hash":"0000')}\n${third}\n`);
    const { exitCode, stdout } = await hookctl(['audit', 'verify', '--server', '--json'], { env: place.env });
    const ids = [first, second].map((line) => (JSON.parse(line) as { id: string }).id);
    const { server: found } = JSON.parse(stdout) as { server: { findings: { kind: string; id: string }[] } };
    expect(exitCode).toBe(1);
    expect(found.findings).toEqual([
      { kind: 'changed', id: ids[0] },
      { kind: 'missing-here', id: ids[1] },
    ]);
  });

  it.each([
    ['counts', { what: '', project: null, whole: 0 }],
    ['loud', { what: 'set', project: 'set', whole: 1 }],
    ['all', { what: 'set', project: 'set', whole: 2 }],
  ] as const)('share %s: what leaves the machine', async (share, expected) => {
    const team = await teamLab();
    await queried(team.databaseUrl, "UPDATE team SET share = 'all'");
    const server = await team.serve();
    const place = await joined(team, server.origin, ['--share', share]);
    for (const command of ['x', 'y']) await place.hook(bash(command));
    await sync(place);
    const rows = await queried<{ what: string; project: string | null; whole: number }>(
      team.databaseUrl,
      'SELECT what, project, (SELECT count(*)::int FROM record) AS whole FROM decision',
    );
    const shape = rows.map(({ what, project, whole }) => ({ what: what && 'set', project: project && 'set', whole }));
    expect(shape).toEqual([expected, expected]);
  });

  it('a machine whose token was revoked keeps everything, and says so', async () => {
    const team = await teamLab();
    const server = await team.serve();
    const place = await joined(team, server.origin);
    await place.hook(bash('x'));
    await queried(team.databaseUrl, 'UPDATE token SET revoked_at = now()');
    const { exitCode, stdout } = await sync(place);
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([1, { ok: false, problem: /does not know this machine/ }]);
    expect(place.audit()).toHaveLength(1);
  });

  it('the hook starts the synchronisation when a minute has passed', async () => {
    const team = await teamLab();
    const server = await team.serve();
    const place = await joinedByProcesses(team, server.origin);
    await place.hook(bash('x'));
    expect(await queried(team.databaseUrl, 'SELECT 1 FROM decision')).toEqual([]);
    const due = join(place.state, 'team', 'due');
    utimesSync(due, new Date(0), new Date(0));
    await place.hook(bash('y'));
    await expect.poll(() => queried(team.databaseUrl, 'SELECT 1 FROM decision'), { timeout: 60_000 }).toHaveLength(2);
  });

  it('a refusal is reported after two seconds, another one meanwhile as well, and what passes waits', async () => {
    const team = await teamLab();
    const server = await team.serve();
    const place = await joinedByProcesses(team, server.origin);
    const due = join(place.state, 'team', 'due');
    // Whole seconds come back exactly; a fraction may be rounded.
    const aged = new Date(Math.floor(Date.now() / 1000) * 1000 - 3_000);
    utimesSync(due, aged, aged);
    await place.hook(bash('y'));
    expect(statSync(due).mtimeMs).toBe(aged.getTime());
    await place.hook(bash('x'));
    // Too early for another start: the one under way takes it along.
    await place.hook(bash('x'));
    const verdicts = () => queried<{ verdict: string }>(team.databaseUrl, 'SELECT verdict FROM decision ORDER BY at');
    await expect
      .poll(verdicts, { timeout: 60_000 })
      .toEqual([{ verdict: 'none' }, { verdict: 'deny' }, { verdict: 'deny' }]);
  });

  it('files that were not sent are pruned only by force', async () => {
    const team = await teamLab();
    const server = await team.serve();
    const place = await joined(team, server.origin);
    mkdirSync(join(place.state, 'audit'), { recursive: true });
    for (let i = 0; i < 6; i++) await place.hook(bash('x'), { env: { HOOKCTL_AUDIT_SEGMENT_BYTES: '4096' } });
    const prune = (...args: string[]) => hookctl(['audit', 'prune', '--keep', '1', ...args], { env: place.env });
    const refused = await prune();
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('have not been sent')]);
    await sync(place);
    expect((await prune()).exitCode).toBe(0);
  });
});
