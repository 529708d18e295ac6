import { matches } from '../../expand/pattern.ts';
import { namedPrograms } from './find-program.ts';

/** More names than this are not followed: `*` alone reaches everything, and says nothing. */
const MOST = 40;

/** The known programs a pattern in a program's name may reach. The disk is not asked: any of them may be there. */
export function namesReached(pattern: string, isPath: boolean): string[] {
  const letters = pattern.replace(/[^A-Za-z]/g, '').length;
  if (pattern.includes('*') && letters < (isPath ? 1 : 2)) return [];
  const found = new Set<string>();
  for (const name of namedPrograms()) if (found.size < MOST && matches(name, pattern)) found.add(name);
  return [...found];
}
