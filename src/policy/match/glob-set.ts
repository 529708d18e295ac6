import { matchGlob, segmentsOf } from './glob.ts';

/**
 * Many patterns against one path: those whose last name or fixed part the path does not hold are not tried. Worth its making only for who asks often (`replay`, the server);
 * a hook asks each set once or twice.
 */
export interface GlobSet {
  some: (path: string) => boolean;
}

/** `*.pem` is looked up by its last letters. */
const ENDING = 2;

export function createGlobSet(patterns: readonly string[], caseless: boolean): GlobSet {
  const fold = (text: string) => (caseless ? text.toLowerCase() : text);
  const named = new Map<string, string[]>();
  const ending = new Map<string, { suffix: string; pattern: string }[]>();
  const others: { part: string; pattern: string }[] = [];
  for (const pattern of patterns) {
    const last = segmentsOf(fold(pattern)).at(-1) ?? '';
    const suffix = /^\*([^*?[\]\\]{2,})$/.exec(last)?.[1];
    if (!/[*?[\\]/.test(last)) named.set(last, [...(named.get(last) ?? []), pattern]);
    else if (suffix !== undefined) {
      const end = suffix.slice(-ENDING);
      ending.set(end, [...(ending.get(end) ?? []), { suffix, pattern }]);
    } else others.push({ part: longestLiteral(fold(pattern)), pattern });
  }
  return {
    some: (path) => {
      const whole = fold(path);
      const last = whole.slice(whole.lastIndexOf('/') + 1);
      const fits = (pattern: string) => matchGlob(pattern, path, caseless);
      return (
        (named.get(last)?.some(fits) ?? false) ||
        (ending.get(last.slice(-ENDING))?.some(({ suffix, pattern }) => last.endsWith(suffix) && fits(pattern)) ??
          false) ||
        others.some(({ part, pattern }) => whole.includes(part) && fits(pattern))
      );
    },
  };
}

/** Some text that every fitting path holds; empty when there is none. */
function longestLiteral(pattern: string): string {
  if (pattern.includes('\\')) return '';
  const parts = pattern.replace(/\[[^\]]*\]/g, '*').split(/[*?[\]/]+/);
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
