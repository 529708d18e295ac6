import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { envelopeHash, stageOf, tagOf } from '../../src/team/bundle/bundle.ts';
import { type Lab, lab } from '../support/dispatcher.ts';
import { hookctl } from '../support/hookctl.ts';
import { bash } from '../support/payloads.ts';
import { DATABASE } from '../store/opened.ts';
import { bundleOf, KEY, OTHER_KEY, published, sealed } from './published.ts';
import { queried } from './queried.ts';
import { type TeamLab, teamLab, type TeamServer } from './team-server.ts';

const rule = (program: string) =>
  `policy: 1\nrules:\n  no-${program}: { before: run, when: { runs: ${program} }, deny: "No ${program}." }\n`;
const FIRST = rule('x');
const SECOND = rule('y');

interface Machine {
  place: Lab;
  sync: () => Promise<{ exitCode: number | null; stdout: string }>;
  /** What the hook says to `x` and `y`, and what the person hears. */
  refuses: (command: string) => Promise<boolean>;
}

async function machine(team: TeamLab, server: TeamServer): Promise<Machine> {
  const place = lab();
  const token = place.write('token', await team.token(['enrol']));
  await hookctl(['join', server.origin, '--token-file', token], { env: place.env });
  return {
    place,
    sync: () => hookctl(['sync', '--json'], { env: place.env }),
    refuses: async (command) => {
      const answer = await place.answer(bash(command));
      return answer?.hookSpecificOutput?.permissionDecision === 'deny';
    },
  };
}

/** One envelope, and everything that must not be accepted in its place as version 2. */
const next = (first: string) => bundleOf(SECOND, { version: 2, previous: `sha256:${envelopeHash(first)}` });
function flipped(envelope: string, field: 'payload' | 'sig' | 'payloadType'): string {
  return envelope.replace(
    new RegExp(`("${field}":".{20})(.)`),
    (_, head: string, letter: string) => head + (letter === 'A' ? 'B' : 'A'),
  );
}
const WRONG: [string, (first: string) => string, RegExp][] = [
  [
    'a bit of the payload',
    (first) => flipped(sealed(next(first)), 'payload'),
    /signature is wrong|cannot be read|no base64/,
  ],
  ['a bit of the signature', (first) => flipped(sealed(next(first)), 'sig'), /signature is wrong/],
  ['another type', (first) => flipped(sealed(next(first)), 'payloadType'), /not a policy bundle/],
  ['another key', (first) => sealed({ ...next(first), keys: [OTHER_KEY.publicKey] }, OTHER_KEY), /signed by no key/],
  ['another team', (first) => sealed({ ...next(first), team: 'rivals' }), /for the team .{1,2}rivals/],
  ['a newer hookctl', (first) => sealed({ ...next(first), needs: '99.0.0' }), /needs hookctl 99/],
  [
    'a policy with an error',
    (first) => sealed({ ...next(first), files: [{ path: 'policy.yaml', text: 'policy: 1\nrules: { a: {} }\n' }] }),
    /policy.yaml:2/,
  ],
  [
    'a test that fails',
    (first) =>
      sealed({
        ...next(first),
        files: [{ path: 'policy.yaml', text: SECOND.replace(' }\n', ', tests: [{ deny: [z] }] }\n') }],
      }),
    /expected deny/,
  ],
  ['an older version', () => sealed(bundleOf(FIRST, { version: 1, note: 'again' })), /version 1/],
  ['no envelope', () => '{}', /not a signed envelope/],
];

describe.skipIf(DATABASE.url === '')('a published policy', () => {
  it('what is changed, foreign or wrong is refused by the server and by the machine, and the last good one stays', async () => {
    const team = await teamLab();
    const first = await published(team.store, FIRST);
    const server = await team.serve();
    const admin = await team.token(['admin', 'policy']);
    const { sync, refuses } = await machine(team, server);
    expect(JSON.parse((await sync()).stdout)).toMatchObject({ ok: true, bundle: { version: 1, state: 'active' } });
    expect([await refuses('x'), await refuses('y')]).toEqual([true, false]);
    const match = { 'if-match': `"${tagOf(1, first)}"` };
    for (const [name, make, why] of WRONG) {
      const envelope = make(first);
      const put = await server.ask('/v1/policy', { method: 'PUT', token: admin, body: envelope, headers: match });
      expect([name, put.status, put.text]).toEqual([name, 422, expect.stringMatching(why)]);
      // Past the server, as somebody who has the database could put it there.
      await team.store.bundles.publish({
        team: 'acme',
        version: 2,
        envelope,
        hash: '',
        note: '',
        keys: [KEY.publicKey],
        by: 'x',
      });
      const synced = await sync();
      if (name !== 'an older version')
        expect([name, synced.exitCode, synced.stdout]).toEqual([name, 1, expect.stringMatching(why)]);
      await queried(team.databaseUrl, 'DELETE FROM bundle WHERE version = 2');
    }
    expect([await refuses('x'), await refuses('y')]).toEqual([true, false]);
    expect(
      await queried(team.databaseUrl, 'SELECT bundle_state, bundle FROM machine WHERE version IS NOT NULL'),
    ).toMatchObject([{ bundle: 1 }]);
  });

  it('a file that was changed by hand is refused when it is compiled; the last good policy answers, and the person hears why', async () => {
    const team = await teamLab();
    await published(team.store, FIRST, {
      files: [
        { path: 'policy.yaml', text: 'policy: 1\nextends: ./rules/a.yaml\n' },
        { path: 'rules/a.yaml', text: FIRST },
      ],
    });
    const server = await team.serve();
    const { place, sync, refuses } = await machine(team, server);
    await sync();
    expect(await refuses('x')).toBe(true);
    const file = join(place.state, 'team', 'bundle.json');
    const right = readFileSync(file, 'utf8');
    for (const [name, wrong] of [
      ['changed', flipped(right, 'payload')],
      ['older', sealed(bundleOf(SECOND, { version: 0 }))],
      ['foreign', sealed(bundleOf(SECOND, { keys: [OTHER_KEY.publicKey] }), OTHER_KEY)],
    ] as const) {
      writeFileSync(file, wrong);
      const answer = await place.answer(bash('x'));
      expect([name, answer?.hookSpecificOutput?.permissionDecision]).toEqual([name, 'deny']);
      expect(answer?.systemMessage).toContain('the policy of the team is refused');
      expect(await refuses('y')).toBe(false);
    }
    // The next synchronisation fetches the right one again.
    expect((await sync()).exitCode).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(right);
    expect((await place.answer(bash('x')))?.systemMessage).toBeUndefined();
  });

  it('hookctl publish checks, tests, signs and sends; a second publisher is told to look first', async () => {
    const team = await teamLab();
    const server = await team.serve();
    const { place, sync, refuses } = await machine(team, server);
    const token = place.write('admin', await team.token(['admin', 'policy']));
    const key = place.write('key.pem', KEY.pem);
    const publish = (policy: string, ...args: string[]) =>
      hookctl(
        ['publish', place.write('policy.yaml', policy), '--token-file', token, '--signing-key', key, '--json', ...args],
        { env: place.env },
      );
    expect((await publish('policy: 1\nrules: { a: {} }\n')).exitCode).toBe(1);
    const first = await publish(FIRST, '--note', 'no x');
    expect([first.exitCode, JSON.parse(first.stdout)]).toMatchObject([
      0,
      { published: true, version: 1, key: KEY.publicKey },
    ]);
    await sync();
    expect([await refuses('x'), await refuses('y')]).toEqual([true, false]);
    const dry = await publish(SECOND, '--dry-run');
    // `x` is no longer refused, and `y` is: both are on record.
    expect(JSON.parse(dry.stdout)).toMatchObject({
      published: false,
      replay: {
        decisions: 2,
        changed: [
          { before: 'deny', after: 'none' },
          { before: 'none', after: 'deny' },
        ],
      },
    });
    expect(JSON.parse((await publish(SECOND)).stdout)).toMatchObject({ published: true, version: 2 });
    await sync();
    expect([await refuses('x'), await refuses('y')]).toEqual([false, true]);
    const stale = sealed(bundleOf(FIRST, { version: 3 }));
    const { status } = await server.ask('/v1/policy', {
      method: 'PUT',
      token: await team.token(['admin']),
      body: stale,
      headers: { 'if-match': '"1-0000000000000000"' },
    });
    expect(status).toBe(412);
    const other = place.write('other.pem', OTHER_KEY.pem);
    const foreign = await hookctl(
      ['publish', place.write('policy.yaml', FIRST), '--token-file', token, '--signing-key', other],
      { env: place.env },
    );
    expect([foreign.exitCode, foreign.stdout]).toEqual([1, expect.stringContaining('signed by no key')]);
  });

  it('a stage that observes: the machine watches, and says nothing', async () => {
    const team = await teamLab();
    await published(team.store, FIRST, { stages: [{ percent: 100, mode: 'observe' }] });
    const server = await team.serve();
    const { place, sync, refuses } = await machine(team, server);
    await sync();
    expect(await refuses('x')).toBe(false);
    expect(place.audit().at(-1)).toMatchObject({ verdict: 'none', rules: ['no-x'] });
  });

  it('the same policy is not sent twice', async () => {
    const team = await teamLab();
    const envelope = await published(team.store, FIRST);
    const server = await team.serve();
    const token = await team.token(['policy']);
    const first = await server.ask('/v1/policy', { token });
    expect([first.status, envelopeHash(first.text)]).toEqual([200, envelopeHash(envelope)]);
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await server.ask('/v1/policy', { token, headers })).status).toBe(304);
  });
});

it('stages deal out machines evenly, and a wider stage holds the machines of the narrower one', () => {
  const machines = Array.from({ length: 2_000 }, (_, index) => `machine-${index}`);
  const enforcing = (percent: number) =>
    machines.filter(
      (name) =>
        stageOf(
          {
            salt: 'q7',
            stages: [
              { percent, mode: 'enforce' },
              { percent: 100, mode: 'observe' },
            ],
          },
          name,
        ).mode === 'enforce',
    );
  const [ten, fifty] = [enforcing(10), enforcing(50)];
  expect(Math.abs(ten.length - 200)).toBeLessThan(60);
  expect(Math.abs(fifty.length - 1_000)).toBeLessThan(120);
  expect(ten.every((name) => fifty.includes(name))).toBe(true);
});
