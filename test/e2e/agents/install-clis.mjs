import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The clients are proprietary or large: they are installed by name when they are needed, outside the repository, and never part of it. */
const CACHE = process.env.HOOKCTL_AGENTS_DIR ?? join(tmpdir(), 'hookctl-agents');
const INSTALL_MS = 240_000;

/** The directory with its modules, or why it is missing. */
export function installCli(name, { packages, unpack }) {
  const key = packages.join('+').replaceAll(/[^\w.@+-]/g, '_');
  const directory = join(CACHE, name, key);
  const modules = join(directory, 'node_modules');
  if (existsSync(directory)) return { modules, missing: null };
  const draft = `${directory}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'package.json'), '{"private": true}');
  // Install scripts are not run: the platform's package brings the program.
  const args = ['install', '--prefix', draft, '--no-package-lock', '--ignore-scripts', '--include=optional'];
  const quiet = ['--engine-strict=false', '--no-audit', '--no-fund', '--loglevel=error'];
  const ran = spawnSync('npm', [...args, ...quiet, ...packages], { cwd: draft, encoding: 'utf8', timeout: INSTALL_MS });
  try {
    if (ran.status !== 0) return { modules: null, missing: whyNot(packages, ran) };
    unpack?.(join(draft, 'node_modules'));
    spawnSync('chmod', ['-R', 'a+rX', draft]);
    renameSync(draft, directory);
    return { modules, missing: null };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function whyNot(packages, { error, stderr }) {
  const why = error?.message ?? stderr.trim().split('\n').slice(0, 3).join(' ');
  return `${packages.join(' ')} could not be installed: ${why.replaceAll(/https?:\/\/\S+/g, 'the registry')}`;
}

/** Null: the sandbox works here. */
export function whyNoSandbox() {
  if (process.platform !== 'linux') return 'the sandbox is made of Linux namespaces';
  if (process.getuid?.() !== 0) return 'the sandbox needs root';
  for (const tool of ['unshare', 'setpriv', 'ip', 'git'])
    if (spawnSync(tool, ['--help']).error !== undefined) return `there is no ${tool}`;
  const tried = spawnSync(
    'unshare',
    ['--net', '--mount', '--pid', '--fork', '--mount-proc', 'ip', 'link', 'set', 'lo', 'up'],
    { encoding: 'utf8' },
  );
  return tried.status === 0 ? null : `no namespaces here: ${tried.stderr.trim()}`;
}
