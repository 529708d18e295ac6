import { lazily } from '../../protocol/cache.ts';
import { ascii } from '../../protocol/text/encoding.ts';
import { check, type Sum, type TextSource } from '../stored/policy-text.ts';

/** Lines of the index that are read together. */
const BLOCK = 32;
/** A hook asks for some tens of keys and ends. A caller that asks more often stays in memory, so the index is then read whole. */
const OFTEN = 1_000;

/** Key → places of rules, looked up without reading more than the blocks that may hold the key. */
export interface RuleIndex {
  find: (key: string) => readonly number[];
  findAll: (prefix: string) => readonly number[];
  /** Under the keys that begin so and whose rest is wanted. */
  findSome: (prefix: string, wanted: (rest: string) => boolean) => readonly number[];
}

/** `key<TAB>place place …`, sorted by key, and before it a directory: the first key of every block with its offset and its sum. */
export function serialiseIndex(
  index: Readonly<Record<string, readonly number[]>>,
  sum: Sum,
): {
  directory: string;
  lines: string;
} {
  const entries = Object.entries(index).map(([key, places]): [string, readonly number[]] => [ascii(key), places]);
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  let directory = '';
  let lines = '';
  for (let at = 0; at < entries.length; at += BLOCK) {
    const block = entries.slice(at, at + BLOCK);
    const text = block.map(([key, places]) => `${key}\t${places.join(' ')}\n`).join('');
    directory += `${block[0]?.[0] ?? ''}\t${lines.length}\t${sum(text)}\n`;
    lines += text;
  }
  return { directory, lines };
}

const NOTHING: readonly number[] = [];

export function openIndex(directory: () => string, lines: TextSource, sum: Sum): RuleIndex {
  const blocks = openBlocks(directory, lines, sum);
  const placesByKey = new Map<string, readonly number[]>();
  const linesByPrefix = new Map<string, readonly string[]>();
  let asked = 0;
  let whole: Map<string, string> | undefined;

  const find = (wanted: string): readonly number[] => {
    const key = ascii(wanted);
    const earlier = placesByKey.get(key);
    if (earlier !== undefined) return earlier;
    if (++asked > OFTEN) whole ??= new Map(wholeOf(blocks).map(readLine));
    const text = whole === undefined ? lookUp(blocks, key) : whole.get(key);
    if (text === undefined) return NOTHING;
    const places = placesIn(text);
    placesByKey.set(key, places);
    return places;
  };

  const under = (prefix: string): readonly string[] => {
    const earlier = linesByPrefix.get(prefix);
    if (earlier !== undefined) return earlier;
    const found = linesUnder(blocks, prefix);
    linesByPrefix.set(prefix, found);
    return found;
  };

  return {
    find,
    findAll: (prefix) => distinctPlaces(under(ascii(prefix)).map((line) => line.slice(line.indexOf('\t') + 1))),
    findSome: (wanted, isWanted) => {
      const prefix = ascii(wanted);
      const places: string[] = [];
      // Every command asks for all of its words here.
      for (const line of under(prefix)) {
        const tab = line.indexOf('\t');
        if (isWanted(line.slice(prefix.length, tab))) places.push(line.slice(tab + 1));
      }
      return distinctPlaces(places);
    },
  };
}

interface Blocks {
  count: () => number;
  firstKey: (number: number) => string;
  /** With a newline in front, so that a whole key can be searched for. */
  text: (number: number) => string;
}

/** A line of the directory is taken apart when its block is asked for: a hook needs a few of them. */
function openBlocks(directory: () => string, lines: TextSource, sum: Sum): Blocks {
  const entries = lazily(() => linesOf(directory()));
  const texts = new Map<number, string>();
  const entryOf = (number: number) => (entries()[number] ?? '').split('\t');
  const offsetOf = (number: number) => (number < entries().length ? Number(entryOf(number)[1]) : lines.size);
  const text = (number: number): string => {
    const earlier = texts.get(number);
    if (earlier !== undefined) return earlier;
    const block = lines.slice(offsetOf(number), offsetOf(number + 1));
    check(block, entryOf(number)[2], sum);
    const searchable = `\n${block}`;
    texts.set(number, searchable);
    return searchable;
  };
  const firstKey = (number: number) => {
    const entry = entries()[number] ?? '';
    return entry.slice(0, entry.indexOf('\t'));
  };
  return { count: () => entries().length, firstKey, text };
}

function wholeOf({ count, text }: Blocks): string[] {
  return Array.from({ length: count() }, (_, number) => linesOf(text(number).slice(1))).flat();
}

/** The last block whose first key does not come after this one; -1: all do. */
function blockOf({ count, firstKey }: Blocks, key: string): number {
  let low = 0;
  let high = count();
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (firstKey(middle) <= key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function lookUp(blocks: Blocks, key: string): string | undefined {
  const number = blockOf(blocks, key);
  if (number < 0) return undefined;
  const block = blocks.text(number);
  const at = block.indexOf(`\n${key}\t`);
  return at < 0 ? undefined : block.slice(at + key.length + 2, block.indexOf('\n', at + 1));
}

function linesUnder(blocks: Blocks, prefix: string): string[] {
  const found: string[] = [];
  const from = Math.max(0, blockOf(blocks, prefix));
  for (let number = from; number < blocks.count(); number++) {
    if (number > from && !blocks.firstKey(number).startsWith(prefix)) break;
    const block = blocks.text(number);
    const first = block.indexOf(`\n${prefix}`);
    // They are sorted, so what is between the first and the last of them begins so, too.
    if (first >= 0)
      found.push(...block.slice(first + 1, block.indexOf('\n', block.lastIndexOf(`\n${prefix}`) + 1)).split('\n'));
  }
  return found;
}

function linesOf(text: string): string[] {
  return text.split('\n').slice(0, -1);
}

function readLine(line: string): [string, string] {
  const tab = line.indexOf('\t');
  return [line.slice(0, tab), line.slice(tab + 1)];
}

function placesIn(text: string): number[] {
  return text.split(' ').map(Number);
}

/** A rule is filed under many keys: each place is read once. */
function distinctPlaces(texts: readonly string[]): number[] {
  return texts.length === 0 ? [] : [...new Set(texts.join(' ').split(' '))].map(Number);
}
