import { matchGlob, segmentsOf } from './glob.ts';

/**
 * Many patterns against one path: those whose last name cannot be the path's are not tried. Worth its making only for who asks often (`replay`, the server);
 * a hook asks each set once or twice.
 */
export interface GlobSet {
  some: (path: string) => boolean;
}

export function createGlobSet(patterns: readonly string[], caseless: boolean): GlobSet {
  const fold = (text: string) => (caseless ? text.toLowerCase() : text);
  const named = new Map<string, string[]>();
  const ending: { suffix: string; pattern: string }[] = [];
  const others: string[] = [];
  for (const pattern of patterns) {
    const last = segmentsOf(fold(pattern)).at(-1) ?? '';
    const suffix = /^\*([^*?[\]\\]+)$/.exec(last)?.[1];
    if (!/[*?[\\]/.test(last)) named.set(last, [...(named.get(last) ?? []), pattern]);
    else if (suffix !== undefined) ending.push({ suffix, pattern });
    else others.push(pattern);
  }
  return {
    some: (path) => {
      const last = fold(path.slice(path.lastIndexOf('/') + 1));
      const fits = (pattern: string) => matchGlob(pattern, path, caseless);
      return (
        (named.get(last)?.some(fits) ?? false) ||
        ending.some(({ suffix, pattern }) => last.endsWith(suffix) && fits(pattern)) ||
        others.some(fits)
      );
    },
  };
}
