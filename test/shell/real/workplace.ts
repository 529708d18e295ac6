import { chownSync, cpSync, lstatSync, lutimesSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRoot, listed, type Listing, NOBODY } from './run-really.ts';

/**
 * A directory with the files of a model, in which one command after the other is run. Most of the time of these tests went into making and deleting such
 * directories; so only what a command has changed is put right after it.
 */
export type Workplace = {
  cwd: string;
  model: string;
  /** What each entry is while nothing has changed it. */
  clean: Map<string, string>;
  before: Listing;
};

export function openWorkplace(parent: string, model: string): Workplace {
  const workplace: Workplace = { cwd: join(parent, 'work'), model, clean: new Map(), before: new Map() };
  mkdirSync(workplace.cwd);
  own(workplace.cwd);
  tidy(workplace);
  return workplace;
}

/** Takes away what is new, and brings back what was changed or deleted. */
export function tidy(workplace: Workplace): void {
  if (restored(workplace, '.')) workplace.before = listed(workplace.cwd);
}

function restored(workplace: Workplace, directory: string): boolean {
  const { cwd, model, clean } = workplace;
  const names = new Set(readdirSync(join(model, directory)));
  let changed = false;
  for (const name of readdirSync(join(cwd, directory)))
    if (!names.has(name)) {
      rmSync(join(cwd, directory, name), { recursive: true, force: true });
      changed = true;
    }
  for (const name of names) {
    const path = join(directory, name);
    const at = join(cwd, path);
    const isDirectory = lstatSync(join(model, path)).isDirectory();
    if (stateOf(at) === undefined || stateOf(at) !== clean.get(path)) {
      rmSync(at, { recursive: true, force: true });
      if (isDirectory) mkdirSync(at);
      else cpSync(join(model, path), at, { verbatimSymlinks: true });
      own(at);
      clean.set(path, stateOf(at) ?? '');
      changed = true;
    }
    if (isDirectory && restored(workplace, path)) changed = true;
  }
  return changed;
}

/** Every change of a file shows in one of these. A directory is looked at entry by entry. */
function stateOf(path: string): string | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  return stat.isDirectory()
    ? `directory ${stat.mode}`
    : `${stat.ino} ${stat.mode} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`;
}

/** Old enough that every write is seen, and writable for the user who runs the commands. */
function own(path: string): void {
  if (isRoot) chownSync(path, NOBODY, NOBODY);
  lutimesSync(path, 1_700_000_000, 1_700_000_000);
}
