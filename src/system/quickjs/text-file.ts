import type { TextFile } from '../node/text-file.ts';
import { host } from './host.ts';

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = host.constants;

/** Smaller than on Node: copying costs more here than asking again. */
const FIRST = 4 * 1024;

export function openTextFile(path: string): TextFile | null {
  let file: number;
  try {
    file = host.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
  const [kind, , size] = host.fstat(file);
  if (kind !== 0) {
    host.close(file);
    throw new Error(`${path} is not a regular file`);
  }
  const first = host.readBytes(file, 0, Math.min(FIRST, size));
  return {
    size,
    slice: (from, to) => (to <= first.length ? first.slice(from, to) : host.readBytes(file, from, to)),
  };
}
