import type { CompiledRule } from '../compile/artefact.ts';
import { asciiJson } from '../../protocol/text/encoding.ts';

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
