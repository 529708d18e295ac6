/** What every path that fits a pattern begins and ends with. Most patterns are settled by this alone, without taking anything apart. */
export interface FixedParts {
  /** Whole segments before the first wildcard, with the slash behind them; empty: none. */
  head: string;
  /** The last segment with the slash before it, when it has no wildcard; empty: none. */
  tail: string;
  /** What follows the last wildcard, when the last segment has one; empty: nothing. */
  ending: string;
}

/** Can a path fit a pattern, as far as its fixed parts tell? `from`: where the part of the path begins that the pattern speaks of. */
export function mayFit({ head, tail, ending }: FixedParts, path: string, from: number): boolean {
  if (ending !== '' && !path.endsWith(ending)) return false;
  if (tail !== '' && !path.endsWith(tail) && `/${path.slice(from)}` !== tail) return false;
  // `src/**` also means `src`.
  return (
    head === '' ||
    path.startsWith(head, from) ||
    (path.length === from + head.length - 1 && head.startsWith(path.slice(from)))
  );
}

const WILD = /[*?[\\]/;

export function fixedPartsOf(pattern: string): FixedParts {
  const wild = pattern.search(WILD);
  const name = pattern.slice(pattern.lastIndexOf('/') + 1);
  // What `segmentsOf` would tidy up first is left to it.
  const plain = !pattern.includes('//') && name !== '';
  const isWild = WILD.test(name);
  return {
    head: plain && wild >= 0 ? pattern.slice(0, pattern.lastIndexOf('/', wild) + 1) : '',
    tail: plain && !isWild ? `/${name}` : '',
    ending: plain && isWild ? (/[^*?[\]\\]*$/.exec(name)?.[0] ?? '') : '',
  };
}
