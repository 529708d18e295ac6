import { eitherOf } from '../../expand/unknown.ts';
import type { Machine } from '../machine.ts';
import type { Scope } from '../scope.ts';

/** Where a shell is, was, or can return to. */
export type Directory = {
  /** Null when a `cd` could not be followed. */
  path: string | null;
  /** Where `path` is null because two ways to this point disagree: the directories that they lead to. */
  perhaps: readonly string[];
};

export const NOWHERE: Directory = { path: null, perhaps: [] };

export function directoryOf({ cwd, perhaps }: Scope): Directory {
  return { path: cwd, perhaps };
}

/** Goes to a directory; where it was is what `cd -` returns to. */
export function enter(scope: Scope, { path, perhaps }: Directory): void {
  scope.previous = directoryOf(scope);
  scope.cwd = path;
  scope.perhaps = perhaps;
  scope.stays = undefined;
  // The shell sets both; from now on they are what `previous` and `cwd` say.
  scope.vars.delete('OLDPWD');
  scope.vars.delete('PWD');
}

export function eitherDirectory(a: Directory, b: Directory): Directory {
  if (a.path !== null && a.path === b.path) return a;
  return { path: null, perhaps: [...new Set([...placesOf(a), ...placesOf(b)])] };
}

function placesOf({ path, perhaps }: Directory): readonly string[] {
  return path === null ? perhaps : [path];
}

/** The directory as a word of the text: `$PWD`, `~-`. */
export function directoryText(machine: Machine, { path, perhaps }: Directory, raw: string): string {
  return path ?? (perhaps.length > 0 ? eitherOf(machine.unknowns, raw, perhaps) : machine.unknown(raw));
}
