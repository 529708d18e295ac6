import { splitWords } from '../language/value-matcher.ts';
import type { PolicyCheck } from './policy-check.ts';
import { textsIn, type WrittenCondition, writtenConditions } from './written-conditions.ts';

/** In a value `*` means any text, so a value that is only `*` always fits. */
export const starValues: PolicyCheck = {
  name: 'star-values',
  about: 'a value that is only `*`, which matches every string',
  find: ({ files }) =>
    files.flatMap((parsed) =>
      writtenConditions(parsed).flatMap((written) => {
        const instead = insteadOfStar(written);
        if (instead === null) return [];
        return textsIn(written.value, written.path)
          .filter(({ text }) => wordsOf(text, written).some((word) => /^\*+$/.test(word)))
          .map(({ text, path }) => ({ parsed, path, message: `"${written.key}": ${shown(text)} ${instead}` }));
      }),
    ),
};

/** Words that are compared letter by letter. */
const PLAIN = ['installed', 'permission-mode'];
const NAMES = ['tool', 'agent'];

/** Null: a star has its use there, as in paths. */
function insteadOfStar({ condition, key }: WrittenCondition): string | null {
  if (condition.value === 'value')
    return 'matches every value; write "present" if any value is meant, or "/^\\*$/" for the star itself';
  if (condition.value === 'commands') return 'matches every command; leave it out';
  if (NAMES.includes(key)) return 'matches every name; leave it out';
  return PLAIN.includes(key) ? 'is not a wildcard here and never matches; name what is meant, or leave it out' : null;
}

/** `|` of a command pattern is inside its words. */
function wordsOf(text: string, { condition }: WrittenCondition): string[] {
  return condition.value === 'commands' ? [text] : splitWords(text);
}

function shown(text: string): string {
  return text.includes('|') ? `"${text}" holds "*", which` : `"${text}"`;
}
