import { closeSync, constants, openSync, readSync, statSync } from 'node:fs';

export interface FollowedFile {
  /** What was added since the last call. `restarted`: the file is another one now, and this is all of it. */
  read: () => { added: string; restarted: boolean };
}

const SAFE = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** A file that other processes append to, or replace. It returns only whole lines: another process may be in the middle of one. */
export function followFile(path: string): FollowedFile {
  let inode = -1;
  let readBytes = 0;
  return {
    read: () => {
      const stat = statSync(path, { throwIfNoEntry: false });
      const restarted = stat?.ino !== inode || stat.size < readBytes;
      if (restarted) {
        inode = stat?.ino ?? -1;
        readBytes = 0;
      }
      if (stat === undefined || stat.size === readBytes) return { added: '', restarted };
      const bytes = slice(path, readBytes, stat.size);
      const whole = bytes.lastIndexOf(0x0a) + 1;
      readBytes += whole;
      return { added: bytes.toString('utf8', 0, whole), restarted };
    },
  };
}

function slice(path: string, from: number, to: number): Buffer {
  const file = openSync(path, constants.O_RDONLY | SAFE);
  try {
    const bytes = Buffer.allocUnsafe(to - from);
    let filled = 0;
    for (let got = -1; got !== 0 && filled < bytes.length; filled += got)
      got = readSync(file, bytes, filled, bytes.length - filled, from + filled);
    return bytes.subarray(0, filled);
  } finally {
    closeSync(file);
  }
}
