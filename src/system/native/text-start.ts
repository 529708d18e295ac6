import { host } from './host.ts';

export function readStart(path: string, limit: number): string {
  const file = host.open(path, host.constants.O_RDONLY, 0);
  try {
    // A character takes up to four bytes.
    return host.readText(file, -1, Math.min(limit * 4, 64 * 1024 * 1024)).slice(0, limit);
  } finally {
    host.close(file);
  }
}
