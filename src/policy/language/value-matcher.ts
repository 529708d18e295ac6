import { compare, type Comparison, looksLikeComparison, readComparison, type MeasureUnit } from './comparison.ts';
import { regexAsWord } from '../checks/regex-as-pattern.ts';
import type { CompileContext } from '../conditions/condition.ts';
import type { EventCaches } from '../judge/event-caches.ts';
import { matchWord } from '../match/glob.ts';
import { regexProblem } from '../regex/safety.ts';
import { testRegex } from '../regex/search.ts';
import { isRegexText } from '../regex/syntax.ts';

/** The right-hand side of `input.x`, `env.X`, `branch` …: a value, `a|b`, `present`, `absent`, `> n` or `/re/`. A list means any of them. */
export type ValueTest =
  | { is: 'present' }
  | { is: 'absent' }
  | { is: 'compare'; with: Comparison }
  | { is: 'regex'; regex: string }
  | { is: 'words'; words: string[] }
  | { is: 'any'; of: ValueTest[] };

export function compileValue(value: unknown, context: CompileContext, unit: MeasureUnit = 'none'): ValueTest {
  if (Array.isArray(value)) return { is: 'any', of: value.map((item) => compileValue(item, context, unit)) };
  if (typeof value === 'number' || typeof value === 'boolean') return { is: 'words', words: [String(value)] };
  if (typeof value !== 'string') {
    context.problem('expected a value, "present", "absent", a comparison such as "> 5", or /re/');
    return { is: 'words', words: [] };
  }
  if (value === 'present' || value === 'absent') return { is: value };
  if (looksLikeComparison(value)) {
    const comparison = readComparison(value, unit);
    if (comparison === null) context.problem(`bad comparison "${value}": write an operator and a number, as in "> 5"`);
    return { is: 'compare', with: comparison ?? { operator: '=', value: Number.NaN } };
  }
  if (isRegexText(value)) return { is: 'regex', regex: compileRegex(value, context) };
  return { is: 'words', words: splitWords(value) };
}

/** Checked here, so that the hook never meets a bad one. */
export function compileRegex(value: unknown, context: CompileContext): string {
  if (typeof value !== 'string' || !isRegexText(value)) {
    context.problem('expected a regular expression between slashes, as in "/TODO/i"');
    return '/$^/';
  }
  const problem = regexProblem(value);
  if (problem === null) return value;
  context.problem(`unsafe or unsupported regular expression ${value}: ${problem}`);
  return '/$^/';
}

export function testValue(test: ValueTest, actual: unknown, caches: Pick<EventCaches, 'regex'>): boolean {
  const absent = actual === undefined || actual === null;
  switch (test.is) {
    case 'present':
      return !absent;
    case 'absent':
      return absent;
    case 'compare': {
      const number =
        typeof actual === 'number'
          ? actual
          : typeof actual === 'string' && actual.trim() !== ''
            ? Number(actual)
            : Number.NaN;
      return !Number.isNaN(number) && compare(number, test.with);
    }
    case 'regex':
      return !absent && testRegex(caches.regex(test.regex), textOf(actual));
    case 'words':
      return !absent && test.words.some((word) => matchWord(word, textOf(actual)));
    default:
      return test.of.some((part) => testValue(part, actual, caches));
  }
}

/** `a|b` → two words; a lone `|` stays. */
export function splitWords(text: string): string[] {
  const words = text.split('|').map((word) => word.trim());
  return words.includes('') ? [text] : words;
}

/** Words or a list of them. */
export function compileWords(value: unknown, context: CompileContext): string[] {
  if (typeof value === 'string') {
    const regex = regexAsWord(value);
    if (regex !== null) context.problem(regex);
    return regex === null ? splitWords(value) : [];
  }
  if (Array.isArray(value)) return value.flatMap((item) => compileWords(item, context));
  if (typeof value === 'boolean' || typeof value === 'number') return [String(value)];
  context.problem('expected a word, "a|b" or a list of words');
  return [];
}

/** Words of a closed list. */
export function compileChoice(value: unknown, context: CompileContext, allowedWords: readonly string[]): string[] {
  const words = compileWords(value, context);
  for (const word of words) if (!allowedWords.includes(word)) context.unknownName('value', word, allowedWords);
  return words;
}

export function compileBoolean(value: unknown, context: CompileContext): boolean {
  if (typeof value !== 'boolean') context.problem('expected true or false');
  return value === true;
}

export function compileComparison(value: unknown, context: CompileContext, unit: MeasureUnit = 'none'): Comparison {
  const comparison = readComparison(value, unit);
  if (comparison !== null) return comparison;
  const sample = unit === 'time' ? '> 10m' : unit === 'size' ? '> 1 MB' : '> 5';
  context.problem(`bad comparison ${JSON.stringify(value)}: write an operator and a number, as in "${sample}"`);
  return { operator: '=', value: Number.NaN };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
