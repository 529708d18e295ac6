import { isRegexText } from '../regex/syntax.ts';

/** Signs that no path and no command has, and that regular expressions are made of. */
const SIGNS = /[\\^$()|+]|\.\*|\.\?|\[\^/;

/** What is wrong with a regular expression where path patterns are expected; null: it is not a regular expression. `/etc/` is a directory. */
export function regexAsGlob(text: string): string | null {
  if (!isRegexText(text) || !SIGNS.test(text)) return null;
  return `${text} looks like a regular expression; paths are compared by patterns, so write one such as "${globFor(text)}"`;
}

/** The pattern most likely meant; for what is more involved, an example. */
function globFor(text: string): string {
  const body = text.slice(1, text.lastIndexOf('/'));
  const plain = body.replaceAll(String.raw`\.`, '.').replaceAll(String.raw`\/`, '/');
  const ending = /^(?:\.\*)?\.(\w+)\$$/.exec(plain)?.[1];
  if (ending !== undefined) return `**/*.${ending}`;
  const start = /^\^([\w./-]+?)\/?(?:\.\*)?$/.exec(plain)?.[1];
  return start === undefined ? '**/*.ts' : `${start}/**`;
}

/** The same where command patterns are expected. */
export function regexAsCommand(text: string): string | null {
  if (!isRegexText(text)) return null;
  const [program = ''] = text.split(' ');
  // `/opt/x/bin/tool src/` is a program with a word.
  const isPath = program.lastIndexOf('/') > 0 && !program.endsWith('/') && program !== text;
  if (isPath && !SIGNS.test(text)) return null;
  return `${text} looks like a regular expression; commands are compared by patterns such as "npm install *"; for the text of the line write "command: ${text}"`;
}

/** The same where words are expected. */
export function regexAsWord(text: string): string | null {
  return isRegexText(text)
    ? `${text} looks like a regular expression; words are expected here, as in "a|b", with * for any text where names are compared`
    : null;
}
