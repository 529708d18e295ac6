import { matches } from '../expand/pattern.ts';
import { PROGRAM_NAMES } from './program-names.ts';

/** More names than this are not followed: `*` alone reaches everything, and says nothing. */
const MOST = 40;

/** Programs that rules know by name only; no table of ours describes them. */
const BY_NAME = 'hookctl hookctl-dispatcher claude codex gemini aws gcloud az terraform psql mysql gh';

/** The known programs a pattern in a program's name may reach. The disk is not asked: any of them may be there. */
export function namesReached(pattern: string, isPath: boolean): string[] {
  const letters = pattern.replace(/[^A-Za-z]/g, '').length;
  if (pattern.includes('*') && letters < (isPath ? 1 : 2)) return [];
  const found = new Set<string>();
  for (const names of [BY_NAME, ...PROGRAM_NAMES.map(([, text]) => text)])
    for (const name of names.split(' '))
      if (name !== '' && !found.has(name) && found.size < MOST && matches(name, pattern)) found.add(name);
  return [...found];
}
