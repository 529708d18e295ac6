import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../support/hookctl.ts';

export const VERSION = '2.1.325';

/** The client is proprietary: it is installed by name when it is needed, and never part of the repo. */
const CACHE = join(ROOT, 'node_modules/.cache/hookctl', `claude-code-${VERSION}`);
const INSTALL_MS = 90_000;

export type Client = { path: string; missing: null } | { path: null; missing: string };

/** The executable, or why it is missing on this machine. */
export function claudeCode(): Client {
  const missing = whyNoSandbox();
  if (missing !== null) return { path: null, missing };
  const problem = existsSync(CACHE) ? null : install();
  if (problem !== null) return { path: null, missing: problem };
  const path = executable(CACHE);
  return path === null
    ? { path: null, missing: `the package holds no client for ${process.platform}-${process.arch}` }
    : { path, missing: null };
}

function whyNoSandbox(): string | null {
  if (process.platform !== 'linux') return 'the sandbox is made of Linux namespaces';
  if (process.getuid?.() !== 0) return 'the sandbox needs root';
  for (const tool of ['unshare', 'setpriv', 'ip']) {
    if (spawnSync(tool, ['--help']).error !== undefined) return `there is no ${tool}`;
  }
  const tried = spawnSync(
    'unshare',
    ['--net', '--mount', '--pid', '--fork', '--mount-proc', 'ip', 'link', 'set', 'lo', 'up'],
    {
      encoding: 'utf8',
    },
  );
  return tried.status === 0 ? null : `no namespaces here: ${tried.stderr.trim()}`;
}

/** Into a directory beside, renamed when it is whole. Install scripts are not run: only the executable of the platform's package is used. */
function install(): string | null {
  const draft = `${CACHE}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'package.json'), '{"private": true}');
  const args = ['install', '--prefix', draft, '--no-package-lock', '--ignore-scripts', '--include=optional'];
  const quiet = ['--engine-strict=false', '--no-audit', '--no-fund', '--loglevel=error'];
  const ran = spawnSync('npm', [...args, ...quiet, `@anthropic-ai/claude-code@${VERSION}`], {
    cwd: draft,
    encoding: 'utf8',
    timeout: INSTALL_MS,
  });
  if (ran.status === 0) renameSync(draft, CACHE);
  rmSync(draft, { recursive: true, force: true });
  if (ran.status === 0) return null;
  const why = ran.error?.message ?? ran.stderr.trim().split('\n').slice(0, 3).join(' ');
  return `Claude Code ${VERSION} could not be installed: ${why.replaceAll(/https?:\/\/\S+/g, 'the registry')}`;
}

/** The client is started in the sandbox only, so the C library is asked for here and not tried out. */
function executable(directory: string): string | null {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  const libc = header.glibcVersionRuntime === undefined ? '-musl' : '';
  const file = join(directory, `node_modules/@anthropic-ai/claude-code-linux-${process.arch}${libc}/claude`);
  return existsSync(file) ? file : null;
}
