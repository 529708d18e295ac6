import type { System } from '../../system/ports.ts';
import type { CompiledRule } from '../compile/artefact.ts';
import { asciiJson } from '../../protocol/text/encoding.ts';

/** Text that need not be read whole: one byte for each character. */
export interface TextSource {
  size: number;
  slice: (from: number, to: number) => string;
}

export function wholeText(text: string): TextSource {
  return { size: text.length, slice: (from, to) => text.slice(from, to) };
}

/** The rest of a source, from a place on. */
export function restOf({ size, slice }: TextSource, start: number): TextSource {
  return { size: size - start, slice: (from, to) => slice(start + from, start + to) };
}

/** Enough for most lines; longer ones take a second look. */
const LINE = 2_048;

/** The line at a place, without its end; null when the text ends before the line does. */
export function lineAt(source: TextSource, from: number): string | null {
  for (let length = LINE; ; length *= 4) {
    const text = source.slice(from, Math.min(from + length, source.size));
    const end = text.indexOf('\n');
    if (end >= 0) return text.slice(0, end);
    if (from + length >= source.size) return null;
  }
}

/** A short checksum of a string, equal on every host. The host may have a faster way to compute it. */
export type Sum = (text: string) => string;

/** What shows damage in a compiled policy: every host computes it without interpreting a loop. */
export function policySum({ sha256 }: Pick<System, 'sha256'>): Sum {
  return (text) => sha256(text).slice(0, 16);
}

/** The compiled policy is not what the compiler wrote. The caller compiles it again. */
export class DamagedPolicy extends Error {
  constructor() {
    super('the compiled policy is damaged');
  }
}

/** A line that shows damage: the text and its sum. */
export function withSum(text: string, sum: Sum): string {
  return `${text}\t${sum(text)}`;
}

/** The text of such a line. One flipped bit in a rule would silence it, so what does not fit its sum is not used. */
export function checkedText(line: string, sum: Sum): string {
  const tab = line.lastIndexOf('\t');
  const text = line.slice(0, Math.max(0, tab));
  check(text, line.slice(tab + 1), sum);
  return text;
}

export function check(text: string, expected: string | undefined, sum: Sum): void {
  if (sum(text) !== expected) throw new DamagedPolicy();
}

/** Fields needed only after a rule has matched, and those that depend on its layer. The other fields decide whether it matches. */
type Words = Pick<CompiledRule, 'position' | 'layer' | 'text' | 'fix' | 'why' | 'tags'>;
type Judged = Omit<CompiledRule, keyof Words>;

/** A rule that takes more characters than this is an error of its file. */
export const LONGEST_RULE = 2 ** 20;

/** A rule as one line: two JSON objects with a tab between them, so that the second is parsed only when it is asked for. */
export function writeRule(rule: CompiledRule): string {
  const [judged, words] = partsOf(rule);
  return `${asciiJson(judged)}\t${asciiJson(words)}`;
}

function partsOf({ position, layer, text, fix, why, tags, ...judged }: CompiledRule): [Judged, Words] {
  return [judged, { position, layer, text, fix, why, tags }];
}

export function readRule(line: string): CompiledRule {
  const tab = line.indexOf('\t');
  const judged = line.slice(0, tab);
  let words: Words | undefined;
  const wordsOf = () => (words ??= JSON.parse(line.slice(tab + 1)) as Words);
  return {
    ...(JSON.parse(judged) as Judged),
    get position() {
      return wordsOf().position;
    },
    get layer() {
      return wordsOf().layer;
    },
    get text() {
      return wordsOf().text;
    },
    get fix() {
      return wordsOf().fix;
    },
    get why() {
      return wordsOf().why;
    },
    get tags() {
      return wordsOf().tags;
    },
  };
}
