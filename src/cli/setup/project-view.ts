import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What `init` looks at in a project: its directories near the top, the files at the top, and its package.json. */
export interface ProjectView {
  root: string;
  /** From the root, with `/`. */
  directories: string[];
  files: string[];
  packageJson: PackageJson | null;
}

interface PackageJson {
  packageManager?: string;
  workspaces?: unknown;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const DEEPEST = 3;
const MOST_DIRECTORIES = 2000;

/** Directories of others, and what is built. */
const PASSED_BY = new Set(['node_modules', 'vendor', 'target', 'dist', 'build', 'venv', '__pycache__']);

export function viewProject(root: string): ProjectView {
  const directories: string[] = [];
  const open = [''];
  for (let below = open.shift(); below !== undefined && directories.length < MOST_DIRECTORIES; below = open.shift()) {
    if (below !== '' && below.split('/').length >= DEEPEST) continue;
    for (const { name, isDirectory } of entriesIn(join(root, below))) {
      if (!isDirectory || PASSED_BY.has(name) || (name.startsWith('.') && name !== '.github')) continue;
      const path = below === '' ? name : `${below}/${name}`;
      directories.push(path);
      open.push(path);
    }
  }
  const files = entriesIn(root).flatMap(({ name, isDirectory }) => (isDirectory ? [] : [name]));
  return { root, directories, files, packageJson: readPackageJson(root) };
}

function readPackageJson(root: string): PackageJson | null {
  const path = join(root, 'package.json');
  if (!existsSync(path)) return null;
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

function entriesIn(directory: string): { name: string; isDirectory: boolean }[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .map((entry) => ({ name: entry.name, isDirectory: entry.isDirectory() }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // A directory that may not be read has nothing to tell.
    return [];
  }
}
