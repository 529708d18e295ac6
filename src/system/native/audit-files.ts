import type { GrowingFile } from '../node/audit-files.ts';
import { ensurePrivateDirectory } from '../node/private-files.ts';
import { host } from './host.ts';
import { readdirSync } from './node/fs.ts';
import { dirname } from './node/path.ts';

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = host.constants;

export function openGrowing(path: string): GrowingFile {
  ensurePrivateDirectory(dirname(path));
  const file = host.open(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  if (host.fstat(file)[0] !== 0) {
    host.close(file);
    throw new Error(`${path} is not a regular file`);
  }
  return {
    size: () => host.fstat(file)[2],
    read: (from, to) => host.readBytes(file, from, to),
    append: (text) => {
      const written = host.write(file, text);
      const length = host.bytes(text);
      if (written < length) throw new Error(`${path}: only ${written} of ${length} bytes could be written`);
    },
    close: () => host.close(file),
  };
}

export function listNames(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
}
