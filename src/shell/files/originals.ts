import type { Machine } from '../run/machine.ts';
import { dirName } from './paths.ts';

const MOST_ORIGINALS = 64;

/** Remembers that a file or a directory was copied or moved. Its text is on disk under the old name only, until the command has run. */
export function noteOriginal(machine: Machine, from: string, to: string): void {
  if (from === '?' || to === '?' || machine.originals.size >= MOST_ORIGINALS) return;
  machine.originals.set(to, originalPlace(machine, from) ?? from);
}

/** Where the text of a path is on disk, if an earlier part of the command copied or moved it there, alone or with a directory above it. */
export function originalPlace({ originals }: Machine, path: string): string | undefined {
  if (originals.size === 0) return undefined;
  for (let above = path; above !== '/' && above !== '?'; above = dirName(above)) {
    const original = originals.get(above);
    if (original !== undefined) return original + path.slice(above.length);
  }
  return undefined;
}
