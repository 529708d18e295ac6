import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectView } from './project-view.ts';

type ManagerName = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** Lock file → what writes it. */
const LOCK_FILES: Readonly<Record<string, ManagerName>> = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
};

/** The command that adds hookctl to the development dependencies of this project; the first word is the package manager. */
export function addCommand(project: ProjectView, version: string): [ManagerName, ...string[]] {
  const what = `hookctl@${version}`;
  const { files, packageJson } = project;
  switch (managerOf(project)) {
    case 'npm':
      return ['npm', 'install', '--save-dev', what];
    case 'pnpm':
      // At the root of a workspace pnpm needs an option that says the root is meant.
      return [
        'pnpm',
        'add',
        '--save-dev',
        ...(files.includes('pnpm-workspace.yaml') ? ['--workspace-root'] : []),
        what,
      ];
    case 'yarn': {
      const isClassic = !files.includes('.yarnrc.yml') && packageJson?.workspaces !== undefined;
      return ['yarn', 'add', '--dev', ...(isClassic ? ['--ignore-workspace-root-check'] : []), what];
    }
    case 'bun':
      return ['bun', 'add', '--dev', what];
  }
}

function managerOf({ files, packageJson }: ProjectView): ManagerName {
  const declared = /^(npm|pnpm|yarn|bun)@/.exec(packageJson?.packageManager ?? '')?.[1];
  if (declared !== undefined) return declared as ManagerName;
  const lock = Object.keys(LOCK_FILES).find((name) => files.includes(name));
  return lock === undefined ? 'npm' : (LOCK_FILES[lock] ?? 'npm');
}

/** Runs it in the project. What it prints goes to the person, never into our own output. Returns what went wrong; null: nothing. */
export function addDependency([program, ...args]: readonly [string, ...string[]], root: string): string | null {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  const command = [program, ...args].join(' ');
  if (error !== undefined) return `\`${command}\` could not be started: is ${program} installed?`;
  return status === 0 ? null : `\`${command}\` ended with exit code ${status ?? 'unknown'}`;
}

/** The program of the project's own hookctl; null: the package manager keeps packages elsewhere. */
export function ownProgram(root: string): string | null {
  const program = join(root, 'node_modules', 'hookctl', 'dist', 'hookctl.mjs');
  return existsSync(program) ? program : null;
}
