import { ascii, type TextSource } from './text-source.ts';

/** Lines of the index that are read together. */
const BLOCK = 32;
const MOST_REMEMBERED = 5_000;

/** Key → places of rules, looked up without reading more than the blocks that may hold the key. */
export interface RuleIndex {
  find: (key: string) => number[];
  findAll: (prefix: string) => number[];
  /** Is there any rule under a key that begins so? */
  speaksOf: (prefix: string) => boolean;
}

/** `key<TAB>place place …`, sorted by key, and before it a directory: the first key of every block with its offset. */
export function serialiseIndex(index: Readonly<Record<string, readonly number[]>>): {
  directory: string;
  lines: string;
} {
  const entries = Object.entries(index).map(([key, places]): [string, readonly number[]] => [ascii(key), places]);
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  let directory = '';
  let lines = '';
  for (const [at, [key, places]] of entries.entries()) {
    if (at % BLOCK === 0) directory += `${key}\t${lines.length}\n`;
    lines += `${key}\t${places.join(' ')}\n`;
  }
  return { directory, lines };
}

export function openIndex(directory: () => string, lines: TextSource): RuleIndex {
  let firsts: { key: string; from: number }[] | undefined;
  const blocks = new Map<number, string>();
  const looked = new Map<string, number[]>();
  const starts = () => (firsts ??= directory().split('\n').slice(0, -1).map(readFirst));

  /** With a newline in front, so that a whole key can be searched for. */
  const block = (number: number): string => {
    const known = blocks.get(number);
    if (known !== undefined) return known;
    const made = `\n${lines.slice(starts()[number]?.from ?? 0, starts()[number + 1]?.from ?? lines.size)}`;
    blocks.set(number, made);
    return made;
  };

  /** The last block whose first key is not behind this one. */
  const blockOf = (key: string): number => {
    let low = 0;
    let high = starts().length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((starts()[middle]?.key ?? '') <= key) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };

  const lookUp = (key: string): number[] => {
    const number = blockOf(key);
    if (number < 0) return [];
    const text = block(number);
    const at = text.indexOf(`\n${key}\t`);
    return at < 0 ? [] : placesIn(text.slice(at + key.length + 2, text.indexOf('\n', at + 1)));
  };

  const speaksOf = (given: string): boolean => {
    const prefix = ascii(given);
    const number = Math.max(0, blockOf(prefix));
    return (
      starts().length > 0 &&
      (block(number).includes(`\n${prefix}`) || starts()[number + 1]?.key.startsWith(prefix) === true)
    );
  };

  return {
    speaksOf,
    find: (given) => {
      const key = ascii(given);
      const known = looked.get(key);
      if (known !== undefined) return known;
      const made = lookUp(key);
      // A hook that stays in memory sees the same few keys again; paths make ever new ones.
      if (looked.size < MOST_REMEMBERED) looked.set(key, made);
      return made;
    },
    findAll: (given) => {
      const prefix = ascii(given);
      const found: number[] = [];
      for (let number = Math.max(0, blockOf(prefix)); number < starts().length; number++) {
        for (const line of block(number).split('\n')) {
          if (line.startsWith(prefix)) found.push(...placesIn(line.slice(line.indexOf('\t') + 1)));
        }
        if ((starts()[number + 1]?.key.slice(0, prefix.length) ?? prefix) > prefix) break;
      }
      return found;
    },
  };
}

function readFirst(line: string): { key: string; from: number } {
  const tab = line.indexOf('\t');
  return { key: line.slice(0, tab), from: Number(line.slice(tab + 1)) };
}

function placesIn(text: string): number[] {
  return text.split(' ').map(Number);
}
