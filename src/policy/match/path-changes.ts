import type { FileAction } from '../../protocol/agent-event.ts';
import type { Effect } from '../../shell/index.ts';
import { isGlob } from './glob.ts';

/** What happens to a path, in the words of `change`. */
export const CHANGES = ['read', 'write', 'append', 'empty', 'delete', 'sweep', 'guess', 'blind'] as const;
export type Change = (typeof CHANGES)[number];

export type PathEffect = Effect & { kind: 'read' | 'write' | 'delete' };

export function changesOfEffect(effect: PathEffect): Change[] {
  const changes: Change[] = [effect.kind];
  if (effect.kind === 'write') {
    if (effect.append) changes.push('append');
    if (effect.empties) changes.push('empty');
  }
  if (effect.kind === 'delete' && isSweep(effect)) changes.push('sweep');
  if (effect.path === '?') changes.push(effect.hint === undefined ? 'blind' : 'guess');
  return changes;
}

/**
 * `f*` and `d/**` mean more than one file, also where a list holds them (`find d | xargs rm`). An empty directory holds none, and a packed file is kept under another name; but all files below a
 * directory, packed one by one, are no longer a work tree.
 */
function isSweep({ recursive, path, hint, via }: PathEffect & { kind: 'delete' }): boolean {
  if (recursive) return true;
  const named = path === '?' ? (hint ?? '') : path;
  if (!isGlob(named) || via === 'rmdir') return false;
  return via !== 'compress' || (path.endsWith('/**') && hint === undefined);
}

export function changesOfFile({ op, wide }: FileAction): Change[] {
  if (op === 'delete') return wide === true ? ['delete', 'sweep'] : ['delete'];
  return [op === 'read' ? op : 'write'];
}
