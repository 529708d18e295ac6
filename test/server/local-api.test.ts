import { get } from 'node:http';
import { expect, it } from 'vitest';
import { type Lab, lab } from '../support/dispatcher.ts';
import { hookctl } from '../support/hookctl.ts';
import { bash, edited, ranBash, SESSION_START, STOP } from '../support/payloads.ts';
import { openPage, signIn, startPage } from './ui-process.ts';

const POLICY = `policy: 1
checks:
  tests: { runs: npm test }
rules:
  no-x: { before: run, when: { runs: x }, deny: 'No x here.', tests: [{ deny: [x a] }] }
  watch-y: { before: run, when: { runs: y }, deny: 'No y.', mode: observe }
`;

/** What an agent did, judged and recorded by the built dispatcher. */
async function day(place: Lab): Promise<void> {
  const calls = [
    SESSION_START,
    bash('x build/out', { tool_use_id: 't1' }),
    bash('tool build/out', { tool_use_id: 't2' }),
    ranBash('tool build/out', '', { tool_use_id: 't2' }),
    bash('y 1', { tool_use_id: 't3', agent_id: 'sub-1', agent_type: 'helper' }),
    edited(`${place.project}/src/a.ts`, { tool_use_id: 't4' }),
    ranBash('npm test', 'ok', { tool_use_id: 't5' }),
    STOP,
  ];
  for (const call of calls) await place.hook(call);
  await place.hook(bash('ls'), { env: {} });
}

it('answers every route from the trail, the sessions and the policies of this machine', async () => {
  const place = lab(POLICY);
  await day(place);
  const page = await openPage(place);
  const { body: list } = await page.get('/v1/decisions?limit=3');
  expect({ shown: list.rows.length, total: list.total, matching: list.matching }).toEqual({
    shown: 3,
    total: 9,
    matching: 9,
  });
  const rest = await page.get(`/v1/decisions?before=${list.next}`);
  const whats = [...list.rows, ...rest.body.rows].map(({ what }: { what: string }) => what);
  expect(whats).toHaveLength(9);
  expect(whats.slice(-3)).toEqual(['run tool build/out', 'run x build/out', '']);
  const { body: denied } = await page.get('/v1/decisions?verdict=deny&rule=no-*&tool=bash&grep=BUILD');
  expect(denied.rows).toMatchObject([{ verdict: 'deny', rules: ['no-x'], what: 'run x build/out', mark: null }]);
  const [{ id, session }] = denied.rows;

  const { body: one } = await page.get(`/v1/decisions/${id}`);
  expect(one).toMatchObject({
    row: { id },
    record: { reason: expect.stringContaining('No x here.'), payload: { tool_input: { command: 'x build/out' } } },
    today: { same: true, policyChanged: false, explained: { verdict: 'deny', deciding: 'no-x' } },
    before: [{ event: 'session-start' }],
  });

  const { body: timeline } = await page.get(`/v1/sessions/${session}`);
  expect(timeline).toMatchObject({
    session: { calls: 4, denied: 1, subagents: 1 },
    lanes: [{ actor: null }, { actor: 'sub-1', steps: 1 }],
    checks: [{ name: 'tests', lastOk: true }],
    editedSince: 0,
  });
  const detour = timeline.steps.find((step: { detourOf: unknown }) => step.detourOf !== null);
  expect(detour).toMatchObject({
    row: { what: 'run tool build/out' },
    outcome: 'ran',
    detourOf: { id, shared: ['out'] },
  });

  const { body: rules } = await page.get('/v1/rules');
  expect(rules.rules).toMatchObject([
    { rule: 'no-x', hits: 1, stopped: 1, wouldStop: 0, promote: null },
    { rule: 'watch-y', hits: 1, stopped: 0, wouldStop: 1, promote: 'hookctl promote watch-y' },
  ]);
  const { body: rule } = await page.get('/v1/rules/no-x');
  expect(rule).toMatchObject({
    source: { line: 5, text: expect.stringContaining('no-x:') },
    tests: { passed: 1, failed: 0 },
    examples: [{ id }],
  });

  const { body: policy } = await page.get('/v1/policy/view');
  expect(policy).toMatchObject({
    fallback: false,
    tests: { passed: 1, failed: [] },
    rules: 2,
    versions: [{ decisions: 9, current: true }],
    editable: { text: POLICY },
  });
  expect((await page.get('/v1/machines')).body.error.code).toBe('not-here');
});

it('marks a decision, and the rule counts it', async () => {
  const place = lab(POLICY);
  await place.hook(bash('x'));
  const page = await openPage(place);
  const [{ id }] = (await page.get('/v1/decisions')).body.rows;
  expect((await page.post('/v1/marks', { id, kind: 'false-alarm', note: 'ours' })).status).toBe(200);
  expect((await page.get('/v1/decisions')).body.rows).toMatchObject([{ id, mark: 'false-alarm' }]);
  expect((await page.get('/v1/rules')).body.rules[0]).toMatchObject({ rule: 'no-x', falseAlarms: 1, marks: 1 });
  expect((await page.post('/v1/marks', { id: 'none', kind: 'right' })).status).toBe(404);
  expect((await page.post('/v1/marks', { id, kind: 'great' })).body.error.message).toContain('false-alarm');
});

it('explains as `hookctl explain --json --all` does, and an edited policy beside it', async () => {
  const place = lab(POLICY);
  for (const command of ['x 1', 'ls', 'x 2']) await place.hook(bash(command));
  const page = await openPage(place);
  for (const text of ['x a', 'Edit src/a.ts', 'ls -la | x', '{"tool_name":"Bash","tool_input":{"command":"x"}}']) {
    const { stdout } = await hookctl(['explain', '--json', '--all', text], { env: place.env, cwd: place.project });
    expect((await page.post('/v1/explain', { text })).body.now).toEqual(JSON.parse(stdout));
  }
  const file = `${place.project}/.hookctl/policy.yaml`;
  const milder = { file, text: POLICY.replace("deny: 'No x here.'", "ask: 'Sure?'") };
  const { body } = await page.post('/v1/explain', { text: 'x a', edited: milder });
  expect(body).toMatchObject({
    now: { verdict: 'deny' },
    edited: { explained: { verdict: 'ask' }, problems: [], tests: { passed: 0, failed: [{ rule: 'no-x' }] } },
  });
  const past = (await page.post('/v1/what-if', { edited: milder })).body;
  expect(past).toMatchObject({ judged: 3, skipped: 0, problems: [] });
  expect(past.changes).toMatchObject([
    { from: 'deny', to: 'ask', row: { what: 'run x 2' } },
    { from: 'deny', to: 'ask', row: { what: 'run x 1' } },
  ]);
  const broken = await page.post('/v1/explain', { text: 'x a', edited: { file, text: 'policy: 1\nrulez: {}\n' } });
  expect(broken.body.edited).toMatchObject({
    explained: null,
    problems: [expect.stringMatching(/policy\.yaml:2:1: /)],
  });
  const foreign = await page.post('/v1/explain', { text: 'x a', edited: { file: '/etc/passwd', text: 'policy: 1' } });
  expect(foreign.body.edited.problems).toEqual(['/etc/passwd is not a file of the policy in force here']);
});

it('is there without a policy and without a trail', async () => {
  const place = lab();
  const page = await openPage(place);
  expect((await page.get('/v1/decisions')).body).toEqual({ rows: [], next: null, matching: 0, total: 0 });
  expect((await page.get('/v1/sessions')).body).toEqual({ sessions: [], next: null });
  expect((await page.get('/v1/policy/view')).body).toMatchObject({ fallback: true, problems: [], versions: [] });
  expect((await page.get('/v1/decisions/none')).status).toBe(404);
  expect((await page.get('/v1/decisions?verdic=deny')).body.error.message).toContain('did you mean "verdict"');
});

it('sends decisions as they are recorded', async () => {
  const place = lab(POLICY);
  await place.hook(bash('before'));
  const page = await openPage(place);
  await page.get('/v1/decisions');
  const response = await fetch(`${page.origin}/v1/live?verdict=deny`, { headers: { cookie: page.cookie } });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  await place.hook(bash('y'));
  await place.hook(bash('x live'));
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (/^data: .*\n\n/m.test(text)) break;
  }
  const { rows, skipped } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '{}');
  expect({ rows, skipped }).toMatchObject({ rows: [{ what: 'run x live', verdict: 'deny' }], skipped: 0 });
});

it('lets in who has the link, once, and no other page', async () => {
  const place = lab(POLICY);
  const { origin, link } = await startPage(place);
  const code = new URL(link).hash.slice('#code='.length);
  const status = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`${origin}${path}`, { headers })).status;
  expect(await status('/v1/decisions')).toBe(401);
  expect((await signIn(origin, { code }, { origin: 'https://example.com' })).status).toBe(403);
  expect((await signIn(origin, { code: 'guess' })).status).toBe(401);
  const welcome = await signIn(origin, { code }, { origin });
  const cookie = welcome.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^hookctl-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  const own = { cookie: cookie.split(';', 1)[0] ?? '' };
  expect((await signIn(origin, { code })).status).toBe(401);
  expect(await status('/v1/decisions', own)).toBe(200);
  expect(await status('/v1/decisions', { ...own, 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await status('/v1/decisions', { ...own, origin: 'http://127.0.0.1:1' })).toBe(403);
});

it('sends the page with a policy that allows its own files only, and nothing else of the disk', async () => {
  const { origin } = await startPage(lab());
  const headersOf = async (path: string) => {
    const { status, headers } = await fetch(`${origin}${path}`, { redirect: 'manual' });
    return { status, type: headers.get('content-type'), policy: headers.get('content-security-policy') };
  };
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
  for (const path of ['/', '/live', '/sessions/x', '/try?q=ls'])
    expect(await headersOf(path)).toEqual({ status: 200, type: 'text/html; charset=utf-8', policy });
  for (const path of [
    '/assets/none.js',
    '/assets/..%2f..%2fpackage.json',
    '/assets/../../package.json',
    '/hook',
    '/etc/passwd',
  ])
    expect(await headersOf(path)).toMatchObject({ status: 404 });
  const rebound = await new Promise<number | undefined>((done) => {
    get(`${origin}/`, { headers: { host: 'rebound.example.com' } }, ({ statusCode }) => done(statusCode));
  });
  expect(rebound).toBe(403);
});

it('is refused below an agent, and `serve` below an agent only reads', async () => {
  const place = lab(POLICY);
  await place.hook(bash('x'));
  const agent = { ...place.env, CLAUDECODE: '1' };
  const refused = await hookctl(['ui', '--json'], { env: agent, cwd: place.project });
  expect({ code: refused.exitCode, refusal: JSON.parse(refused.stdout) }).toMatchObject({
    code: 1,
    refusal: { refused: { changes: 'the marks on decisions' } },
  });
  const page = await openPage({ ...place, env: agent, command: 'serve' });
  const { body } = await page.get('/v1/decisions');
  expect((await page.get('/v1/about')).body).toMatchObject({ kind: 'local', mayMark: false, project: place.project });
  expect((await page.post('/v1/marks', { id: body.rows[0].id, kind: 'right' })).status).toBe(403);
});
