import type { OwnFile } from '../node/own-file.ts';
import { host } from './host.ts';

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = host.constants;

export function openOwnFile(path: string): OwnFile | null {
  let file: number;
  try {
    file = host.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
  const [kind, , size, , , inode] = host.fstat(file);
  if (kind !== 0) {
    host.close(file);
    throw new Error(`${path} is not a regular file`);
  }
  return { file, size, inode };
}
