import { programOf } from '../../policy/regex/program.ts';
import { testRegex } from '../../policy/regex/search.ts';
import { regexProblem } from '../../policy/regex/safety.ts';
import type { DraftCondition } from '../importer.ts';
import { escapeRegex, regex } from '../regex-text.ts';
import { sampleText } from '../sample-text.ts';

export interface Operator {
  /** `is`: makes the condition that a fact matches a regular expression. */
  condition: (is: (value: string) => DraftCondition) => DraftCondition;
  holds: (text: string) => boolean;
  /** A string that it holds for. */
  sample: string | null;
  /** Holds for every text. */
  always?: true;
}

/** What `operator` does with `pattern`, or why there is no such thing here. Only `regex_match` ignores case. */
export function operatorOf(operator: string, pattern: string): Operator | string {
  const plain = escapeRegex(pattern);
  switch (operator) {
    case 'regex_match':
      return regexOperator(pattern);
    case 'contains':
      return matching(regex(plain), pattern);
    case 'equals':
      return matching(regex(`^${plain}$`), pattern);
    case 'starts_with':
      return matching(regex(`^${plain}`), pattern);
    case 'ends_with':
      return matching(regex(`${plain}$`), pattern);
    case 'not_contains':
      return {
        condition: (is) => ({ not: is(regex(plain)) }),
        holds: (text) => !text.includes(pattern),
        sample: null,
      };
    default:
      return `"operator: ${operator}" is not an operator of hookify, so it never fires`;
  }
}

function matching(text: string, sample: string): Operator {
  return { condition: (is) => is(text), holds: (value) => testRegex(programOf(text), value), sample };
}

function regexOperator(pattern: string): Operator | string {
  const { source, flags } = fromPython(pattern);
  const text = regex(source, flags);
  const problem = regexProblem(text);
  if (problem !== null) return `the regular expression ${pattern} cannot be taken over: ${problem}`;
  if (['', 'q', 'Z 9', '\n'].every((one) => testRegex(programOf(text), one)))
    return { condition: (is) => is(text), holds: () => true, sample: null, always: true };
  return { condition: (is) => is(text), holds: (value) => testRegex(programOf(text), value), sample: sampleText(text) };
}

/** Flags at the start, as Python writes them; `x` (blanks mean nothing) has no counterpart and stays, to be reported. */
const FLAGS = /^\(\?([aimsu]+)\)/;

/** The same expression in our words. Case is ignored anyway. */
function fromPython(pattern: string): { source: string; flags: string } {
  const given = FLAGS.exec(pattern)?.[1] ?? '';
  const flags = `i${given.includes('m') ? 'm' : ''}${given.includes('s') ? 's' : ''}`;
  const source = pattern
    .replace(FLAGS, '')
    .replaceAll(/\(\?#[^)]*\)/g, '')
    // What is escaped or in a class is left alone; `$` of Python also holds before a newline at the very end.
    .replaceAll(/\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|\(\?P<\w+>|\{,(?=\d+\})|\$/g, (part) => {
      if (part === String.raw`\A`) return '^';
      if (part === String.raw`\Z`) return '$';
      if (part.startsWith('(?P<')) return '(?:';
      if (part === '{,') return '{0,';
      return part === '$' && !given.includes('m') ? String.raw`\n?$` : part;
    });
  return { source, flags };
}
