/**
 * Lists of words as data: any number of lines, each with words that are separated by blanks, so that every group of words can have its own comment.
 * `*` in a word stands for any letters, digits and `_`.
 */

/** The words of all lines. */
export function wordList(...lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(' '));
}

/** Tells whether a word is one of these. */
export function isOneOf(...lines: readonly string[]): (word: string) => boolean {
  const plain = new Set(wordList(...lines).filter((word) => !word.includes('*')));
  const patterns = wordList(...lines).filter((word) => word.includes('*'));
  const pattern = new RegExp(`^(?:${patterns.map(sourceOf).join('|')})$`);
  return (word) => plain.has(word) || (patterns.length > 0 && pattern.test(word));
}

/** Tells whether a name ends in one of these words, whatever the case of its letters. */
export function endsInOneOf(...lines: readonly string[]): (name: string) => boolean {
  const pattern = new RegExp(
    `(?:${wordList(...lines)
      .map(sourceOf)
      .join('|')})$`,
    'i',
  );
  return (name) => pattern.test(name);
}

/** Tells whether a text contains one of these words. */
export function containsOneOf(...lines: readonly string[]): (text: string) => boolean {
  const pattern = new RegExp(
    `\\b(?:${wordList(...lines)
      .map(sourceOf)
      .join('|')})\\b`,
  );
  return (text) => pattern.test(text);
}

function sourceOf(word: string): string {
  return word.replaceAll('*', '\\w*');
}
