import type { Machine } from '../run/machine.ts';
import { baseName } from '../files/paths.ts';
import { addUnknown } from '../expand/unknown.ts';

export const BINARY = /^\/(?:usr\/)?(?:local\/)?s?bin\/[^/]+$/;

/** The text of a file that nothing in the command wrote, by its absolute path; of a program it remembers which one, for `cat /bin/rm > x`. */
export function bytesOf(machine: Machine, path: string, raw: string): string {
  const known = path === '?' ? {} : BINARY.test(path) ? { program: baseName(path) } : { file: path };
  return addUnknown(machine.unknowns, { raw, origin: 'file', ...known });
}
