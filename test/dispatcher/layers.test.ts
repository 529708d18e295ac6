import { nodeSystem } from '../../src/system/node/system.ts';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileLayers } from '../../src/hook/policy-files/compile-layers.ts';
import { layerFiles, projectRootOf, stateDirectory } from '../../src/hook/policy-files/locations.ts';
import { formatProblem } from '../../src/policy/index.ts';
import { lab } from '../support/dispatcher.ts';
import { bash } from '../support/payloads.ts';

const deny = (program: string, more = '') =>
  `policy: 1\n${more}rules:\n  no-${program}: { before: run, when: { runs: ${program} }, deny: "no ${program}" }\n`;
const denied = async (here: ReturnType<typeof lab>, command: string, env = {}) =>
  (await here.answer(bash(command), { env }))?.hookSpecificOutput?.permissionDecision ?? null;

describe('layers', () => {
  it('user, project and local rules all apply', async () => {
    const here = lab(deny('bb'));
    here.write(join(here.home, '.config/hookctl/policy.yaml'), deny('aa'));
    here.write('.hookctl/policy.local.yaml', deny('cc'));
    expect(await Promise.all(['aa', 'bb', 'cc', 'dd'].map((command) => denied(here, command)))).toEqual([
      'deny',
      'deny',
      'deny',
      null,
    ]);
  });

  it('XDG_CONFIG_HOME moves the user layer; a relative one is ignored', async () => {
    const here = lab(deny('bb'));
    here.write(join(here.home, 'elsewhere/hookctl/policy.yaml'), deny('aa'));
    expect(await denied(here, 'aa')).toBe(null);
    expect(await denied(here, 'aa', { XDG_CONFIG_HOME: join(here.home, 'elsewhere') })).toBe('deny');
    expect(await denied(here, 'aa', { XDG_CONFIG_HOME: 'elsewhere' })).toBe(null);
  });

  it('HOOKCTL_POLICY takes the place of user, project and local', async () => {
    const here = lab(deny('bb'));
    const other = here.write('other.yaml', deny('zz'));
    expect(await denied(here, 'zz', { HOOKCTL_POLICY: other })).toBe('deny');
    expect(await denied(here, 'bb', { HOOKCTL_POLICY: other })).toBe(null);
  });

  it('a project may loosen what the user left open, and nothing the user locked', async () => {
    const here = lab('policy: 1\noverrides: { no-aa: { mode: off } }\nrules: {}\n');
    const user = join(here.home, '.config/hookctl/policy.yaml');
    here.write(user, deny('aa'));
    expect(await denied(here, 'aa')).toBe(null);
    here.write(user, deny('aa', 'locked: true\n'));
    expect(await denied(here, 'aa')).toBe('deny');
  });

  it('the project is found from the working directory when the agent does not name it', async () => {
    const here = lab(deny('bb'));
    mkdirSync(join(here.project, '.git'));
    mkdirSync(join(here.project, 'deep/down'), { recursive: true });
    const answer = await here.answer(bash('bb', { cwd: join(here.project, 'deep/down') }), {
      env: { CLAUDE_PROJECT_DIR: '' },
      cwd: here.home,
    });
    expect(answer?.hookSpecificOutput?.permissionDecision).toBe('deny');
  });

  it('a changed, a new and a removed file are seen at once', async () => {
    const here = lab(deny('bb'));
    expect(await denied(here, 'bb')).toBe('deny');
    here.write('.hookctl/policy.yaml', deny('xx'));
    expect(await denied(here, 'bb')).toBe(null);
    expect(await denied(here, 'xx')).toBe('deny');
    const local = here.write('.hookctl/policy.local.yaml', deny('yy'));
    expect(await denied(here, 'yy')).toBe('deny');
    const { rmSync } = await import('node:fs');
    rmSync(local);
    expect(await denied(here, 'yy')).toBe(null);
  });
});

describe('the managed layer', () => {
  const files = (path: string) => [{ layer: 'managed' as const, path, wanted: false }];
  const owner = process.getuid?.() ?? 0;

  it('counts when it belongs to the administrator alone', () => {
    const here = lab();
    const path = here.write(join(here.home, 'etc/policy.yaml'), deny('aa'));
    expect(
      compileLayers(files(path), { administrator: owner }).artefact?.rules.map(({ id, layer }) => [id, layer]),
    ).toEqual([
      ['no-aa', 'managed'],
      // Part of every policy.
      ['unread', 'pack'],
    ]);
  });

  it('is refused, visibly, when somebody else owns it or can write it', () => {
    const here = lab();
    const path = here.write(join(here.home, 'etc/policy.yaml'), deny('aa'));
    const problems = (administrator: number) =>
      compileLayers(files(path), { administrator }).problems.map(formatProblem);
    expect(problems(owner + 1)[0]).toContain('the managed policy is refused');
    chmodSync(path, 0o666);
    expect(problems(owner)[0]).toContain('is writable by others');
    chmodSync(path, 0o644);
    chmodSync(join(here.home, 'etc'), 0o777);
    expect(problems(owner)[0]).toContain('is writable by others');
    expect(compileLayers(files(path), { administrator: owner }).artefact).toBe(null);
  });

  it('stays in force whatever HOOKCTL_POLICY says', () => {
    const all = layerFiles(
      nodeSystem,
      { HOME: '/h', HOOKCTL_POLICY: '/p.yaml' },
      { projectRoot: '/project', directories: ['/project'], managed: '/etc/hookctl/policy.yaml' },
    );
    expect(all.map(({ layer, path }) => `${layer} ${path}`)).toEqual([
      'managed /etc/hookctl/policy.yaml',
      'project /p.yaml',
    ]);
  });
});

it('knows its places', () => {
  const places = { projectRoot: '/project', directories: ['/project'], managed: '/m' };
  expect(layerFiles(nodeSystem, { HOME: '/h' }, places).map(({ path }) => path)).toEqual([
    '/m',
    '/h/.config/hookctl/policy.yaml',
    '/project/.hookctl/policy.yaml',
    '/project/.hookctl/policy.local.yaml',
  ]);
  expect(stateDirectory(nodeSystem, { HOME: '/h' })).toBe('/h/.local/state/hookctl');
  expect(stateDirectory(nodeSystem, { HOME: '/h', XDG_STATE_HOME: '/x' })).toBe('/x/hookctl');
  expect(stateDirectory(nodeSystem, { HOME: '/h', HOOKCTL_STATE_DIR: '/s' })).toBe('/s');
  expect(projectRootOf(nodeSystem, { CLAUDE_PROJECT_DIR: '/p' }, '/elsewhere')).toBe('/p');
});
