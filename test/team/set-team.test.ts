import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileLayers } from '../../src/hook/policy-files/compile-layers.ts';
import { formatProblem } from '../../src/policy/index.ts';
import { type Lab, lab } from '../support/dispatcher.ts';
import { HOOKCTL, run } from '../support/hookctl.ts';
import { DATABASE } from '../store/opened.ts';
import { bundleOf, KEY, OTHER_KEY, published, sealed } from './published.ts';
import { teamLab } from './team-server.ts';

const POLICY = 'policy: 1\nrules:\n  no-x: { before: run, when: { runs: x }, deny: "No x." }\n';
const URL = 'https://hooks.example.com';
const MEMBER = { url: URL, team: 'acme', token: 't', machine: 'm', keys: [KEY.publicKey], share: 'loud', newest: 1 };
const SET = { url: URL, team: 'acme', keys: [KEY.publicKey] };
const owner = process.getuid?.() ?? 0;

interface Compiled {
  /** What the administrator has written; null: no file. */
  set: string | null;
  envelope?: string;
  member?: object;
  administrator?: number;
  mode?: number;
}

/** The rules of the team that are in force, or why they are missing. */
function teamRules({ set, envelope, member = MEMBER, administrator = owner, mode = 0o644 }: Compiled): string[] {
  const place = lab();
  const managed = join(place.home, 'etc/policy.yaml');
  if (set !== null) chmodSync(place.write(join(dirname(managed), 'team.json'), set), mode);
  const bundle = place.write(join(place.state, 'team/bundle.json'), envelope ?? sealed(bundleOf(POLICY)));
  place.write(join(place.state, 'team/team.json'), JSON.stringify(member));
  const { artefact, problems } = compileLayers(
    [
      { layer: 'managed', path: managed, wanted: false },
      { layer: 'team', path: bundle, wanted: false },
    ],
    { administrator },
  );
  const said = problems.map((problem) => formatProblem(problem).replaceAll(place.home, '~'));
  return [...said, ...(artefact?.rules ?? []).flatMap(({ id, layer }) => (layer === 'team' ? [id] : []))];
}

const foreign = { ...MEMBER, team: 'rivals', keys: [OTHER_KEY.publicKey] };
const rivals = sealed(bundleOf(POLICY, { team: 'rivals', keys: [OTHER_KEY.publicKey] }), OTHER_KEY);
const resigned = sealed(bundleOf(POLICY, { keys: [OTHER_KEY.publicKey] }), OTHER_KEY);

describe('the team that an administrator has set', () => {
  const IN_FORCE = ['no-x'];
  const cases: [string, Compiled, string[] | RegExp][] = [
    ['no file: what the user has joined counts', { set: null, envelope: rivals, member: foreign }, IN_FORCE],
    ['the same team and key', { set: JSON.stringify(SET) }, IN_FORCE],
    ['another team was joined', { set: JSON.stringify(SET), envelope: rivals, member: foreign }, /signed by no key/],
    [
      'the user trusts another key',
      { set: JSON.stringify(SET), envelope: resigned, member: { ...MEMBER, keys: [OTHER_KEY.publicKey] } },
      /signed by no key/,
    ],
    ['the user trusts no key', { set: JSON.stringify(SET), member: { ...MEMBER, keys: [] } }, IN_FORCE],
    ['another team', { set: JSON.stringify({ ...SET, team: 'others' }) }, /for the team .acme., and this is .others./],
    ['no keys', { set: JSON.stringify({ ...SET, keys: [] }) }, /team\.json is refused: it cannot be read/],
    ['a word that nobody knows', { set: JSON.stringify({ ...SET, key: 'x' }) }, /team\.json is refused/],
    ['no JSON', { set: '{' }, /team\.json is refused/],
    ['of another owner', { set: JSON.stringify(SET), administrator: owner + 1 }, /is not owned by root/],
    ['writable for others', { set: JSON.stringify(SET), mode: 0o666 }, /is writable by others/],
  ];
  it.each(cases)('%s', (_, compiled, expected) => {
    const rules = teamRules(compiled);
    if (Array.isArray(expected)) expect(rules).toEqual(expected);
    else expect([rules.length, rules[0]]).toEqual([1, expect.stringMatching(expected)]);
  });
});

/** `/etc` of its own, for one process. */
const MOUNT =
  'mount -t tmpfs none /etc && mkdir -m 755 /etc/hookctl && cp "$1" /etc/hookctl/team.json && shift && exec "$@"';
const mayMount = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/etc']).status === 0;
if (!mayMount)
  console.error('SKIPPED: this user cannot mount, so /etc/hookctl/team.json is not tried as a file of root');

describe.skipIf(DATABASE.url === '' || !mayMount)('/etc/hookctl/team.json', () => {
  const under = (set: string, place: Lab) => (args: string[]) =>
    run('unshare', ['--mount', 'sh', '-euc', MOUNT, 'sh', set, process.execPath, HOOKCTL, ...args], { env: place.env });

  it('names the server to join, and no other team, server or key is taken', async () => {
    const team = await teamLab();
    await published(team.store, POLICY);
    const server = await team.serve();
    const place = lab();
    const token = place.write('token', await team.token(['enrol']));
    const set = { url: server.origin, team: 'acme', keys: [KEY.publicKey] };
    const file = (name: string, fields: object) => place.write(name, JSON.stringify({ ...set, ...fields }));
    const own = under(file('set.json', {}), place);
    const foreignKey = under(file('key.json', { keys: [OTHER_KEY.publicKey] }), place);

    const said = async (ran: Promise<{ exitCode: number | null; stderr: string }>) => {
      const { exitCode, stderr } = await ran;
      return `${exitCode} ${stderr}`;
    };
    expect(await said(own(['join', 'https://else.example.com', '--token-file', token]))).toMatch(
      /^2 .*has set its team: acme at http/s,
    );
    expect(await said(own(['join', '--token-file', token, '--key', OTHER_KEY.publicKey]))).toMatch(
      /^2 .*trusts ed25519/s,
    );
    expect(await said(foreignKey(['join', '--token-file', token]))).toMatch(/^2 .*is signed by ed25519.*not by/s);
    const joined = await own(['join', '--token-file', token, '--json']);
    expect([joined.exitCode, JSON.parse(joined.stdout)]).toMatchObject([0, { team: 'acme', keys: [KEY.publicKey] }]);
    expect(await said(own(['sync', '--json']))).toMatch(/^0 /);
    expect(await said(own(['join', '--leave']))).toMatch(/^2 .*nobody else can leave it/s);
    // The administrator moves the machine to another team: nothing is sent to a server that the user has chosen.
    const moved = under(file('moved.json', { team: 'others' }), place);
    expect(await said(moved(['sync']))).toMatch(/^2 [^\n]*belongs to the team others .*acme at .* was joined here/);
  });
});
