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
  const linesByPrefix = new Map<string, [rest: string, places: string][]>();
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

  const under = (wanted: string): [string, string][] => {
    const prefix = ascii(wanted);
    const earlier = linesByPrefix.get(prefix);
    if (earlier !== undefined) return earlier;
    const entries = linesUnder(blocks, prefix).map((line): [string, string] => {
      const [key, places] = readLine(line);
      return [key.slice(prefix.length), places];
    });
    linesByPrefix.set(prefix, entries);
    return entries;
  };

  return {
    find,
    findAll: (prefix) => distinctPlaces(under(prefix)),
    findSome: (prefix, wanted) => distinctPlaces(under(prefix).filter(([rest]) => wanted(rest))),
  };
}

interface Blocks {
  /** The first key of each. */
  firsts: () => readonly string[];
  /** With a newline in front, so that a whole key can be searched for. */
  text: (number: number) => string;
}

function openBlocks(directory: () => string, lines: TextSource, sum: Sum): Blocks {
  const firsts: string[] = [];
  const offsets: number[] = [];
  const sums: string[] = [];
  const texts = new Map<number, string>();
  const read = () => {
    if (firsts.length > 0) return firsts;
    for (const line of linesOf(directory())) {
      const [key = '', offset, blockSum = ''] = line.split('\t');
      firsts.push(key);
      offsets.push(Number(offset));
      sums.push(blockSum);
    }
    return firsts;
  };
  const text = (number: number): string => {
    const earlier = texts.get(number);
    if (earlier !== undefined) return earlier;
    const block = lines.slice(offsets[number] ?? 0, offsets[number + 1] ?? lines.size);
    check(block, sums[number], sum);
    const searchable = `\n${block}`;
    texts.set(number, searchable);
    return searchable;
  };
  return { firsts: read, text };
}

function wholeOf({ firsts, text }: Blocks): string[] {
  return firsts().flatMap((_, number) => linesOf(text(number).slice(1)));
}

/** The last block whose first key is not behind this one; -1: all are. */
function blockOf(firsts: readonly string[], key: string): number {
  let low = 0;
  let high = firsts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((firsts[middle] as string) <= key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function lookUp({ firsts, text }: Blocks, key: string): string | undefined {
  const number = blockOf(firsts(), key);
  if (number < 0) return undefined;
  const block = text(number);
  const at = block.indexOf(`\n${key}\t`);
  return at < 0 ? undefined : block.slice(at + key.length + 2, block.indexOf('\n', at + 1));
}

function linesUnder({ firsts, text }: Blocks, prefix: string): string[] {
  const lines: string[] = [];
  const starts = firsts();
  const from = Math.max(0, blockOf(starts, prefix));
  for (let number = from; number < starts.length; number++) {
    if (number > from && !starts[number]?.startsWith(prefix)) break;
    const block = text(number);
    for (let at = block.indexOf(`\n${prefix}`) + 1; at > 0 && block.startsWith(prefix, at);) {
      const end = block.indexOf('\n', at);
      lines.push(block.slice(at, end));
      at = end + 1;
    }
  }
  return lines;
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
function distinctPlaces(lines: readonly (readonly [rest: string, places: string])[]): number[] {
  if (lines.length === 0) return [];
  const texts = lines.map(([, places]) => places).join(' ');
  return [...new Set(texts.split(' '))].map(Number);
}
