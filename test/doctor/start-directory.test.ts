import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { diagnose, type DoctorReport } from '../../src/doctor/diagnose.ts';
import { startPlace } from '../../src/install/places.ts';
import { hookctl } from '../support/hookctl.ts';
import { DISPATCHER, launch, patient, type Patient, useInstalled, withClient } from './support.ts';

useInstalled();

/** What `git init` writes, made once: each repository is a copy of it. */
let made = '';
beforeAll(() => {
  made = mkdtempSync(join(tmpdir(), 'hookctl-doctor-git-'));
  execFileSync('git', ['init', '-q', '--template=', made]);
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

/** A real repository with a package, a package inside it, a repository of somebody else below it, and a neighbour outside. */
function repository(): Patient {
  const here = withClient(patient());
  const git = (directory: string) =>
    cpSync(join(made, '.git'), join(here.base, directory, '.git'), { recursive: true });
  git('project');
  for (const directory of ['project/pkg/src', 'project/vendor/lib', 'outside/sub'])
    mkdirSync(join(here.base, directory), { recursive: true });
  git('project/vendor/lib');
  return here;
}

/** Where the settings are that `useInstalled` wrote for the user. Each moves them elsewhere. */
const SETTINGS = {
  user: 'home/.claude/settings.json',
  project: 'project/.claude/settings.json',
  local: 'project/.claude/settings.local.json',
  package: 'project/pkg/.claude/settings.json',
  managed: 'managed/managed-settings.json',
  outside: 'outside/.claude/settings.json',
} as const;
type Scope = keyof typeof SETTINGS;

function installedIn(...scopes: Scope[]): Patient {
  const here = repository();
  for (const scope of scopes) here.copy(SETTINGS[scope], () => undefined);
  if (!scopes.includes('user')) writeFileSync(join(here.base, SETTINGS.user), '{}');
  return here;
}

function diagnosed(here: Patient, start: string): Promise<DoctorReport> {
  const place = startPlace({}, here.env, join(here.base, start));
  return diagnose({ place, managed: join(here.base, 'managed'), version: packageJson.version, live: false });
}

const idsOf = ({ checks }: DoctorReport, status: string) =>
  checks.filter((check) => check.status === status).map(({ id }) => id);

type Row = [scope: Scope | 'none', starts: Record<string, Outcome>];
type Outcome = 'armed' | 'armed, only here' | 'out of reach' | 'not installed';

const EVERYWHERE = ['project', 'project/pkg', 'project/pkg/src', 'project/vendor/lib', 'outside', 'outside/sub'];
const inAll = (outcome: Outcome) => Object.fromEntries(EVERYWHERE.map((start) => [start, outcome]));

const ROWS: Row[] = [
  ['none', inAll('not installed')],
  ['user', inAll('armed')],
  ['managed', inAll('armed')],
  [
    'project',
    {
      ...inAll('out of reach'),
      project: 'armed, only here',
      outside: 'not installed',
      'outside/sub': 'not installed',
    },
  ],
  [
    'local',
    {
      ...inAll('armed'),
      // The agent looks for local settings at the root of the nearest repository.
      'project/vendor/lib': 'out of reach',
      outside: 'not installed',
      'outside/sub': 'not installed',
    },
  ],
  [
    'package',
    {
      ...inAll('not installed'),
      'project/pkg': 'armed, only here',
      'project/pkg/src': 'out of reach',
    },
  ],
  ['outside', { ...inAll('not installed'), outside: 'armed, only here', 'outside/sub': 'out of reach' }],
];

const EXPECTED: Record<Outcome, { problems: string[]; warnings: string[] }> = {
  armed: { problems: [], warnings: [] },
  'armed, only here': { problems: [], warnings: ['subdirectories-unguarded'] },
  'out of reach': { problems: ['canary-not-configured', 'settings-out-of-reach'], warnings: [] },
  'not installed': { problems: ['canary-not-configured', 'not-installed'], warnings: [] },
};

describe('doctor judges the directory in which the session starts', () => {
  const cases = ROWS.flatMap(([scope, starts]) =>
    Object.entries(starts).map(([start, outcome]) => ({ scope, start, outcome })),
  );
  it.each(cases)('hook in $scope settings, started in $start: $outcome', async ({ scope, start, outcome }) => {
    const here = installedIn(...(scope === 'none' ? [] : [scope]));
    const before = here.files();
    const report = await diagnosed(here, start);
    const { problems, warnings } = EXPECTED[outcome];
    const isArmed = problems.length === 0;
    expect({
      armed: report.armed,
      project: report.project,
      problems: idsOf(report, 'problem'),
      warnings: idsOf(report, 'warning'),
      canary: report.canary.map(({ outcome: answer, file }) => ({ answer, file })),
    }).toEqual({
      armed: isArmed,
      project: join(here.base, start),
      problems,
      warnings,
      // The test call goes through the settings that a session started there reads, and through no others.
      canary: [
        isArmed && scope !== 'none'
          ? { answer: 'denied', file: join(here.base, SETTINGS[scope]) }
          : { answer: 'not-configured', file: null },
      ],
    });
    expect(here.files()).toEqual(before);
  });

  it('a hook that reaches is enough, whatever does not', async () => {
    const here = installedIn('project', 'local');
    const report = await diagnosed(here, 'project/pkg');
    expect({ armed: report.armed, warnings: idsOf(report, 'warning') }).toEqual({ armed: true, warnings: [] });
  });

  it('settings of the sub-directory that do not name hookctl do not hide the reason', async () => {
    const here = installedIn('project');
    here.write(SETTINGS.package, { permissions: { deny: ['Read(.env)'] } });
    const report = await diagnosed(here, 'project/pkg');
    expect(idsOf(report, 'problem')).toEqual(['canary-not-configured', 'settings-out-of-reach']);
  });

  it('a plugin that only the project enables does not reach either', async () => {
    const here = installedIn();
    const plugin = join(here.base, 'own/guard');
    const places = ['--home', here.home, '--project', here.project];
    expect(await hookctl(['install', '--yes', '--plugin', plugin, ...places])).toMatchObject({ exitCode: 0 });
    here.write('home/.claude/plugins/installed_plugins.json', {
      plugins: { 'hookctl@own': [{ installPath: plugin }] },
    });
    here.write(SETTINGS.project, { enabledPlugins: { 'hookctl@own': true } });
    const [inRoot, inPackage] = [await diagnosed(here, 'project'), await diagnosed(here, 'project/pkg')];
    expect([inRoot, inPackage].map((one) => [one.armed, idsOf(one, 'problem'), idsOf(one, 'warning')])).toEqual([
      [true, [], ['subdirectories-unguarded']],
      [false, ['canary-not-configured', 'settings-out-of-reach'], []],
    ]);
  });

  it('a dispatcher named from the directory in which the session starts is looked for there', async () => {
    const here = installedIn('user');
    here.copy(SETTINGS.local, launch(process.execPath, ['${CLAUDE_PROJECT_DIR}/hookctl/dispatcher.cjs']));
    here.write(SETTINGS.user, {});
    here.write('project/hookctl/dispatcher.cjs', `require(${JSON.stringify(DISPATCHER)});\n`);
    const [inRoot, inPackage] = [await diagnosed(here, 'project'), await diagnosed(here, 'project/pkg')];
    expect([inRoot.armed, idsOf(inPackage, 'problem')]).toEqual([true, ['canary-failed', 'dispatcher-missing']]);
  });
});

describe('the policy in force', () => {
  const POLICY = 'policy: 1\nrules:\n  no: { before: run, when: { runs: deploy }, deny: "No." }\n';

  it.each<[start: string, files: string[]]>([
    ['project', ['project/.hookctl/policy.yaml']],
    ['project/pkg', ['project/.hookctl/policy.yaml']],
    ['project/pkg/src', ['project/.hookctl/policy.yaml', 'project/pkg/src/.hookctl/policy.yaml']],
    // Another repository has rules of its own, and here none.
    ['project/vendor/lib', []],
  ])('in %s is every policy upwards to the root of the repository', async (start, files) => {
    const here = installedIn('user');
    here.write('project/.hookctl/policy.yaml', POLICY);
    here.write('project/pkg/src/.hookctl/policy.yaml', POLICY.replace('no:', 'near:'));
    const report = await diagnosed(here, start);
    const named = report.checks
      .filter(({ group, id }) => group === 'Policy' && ['policy', 'policy-default'].includes(id))
      .flatMap(({ where }) => where)
      .filter((line) => line.startsWith('project '));
    expect({ armed: report.armed, named }).toEqual({
      armed: true,
      named: files.map((file) => `project  ${join(here.base, file)}`),
    });
  });
});

describe('the command', () => {
  it.each([
    ['in the project', 'project', [], 0, 'ARMED'],
    ['in a sub-directory', 'project/pkg', [], 1, 'NOT ARMED'],
    ['--project names a sub-directory', 'project', ['--project', 'pkg'], 1, 'NOT ARMED'],
    ['--project names the project', 'project/pkg', ['--project', '..'], 0, 'ARMED'],
  ])('%s', async (_, start, args, exitCode, headline) => {
    const here = installedIn('project');
    const ran = await hookctl(['doctor', ...args], { env: here.env, cwd: join(here.base, start) });
    expect({ exitCode: ran.exitCode, stderr: ran.stderr }).toEqual({ exitCode, stderr: '' });
    expect(ran.stdout.startsWith(`${headline}   `)).toBe(true);
  });

  it('the variable that hooks get does not move it to another directory', async () => {
    const here = installedIn('project');
    const env = { ...here.env, CLAUDE_PROJECT_DIR: here.project };
    expect(await hookctl(['doctor'], { env, cwd: join(here.project, 'pkg') })).toMatchObject({ exitCode: 1 });
  });

  it('says why, and what to do', async () => {
    const here = installedIn('project');
    const { checks } = await diagnosed(here, 'project/pkg');
    expect(checks.find(({ id }) => id === 'settings-out-of-reach')).toEqual({
      group: 'Hooks',
      id: 'settings-out-of-reach',
      status: 'problem',
      what: `hookctl is registered for sessions started in ${here.project}. A session started in ${here.project}/pkg does not read those settings.`,
      where: [join(here.base, SETTINGS.project)],
      fix: `Start the agent in ${here.project}, or run \`hookctl install --scope local\` (the whole repository, on this machine) or \`hookctl install --scope user\` (all your projects).`,
    });
  });

  it.each(['local', 'user'])('the remedy works: install --scope %s in the sub-directory', async (scope) => {
    const here = installedIn('project');
    const cwd = join(here.project, 'pkg');
    const places = { env: here.env, cwd };
    expect(await hookctl(['install', '--yes', '--scope', scope], places)).toMatchObject({ exitCode: 0 });
    const ran = await hookctl(['doctor', '--json'], places);
    expect(JSON.parse(ran.stdout)).toMatchObject({ armed: true, project: cwd });
  });

  it.each([
    ['project', 'project', true],
    ['local', 'project', false],
    ['user', 'project', false],
    ['local', 'outside', true],
  ])('install --scope %s in %s says where it does not reach: %s', async (scope, start, isSaid) => {
    const here = installedIn();
    const places = { env: here.env, cwd: join(here.base, start) };
    const { stdout, exitCode } = await hookctl(['install', '--yes', '--scope', scope], places);
    expect([exitCode, stdout.includes('not for sessions started in a sub-directory')]).toEqual([0, isSaid]);
  });
});
