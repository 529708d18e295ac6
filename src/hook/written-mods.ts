import { join } from 'node:path';
import { replacePrivate } from '../system/files/private-files.ts';
import { readFile } from '../system/files/read-file.ts';
import type { System } from '../system/ports.ts';

/** A plugin of `hookctl mod`, and the files that its rules were made from. */
export interface WrittenMod {
  directory: string;
  /** Relative to the directory; without it there is no mod any more. */
  manifest: string;
  projectRoot: string;
  /** Size null: there was no such file. */
  sources: readonly { path: string; size: number | null; mtimeMs: number }[];
}

/** A mod whose rules are out of date steps back and can only log that. So hookctl remembers where it wrote one: `<state>/mods/<key>`. */
export function rememberMod(system: System, stateDirectory: string, mod: WrittenMod): void {
  replacePrivate(system, join(stateDirectory, 'mods', system.textKey(mod.directory)), JSON.stringify(mod));
}

export interface StaleMod {
  directory: string;
  /** The first file that is not as it was. */
  changed: string;
}

/** The mods of a project whose rules are no longer those of its policy. */
export function staleMods(system: System, stateDirectory: string, projectRoot: string): StaleMod[] {
  const folder = join(stateDirectory, 'mods');
  if (!system.files.exists(folder)) return [];
  return system.files.namesIn(folder).flatMap((name) => {
    const mod = readMod(system, join(folder, name));
    if (mod === null || mod.projectRoot !== projectRoot) return [];
    if (!system.files.exists(join(mod.directory, mod.manifest))) return [];
    const changed = mod.sources.find((source) => !isSame(system, source));
    return changed === undefined ? [] : [{ directory: mod.directory, changed: changed.path }];
  });
}

export function wordStaleMod({ directory, changed }: StaleMod): string {
  return `The mod in ${directory} was made from an older policy and decides nothing: ${changed} has changed since.`;
}

function isSame({ files }: System, { path, size, mtimeMs }: WrittenMod['sources'][number]): boolean {
  const facts = files.stat(path);
  if (facts === null || size === null) return facts === null && size === null;
  return facts.size === size && Math.abs(facts.modifiedAt - mtimeMs) < 1;
}

function readMod(system: System, path: string): WrittenMod | null {
  try {
    return JSON.parse(readFile(system, path)) as WrittenMod;
  } catch {
    return null;
  }
}
