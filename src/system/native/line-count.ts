import { EXACT_BYTES, MOST_BYTES } from '../line-limits.ts';
import { host } from './host.ts';

export function countLines(path: string, size: number, limit: number): { count: number; exact: boolean } | undefined {
  const file = host.open(path, host.constants.O_RDONLY, 0);
  try {
    const told = host.countLines(file, limit, size > EXACT_BYTES, MOST_BYTES);
    return told === null ? undefined : { count: told[0], exact: told[1] };
  } finally {
    host.close(file);
  }
}
