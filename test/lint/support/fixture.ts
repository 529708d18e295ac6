import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LintRequest } from '../../../src/lint/read/gather.ts';

export const FIXTURES = join(dirname(fileURLToPath(import.meta.url)), '..', 'fixtures');

export interface Staged {
  root: string;
  request: LintRequest;
  remove: () => void;
}

/**
 * A fixture is a project; `home/` in it is the home, `PROJECT` names the directory the client starts in, `dot-git`
 * stands for `.git`, and `@ROOT@` for where it lies. It is copied, so that nothing depends on the repository around it.
 */
export function stage(fixture: string): Staged {
  const root = mkdtempSync(join(tmpdir(), 'hookctl-lint-'));
  cpSync(join(FIXTURES, fixture), root, { recursive: true });
  if (existsSync(join(root, 'dot-git'))) renameSync(join(root, 'dot-git'), join(root, '.git'));
  for (const file of filesBelow(root)) {
    const text = readFileSync(file, 'utf8');
    if (text.includes('@ROOT@')) writeFileSync(file, text.replaceAll('@ROOT@', root));
  }
  const start = existsSync(join(root, 'PROJECT')) ? readFileSync(join(root, 'PROJECT'), 'utf8').trim() : '.';
  const request = {
    files: [],
    project: join(root, start),
    home: join(root, 'home'),
    settings: [],
    cwd: root,
    env: process.env,
  };
  return { root, request, remove: () => rmSync(root, { recursive: true, force: true }) };
}

export function filesBelow(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(dir, entry.name)) : [join(dir, entry.name)],
  );
}
