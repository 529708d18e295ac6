import { splitWords } from '../language/value-matcher.ts';
import type { PolicyCheck } from './policy-check.ts';
import { textsIn, writtenConditions } from './written-conditions.ts';

/** In a value `*` stands for any text, so a value that is only `*` tells nothing apart. */
export const starValues: PolicyCheck = {
  name: 'star-values',
  about: 'a value that is only `*`, which fits every text',
  find: ({ files }) =>
    files.flatMap((parsed) =>
      writtenConditions(parsed)
        .filter(({ condition, key }) => condition.value === 'value' || key === 'tool' || key === 'agent')
        .flatMap(({ key, value, path }) =>
          textsIn(value, path)
            .filter(({ text }) => splitWords(text).some((word) => /^\*+$/.test(word)))
            .map((found) => ({ parsed, path: found.path, message: messageFor(key, found.text) })),
        ),
    ),
};

function messageFor(key: string, text: string): string {
  const list = text.includes('|') ? `"${text}" holds "*", which` : `"${text}"`;
  const instead =
    key === 'tool' || key === 'agent'
      ? 'leave it out'
      : 'write "present" if any value is meant, or "/^\\*$/" for the star itself';
  return `"${key}": ${list} fits every value; ${instead}`;
}
