import type { TextFile } from '../node/text-file.ts';
import { host } from './host.ts';
import { openOwnFile } from './own-file.ts';

/** Smaller than on Node: copying costs more here than asking again. */
const FIRST = 4 * 1024;

export function openTextFile(path: string): TextFile | null {
  const opened = openOwnFile(path);
  if (opened === null) return null;
  const { file, size } = opened;
  const first = host.readBytes(file, 0, Math.min(FIRST, size));
  return {
    size,
    slice: (from, to) => (to <= first.length ? first.slice(from, to) : host.readBytes(file, from, to)),
  };
}
