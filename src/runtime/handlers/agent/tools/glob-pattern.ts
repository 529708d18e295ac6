import { expandBraces } from '../../../../policy/language/expand-braces.ts';
import { matchGlob } from '../../../../policy/match/glob.ts';

const MAX_LENGTH = 500;

/** A glob as a test for paths; null if it is not a glob. Matching takes at most pattern × path: the model's pattern cannot hang the check. */
export function compileGlob(pattern: string): ((path: string) => boolean) | null {
  if (pattern.length > MAX_LENGTH) return null;
  const patterns = expandBraces(pattern.replace(/^\.?\//, ''));
  return patterns === null ? null : (path) => patterns.some((one) => matchGlob(one, path));
}
