import { nodeSystem } from '../../system/node/system.ts';
import { join } from 'node:path';
import { readPrivate, replacePrivate } from '../../system/files/private-files.ts';
import { witnessDirectory } from './trail-files.ts';

/** Says that segments are gone because a person wanted it. */
interface Mark {
  through: number;
  at: string;
}

export function markPruned(stateDirectory: string, through: number, now: number): void {
  const mark: Mark = { through, at: new Date(now).toISOString() };
  replacePrivate(nodeSystem, markPath(stateDirectory), `${JSON.stringify(mark)}\n`);
}

/** The last segment a person has removed, with all before it; 0: none. */
export function prunedThrough(stateDirectory: string): number {
  try {
    return (JSON.parse(readPrivate(nodeSystem, markPath(stateDirectory)) ?? '{}') as Partial<Mark>).through ?? 0;
  } catch {
    return 0;
  }
}

function markPath(stateDirectory: string): string {
  return join(witnessDirectory(stateDirectory), 'pruned.json');
}
