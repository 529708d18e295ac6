import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writePlatformPackage } from '../../native/package.mjs';
import { lab, type Lab } from '../support/dispatcher.ts';
import { ROOT, run } from '../support/hookctl.ts';
import { scratch } from '../support/scratch.ts';
import { copyOfHookctl, fireBash } from './support/installed.ts';

const PLATFORM = `${process.platform}-${process.arch}`;
const BUILT = join(ROOT, 'dist/native/dispatcher');

/** Like the real one, it looks for its parts in the directory above its own. */
const STAND_IN = `#!/bin/sh
test -f "\${0%/*}/../compile.cjs" && test -f "\${0%/*}/../default.policy" || exit 3
exec "${process.execPath}" "${ROOT}/dist/dispatcher.cjs" "$@"
`;

/** hookctl and the package of this platform side by side, as npm lays them out. */
function released(modules: string, executable?: string) {
  // Only a dependency of the project is registered for its team.
  mkdirSync(modules, { recursive: true });
  writeFileSync(
    join(modules.replace(/\/node_modules.*$/, ''), 'package.json'),
    '{ "dependencies": { "hookctl": "*" } }',
  );
  const root = join(modules, 'hookctl');
  const platform = join(modules, '@hookctl', PLATFORM);
  const file = executable ?? join(scratch(), 'stand-in');
  if (executable === undefined) writeFileSync(file, STAND_IN, { mode: 0o755 });
  writePlatformPackage(PLATFORM, platform, file);
  return { command: copyOfHookctl(root), root, platform };
}

async function install(command: ReturnType<typeof copyOfHookctl>, here: Lab, ...more: string[]) {
  const { stdout } = await command(here, 'install', '--yes', '--json', ...more);
  return JSON.parse(stdout) as { dispatcher: object; rejected: object[]; warnings: string[] };
}

describe('the package of a platform', () => {
  it('is what `install` registers, and the settings then deny', async () => {
    const here = lab();
    const { command, platform } = released(join(scratch(), 'lib/node_modules'));
    expect(await install(command, here, '--scope', 'user')).toMatchObject({
      dispatcher: { kind: 'native', command: join(platform, 'bin/dispatcher'), args: [] },
      rejected: [],
    });
    expect(await fireBash(here, 'rm -rf /')).toMatchObject({ permission: 'deny' });
    expect(readFileSync(join(platform, 'bin/node-path'), 'utf8')).toBe(`${process.execPath}\n`);
  });

  it.skipIf(!existsSync(BUILT))('compiles a policy with what it carries, by the Node that was noted', async () => {
    const here = lab();
    const { command, platform } = released(join(scratch(), 'lib/node_modules'), BUILT);
    expect(await install(command, here, '--scope', 'user')).toMatchObject({ dispatcher: { kind: 'native' } });
    here.write(
      '.hookctl/policy.yaml',
      'policy: 1\nrules:\n  no-make: { before: run, when: { runs: make }, deny: no make }\n',
    );
    const payload = { hook_event_name: 'PreToolUse', session_id: 's', cwd: here.project, tool_name: 'Bash' };
    const { stdout } = await run(join(platform, 'bin/dispatcher'), ['--agent', 'claude-code'], {
      env: { ...here.env, PATH: '/nonexistent' },
      cwd: here.project,
      stdin: JSON.stringify({ ...payload, tool_input: { command: 'make all' } }),
    });
    expect(JSON.parse(stdout)).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: expect.stringContaining('no make') },
    });
  });

  it('of another version is named and not used', async () => {
    const { command, platform } = released(join(scratch(), 'node_modules'));
    const manifest = join(platform, 'package.json');
    const text = readFileSync(manifest, 'utf8');
    const { version } = JSON.parse(text) as { version: string };
    writeFileSync(manifest, text.replace(`"${version}"`, '"0.0.1"'));
    const file = join(platform, 'bin/dispatcher');
    const problem = `has version 0.0.1, and hookctl has ${version}`;
    expect(await install(command, lab(), '--scope', 'user')).toMatchObject({
      dispatcher: { kind: 'node' },
      rejected: [{ kind: 'native', file, problem }],
    });
  });

  it('names its platform and holds the licences of what it runs', () => {
    const { platform } = released(join(scratch(), 'node_modules'), existsSync(BUILT) ? BUILT : undefined);
    expect(JSON.parse(readFileSync(join(platform, 'package.json'), 'utf8'))).toEqual({
      name: `@hookctl/${PLATFORM}`,
      version: (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version,
      description: expect.any(String) as string,
      license: 'Apache-2.0',
      os: [process.platform],
      cpu: [process.arch],
      files: ['bin/dispatcher', 'compile.cjs', 'default.policy', 'THIRD-PARTY-NOTICES.md'],
      preferUnplugged: true,
      publishConfig: { access: 'public' },
    });
    if (existsSync(BUILT)) expect(readFileSync(join(platform, 'THIRD-PARTY-NOTICES.md'), 'utf8')).toContain('QuickJS');
  });
});

// The launcher knows these platforms; elsewhere the bundle is started.
describe.skipIf(!['linux-x64', 'linux-arm64'].includes(PLATFORM))('settings that a team shares', () => {
  const LAUNCHER = '${CLAUDE_PROJECT_DIR}/node_modules/hookctl/dist/dispatcher';

  it('start the native hook where it is installed, and Node when it is gone', async () => {
    const here = lab();
    const modules = join(here.project, 'node_modules');
    const { command, platform } = released(modules);
    const log = join(here.home, 'native-ran');
    writeFileSync(join(platform, 'bin/dispatcher'), STAND_IN.replace('exec', `echo x >> "${log}"\nexec`));
    expect(await install(command, here)).toMatchObject({
      scope: 'project',
      dispatcher: { kind: 'native', command: LAUNCHER, args: [] },
      warnings: [],
    });
    rmSync(log);
    expect(await fireBash(here, 'rm -rf /')).toMatchObject({ permission: 'deny' });
    expect(readFileSync(log, 'utf8')).toBe('x\n');
    rmSync(platform, { recursive: true });
    expect(await fireBash(here, 'rm -rf /')).toMatchObject({ permission: 'deny' });
    expect(readFileSync(log, 'utf8')).toBe('x\n');
  });

  it('find the native hook in the layout of pnpm, through the link', async () => {
    const here = lab();
    const store = join(here.project, 'node_modules/.pnpm/hookctl@0.1.0/node_modules');
    const { command, platform } = released(store);
    symlinkSync('.pnpm/hookctl@0.1.0/node_modules/hookctl', join(here.project, 'node_modules/hookctl'));
    expect(await install(command, here)).toMatchObject({ dispatcher: { kind: 'native', command: LAUNCHER } });
    writeFileSync(join(platform, 'bin/dispatcher'), '#!/bin/sh\necho "the native one" >&2\nexit 2\n');
    expect(await fireBash(here, 'ls')).toMatchObject({
      permission: 'deny',
      reason: expect.stringContaining('the native one'),
    });
  });

  it('say what is missing where there is neither Node nor a native hook', async () => {
    const here = lab();
    const { root } = released(join(here.project, 'node_modules'));
    rmSync(join(here.project, 'node_modules/@hookctl'), { recursive: true });
    const ran = await run('/bin/sh', [join(root, 'dist/dispatcher'), '--agent', 'claude-code'], {
      env: { PATH: '/nonexistent' },
      cwd: here.project,
      stdin: '{}',
    });
    expect(ran).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr:
        'hookctl: there is no node on the PATH of the agent, and no native hook for this machine: put node on the PATH\n',
    });
  });
});
