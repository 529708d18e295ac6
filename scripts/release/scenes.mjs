import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MOST_MEGABYTES, MOST_PACKAGES } from './limits.mjs';
import { askHook, expectDenied, expectEqual, megabytesIn, registeredHook } from './user.mjs';

/** What the pack `default` refuses, with words of its reason. */
const DANGEROUS = { command: 'git push --force origin main', reason: 'git-force-push-shared' };

/** `native`: the platform of this machine, if its package is part of the release. */
export async function rehearseLimits({ succeed, project }, native) {
  const measure = async (name, ...options) => {
    const directory = project(name);
    await succeed('npm', ['install', ...options, 'hookctl'], { cwd: directory });
    const lock = JSON.parse(readFileSync(join(directory, 'node_modules/.package-lock.json'), 'utf8'));
    return { count: Object.keys(lock.packages).length, megabytes: megabytesIn(join(directory, 'node_modules')) };
  };
  const plain = await measure('plain', '--omit=optional');
  if (plain.count > MOST_PACKAGES || plain.megabytes > MOST_MEGABYTES)
    throw new Error(`${words(plain)}; at most ${MOST_PACKAGES} packages and ${MOST_MEGABYTES} MB`);
  if (native === null) return words(plain);
  const whole = await measure('whole');
  expectEqual('packages with the native hook', whole.count, plain.count + 1);
  return `${words(plain)}; with the native hook ${words(whole)}`;
}

function words({ count, megabytes }) {
  return `${count} package(s), ${megabytes.toFixed(1)} MB`;
}

export async function rehearseNpx({ succeed, at }) {
  mkdirSync(at('empty'));
  const version = await succeed('npx', ['--yes', 'hookctl', '--version'], { cwd: at('empty') });
  const judged = await succeed('npx', ['--yes', 'hookctl', 'judge', '--pack', 'recommended'], {
    cwd: at('empty'),
    input: JSON.stringify({ id: 1, command: DANGEROUS.command, cwd: at('empty') }),
  });
  if (!judged.includes('"verdict":"deny"')) throw new Error(`npx hookctl judge: ${judged}`);
  expectEqual('left in the directory', readdirSync(at('empty')), []);
  return `hookctl ${version.trim()} answers`;
}

export async function rehearseGlobally(user, native) {
  const { succeed, json, at } = user;
  const project = user.project('project');
  const settings = at('home/.claude/settings.json');
  mkdirSync(at('home/.claude'));
  const before = '{\n  "model": "opus"\n}\n';
  writeFileSync(settings, before);
  await succeed('npm', ['install', '--global', 'hookctl']);
  const install = () => json('hookctl', ['install', '--scope', 'user', '--yes', '--json'], { cwd: project });
  const ask = (question) => askHook(user, { handler: registeredHook(settings), project, ...question });

  const first = await install();
  expectEqual('the dispatcher', first.dispatcher.kind, native === null ? 'node' : 'native');
  expectDenied('the hook', await ask(DANGEROUS), DANGEROUS.reason);
  mkdirSync(join(project, '.hookctl'));
  writeFileSync(join(project, '.hookctl/policy.yaml'), POLICY);
  expectDenied('the hook, by a policy', await ask({ command: 'make all' }), 'no make here');
  if (native !== null) {
    const executable = first.dispatcher.command;
    if (!executable.endsWith(`/@hookctl/${native}/bin/dispatcher`)) throw new Error(`registered is ${executable}`);
    rmSync(join(executable, '../..'), { recursive: true });
    expectEqual('without the platform package', (await install()).dispatcher.kind, 'node');
    expectDenied('the hook on Node', await ask({ command: 'make all' }), 'no make here');
  }

  const label = JSON.stringify(registeredHook(settings));
  if (!label.includes('npx hookctl uninstall --all')) throw new Error(`the hook names no way out: ${label}`);
  await succeed('npm', ['uninstall', '--global', 'hookctl']);
  if (existsSync(at('prefix/bin/hookctl'))) throw new Error('npm has not removed hookctl');
  await succeed('npx', ['--yes', 'hookctl', 'uninstall', '--all', '--yes'], { cwd: at('home') });
  expectEqual('the settings afterwards', readFileSync(settings, 'utf8'), before);
  return `${native === null ? '' : 'the native hook denies, without its package the one on Node; '}npx hookctl uninstall --all restores the settings`;
}

export async function rehearseLocally(user, native) {
  const { succeed, json } = user;
  const project = user.project('project');
  const settings = join(project, '.claude/settings.json');
  await succeed('npm', ['install', '--save-dev', 'hookctl'], { cwd: project });
  const installed = await json('npx', ['hookctl', 'install', '--yes', '--json'], { cwd: project });
  expectEqual(
    'the installation',
    { scope: installed.scope, kind: installed.dispatcher.kind },
    { scope: 'project', kind: native === null ? 'node' : 'native' },
  );
  const handler = registeredHook(settings);
  if (readFileSync(settings, 'utf8').includes(project)) throw new Error('shared settings name a path of this machine');
  expectDenied('the hook', await askHook(user, { handler, project, ...DANGEROUS }), DANGEROUS.reason);
  // What a colleague gets from a clone.
  rmSync(join(project, 'node_modules'), { recursive: true });
  await succeed('npm', ['ci', '--omit=optional'], { cwd: project });
  expectEqual('platform packages', existsSync(join(project, 'node_modules/@hookctl')), false);
  expectDenied('the hook on Node', await askHook(user, { handler, project, ...DANGEROUS }), DANGEROUS.reason);
  await succeed('npx', ['hookctl', 'uninstall', '--yes'], { cwd: project });
  expectEqual('the settings afterwards', existsSync(settings), false);
  return 'one line of settings starts the native hook, or Node without it';
}

/** The package for another processor: npm chooses it by `cpu`, and its executable runs in the emulator. */
export async function rehearseEmulated(user, { platform, emulator }) {
  const project = user.project('project');
  const [os, cpu] = platform.split('-');
  await user.succeed('npm', ['install', `--os=${os}`, `--cpu=${cpu}`, 'hookctl'], { cwd: project });
  expectEqual('platform packages', readdirSync(join(project, 'node_modules/@hookctl')), [platform]);
  const executable = join(project, 'node_modules/@hookctl', platform, 'bin/dispatcher');
  const handler = { command: executable, args: ['--agent', 'claude-code'] };
  const ask = (question) => askHook(user, { handler, project, runner: [emulator], ...question });
  expectDenied('the hook', await ask(DANGEROUS), DANGEROUS.reason);
  mkdirSync(join(project, '.hookctl'));
  writeFileSync(join(project, '.hookctl/policy.yaml'), POLICY);
  expectDenied('the hook, by a policy', await ask({ command: 'make all' }), 'no make here');
  return 'npm chooses it, and it denies by the shipped policy and by one that it compiles';
}

const POLICY = `policy: 1
extends: [pack:recommended]
rules:
  no-make: { before: run, when: { runs: make }, deny: no make here }
`;
