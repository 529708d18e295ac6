import { hostname } from 'node:os';
import { expect } from 'vitest';
import type { Lab } from '../../support/dispatcher.ts';
import { hookctl } from '../../support/hookctl.ts';
import { newKey } from '../../../src/team/bundle/envelope.ts';
import { workingDay } from '../scene.ts';
import { queried } from '../../team/queried.ts';
import { type TeamLab, teamLab, type TeamServer } from '../../team/team-server.ts';

export interface TeamScene {
  team: TeamLab;
  server: TeamServer;
  /** Of a person who may look. */
  token: string;
  /** The machine that shares loud decisions, and the one that shares counts only. */
  loud: Lab;
  counts: Lab;
}

const FIRST = `policy: 1
rules:
  no-force-push:
    before: run
    when: { runs: git push --force }
    deny: 'A forced push rewrites what others have. Push to a branch of your own.'
    tests:
      - deny: [git push --force origin main]
`;
const SECOND = `${FIRST}  no-curl:
    before: run
    when: { runs: curl }
    mode: observe
    deny: 'Fetch with the WebFetch tool, which shows what it reads.'
`;

/** A published policy, and two machines whose agents have worked: judged by the built dispatcher, sent by `hookctl sync`. */
export async function teamScene(stage = '10:enforce,100:observe'): Promise<TeamScene> {
  const team = await teamLab();
  // What the tests of the store have put there.
  await queried(team.databaseUrl, 'DELETE FROM machine');
  const server = await team.serve();
  const counts = await member(team, server, 'ci-9', ['--share', 'counts']);
  await publish(team, counts, server, stage);
  await sync(counts);
  const loud = await member(team, server, 'ana-mbp', []);
  await sync(loud);
  const token = await team.store.tokens.make({ team: 'acme', scopes: ['read'], label: 'ben' });
  return { team, server, token, loud, counts };
}

/** A machine of this name with a working day behind it. */
async function member(team: TeamLab, server: TeamServer, host: string, options: string[]): Promise<Lab> {
  const place = await workingDay();
  const token = place.write('token', await team.token(['enrol']));
  await run(place, ['join', server.origin, '--token-file', token, ...options]);
  await queried(team.databaseUrl, `UPDATE machine SET host = '${host}' WHERE host = '${hostname()}'`);
  return place;
}

export const sync = (place: Lab) => run(place, ['sync']);

async function publish(team: TeamLab, place: Lab, server: TeamServer, stage: string): Promise<void> {
  const admin = await team.store.tokens.make({ team: 'acme', scopes: ['admin', 'policy'], label: 'carla' });
  const files = { token: place.write('admin', admin), key: place.write('key.pem', newKey().pem) };
  const send = (policy: string, ...options: string[]) =>
    run(place, [
      'publish',
      place.write('published/policy.yaml', policy),
      '--url',
      server.origin,
      '--team',
      'acme',
      '--token-file',
      files.token,
      '--signing-key',
      files.key,
      ...options,
    ]);
  await send(FIRST, '--note', 'no force pushes');
  await send(SECOND, '--note', 'watch curl', '--stage', stage);
}

async function run(place: Lab, args: string[]): Promise<void> {
  const { exitCode, stderr, stdout } = await hookctl(args, { env: place.env, cwd: place.project });
  expect([exitCode, stderr], `${args[0]}: ${stdout}`).toEqual([0, '']);
}

/** Machines as they are after some weeks: one silent, one with unsent records and a wrong clock, one that refuses. */
export async function addTroubledMachines({ team }: TeamScene): Promise<void> {
  const { machines, tokens } = team.store;
  const enrol = async (host: string) => {
    const no = await machines.enrol('acme', {
      machine: `00000000-0000-4000-8000-00000000000${host.length}`,
      host,
      os: 'linux',
      version: '0.1.0',
    });
    await tokens.make({ team: 'acme', scopes: ['report'], label: host, machine: no });
    return no;
  };
  const well = { version: '0.1.0', agents: ['codex'], head: null, skewMs: 0 };
  const none = { lines: 0, since: null, lost: 0 };
  const active = { version: 2, state: 'active' as const, problem: null };
  const wrong = { version: 1, state: 'refused' as const, problem: 'it was signed by a key that is not trusted' };
  const since = Date.now() - 3 * 3_600_000;
  await machines.status(await enrol('old'), { ...well, bundle: active, unsent: none });
  await machines.status(await enrol('laptop'), {
    ...well,
    bundle: active,
    unsent: { lines: 412, since, lost: 3 },
    skewMs: -95_000,
  });
  await machines.status(await enrol('builder-7'), { ...well, bundle: wrong, unsent: none });
  await queried(
    team.databaseUrl,
    `UPDATE machine SET decided_at = now() - interval '1 hour' WHERE host IN ('laptop', 'builder-7', 'old')`,
  );
  await queried(team.databaseUrl, `UPDATE machine SET seen_at = now() - interval '3 days' WHERE host = 'old'`);
}
