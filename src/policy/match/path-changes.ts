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
  // `f*` and `d/**` stand for more than one file.
  if (effect.kind === 'delete' && (effect.recursive || (effect.path !== '?' && isGlob(effect.path))))
    changes.push('sweep');
  if (effect.path === '?') changes.push(effect.hint === undefined ? 'blind' : 'guess');
  return changes;
}

export function changesOfFile({ op, wide }: FileAction): Change[] {
  if (op === 'delete') return wide === true ? ['delete', 'sweep'] : ['delete'];
  return [op === 'read' ? op : 'write'];
}
