import { calculateText } from '../expand/arithmetic.ts';
import { posixExpression } from '../expand/regular-expression.ts';
import { hasUnknown } from '../expand/unknown.ts';
import { defineProgram } from './support/define-program.ts';

/** What `expr` prints: part of a string, what an expression matches in it, or a number. */
export const expr = defineProgram({
  names: 'expr',
  role: 'prints',
  effects: ({ args }) => {
    const words = args[0] === '--' ? args.slice(1) : args;
    const value = words.some(hasUnknown) ? undefined : valueOf(words);
    return value === undefined ? undefined : `${value}\n`;
  },
});

function valueOf(words: readonly string[]): string | undefined {
  const [first = '', second = '', third = '', fourth = ''] = words;
  if (words.length === 4 && first === 'substr')
    return second.slice(Math.max(0, Number(third) - 1)).slice(0, Math.max(0, Number(fourth)));
  if (words.length === 3 && first === 'match') return matched(second, third);
  if (words.length === 3 && second === ':') return matched(first, third);
  if (words.length === 2 && first === 'length') return String(second.length);
  if (words.length === 1) return first;
  if (words.length % 2 === 0 || !words.every((word) => /^(?:-?\d+|[-+*/%()])$/.test(word))) return undefined;
  const number = calculateText(words.join(' '), { get: () => undefined });
  return number === undefined ? undefined : String(number);
}

/** The first group, or how long the match is; it always begins with the text. */
function matched(text: string, pattern: string): string | undefined {
  const expression = posixExpression(`^${pattern.replace(/^\^/, '')}`, { dialect: 'basic', length: text.length });
  if (expression === undefined) return undefined;
  const found = expression.exec(text);
  return pattern.includes(String.raw`\(`) ? (found?.[1] ?? '') : String(found?.[0].length ?? 0);
}
