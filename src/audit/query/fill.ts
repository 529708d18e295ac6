import { statSync } from 'node:fs';
import { readTrailFile, trailFiles } from '../chain/read-trail.ts';
import { decisionOf } from './decision.ts';
import { fingerprint } from './fingerprint.ts';
import type { Progress, Store } from './store.ts';

/** What takes decisions in. */
export type Sink = Pick<Store, 'progress' | 'setProgress' | 'add' | 'forget' | 'atomically'>;

/** Takes in what was added to the trail since the last time; files that were replaced, cut or removed are read again or dropped. */
export function fillStore(store: Sink, stateDirectory: string): void {
  if (isCurrent(store, stateDirectory)) return;
  store.atomically(() => {
    const files = trailFiles(stateDirectory);
    // Asked again inside: another process may have done the work while this one waited.
    const known = new Map(store.progress().map((progress) => [progress.file, progress]));
    for (const file of known.keys()) if (!files.includes(file)) store.forget(file);
    for (const file of files) {
      const before = known.get(file);
      const grown = before !== undefined && fingerprint(file, before.offset) === before.mark;
      if (before !== undefined && !grown) store.forget(file);
      takeIn(store, grown ? before : { file, offset: 0, mark: '', unreadable: 0 });
    }
  });
}

function isCurrent(store: Sink, stateDirectory: string): boolean {
  const known = new Map(store.progress().map((progress) => [progress.file, progress]));
  const files = trailFiles(stateDirectory);
  return (
    files.length === known.size &&
    files.every((file) => {
      const progress = known.get(file);
      return (
        progress !== undefined &&
        progress.offset === sizeOf(file) &&
        progress.mark === fingerprint(file, progress.offset)
      );
    })
  );
}

function takeIn(store: Sink, from: Progress): void {
  const { file } = from;
  let { offset, unreadable } = from;
  for (const entry of readTrailFile(file, offset)) {
    const decision = decisionOf(entry);
    if (decision === null) unreadable++;
    else store.add(decision);
    offset = entry.offset + entry.length;
  }
  // Nothing new, or only the beginning of a line.
  if (offset === from.offset && from.mark !== '') return;
  // Cut or removed while it was read: it is looked at again next time.
  store.setProgress({ file, offset, mark: fingerprint(file, offset) ?? 'gone', unreadable });
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? -1;
}
