import { programOf } from '../policy/regex/program.ts';
import { testRegex } from '../policy/regex/search.ts';
import { type RegexNode, parseRegex } from '../policy/regex/syntax.ts';

/** A short text that the regular expression (`/re/flags`) matches; null where none is found easily. Tests are made of it. */
export function sampleText(regex: string): string | null {
  try {
    const text = sample(parseRegex(regex).node);
    const program = programOf(regex);
    const usable = [text.trim(), `${text.trimStart()}x`];
    return (
      usable.find((one) => /^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/.test(one) && testRegex(program, one)) ?? null
    );
  } catch {
    return null;
  }
}

function sample(node: RegexNode): string {
  switch (node.kind) {
    case 'set':
      return character(node.ranges, node.negated);
    case 'assert':
      return '';
    case 'sequence':
      return node.of.map(sample).join('');
    case 'choice':
      return sample(node.of[0] as RegexNode);
    case 'group':
      return sample(node.of);
    default:
      return sample(node.of).repeat(node.min);
  }
}

/** A blank for `\s`, a letter where one fits. */
function character(ranges: readonly number[], negated: boolean): string {
  const isIn = (code: number) =>
    ranges.some((from, i) => i % 2 === 0 && code >= from && code <= (ranges[i + 1] ?? from)) !== negated;
  const wanted = [...' axA0'].find((char) => isIn(char.charCodeAt(0)) && (char !== ' ' || !isIn(97)));
  return wanted ?? String.fromCharCode(ranges[0] ?? 97);
}
