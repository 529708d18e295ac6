import { parseCommandPattern } from '../policy/language/command-pattern.ts';
import type { DraftCondition } from './importer.ts';
import { escapeRegex, regex } from './regex-text.ts';

/**
 * Other tools compare the text of a command: `git push` and then anything. Which facts express that depends on the side one must not err on.
 * To stop a command, every way of writing it counts: `runs`. To let it pass unasked, only the text itself does, on a line that does nothing else.
 */
export interface CommandText {
  /** Whole words; null where the text cannot be said as a command pattern. */
  runs: string | null;
  /** The same as text, at the start of any command of the line. */
  anywhere: DraftCondition;
  /** The text at the start of a line that holds one plain command. */
  alone: DraftCondition;
}

/** Where a command can begin: also after a wrapper such as `timeout 5`. */
const START = String.raw`(?:^|[\s;&|({${'`'}])`;
const WORD_END = String.raw`(?:$|[\s;&|<>)}${'`'}])`;
/** No character by which a line could come to do something else. */
const PLAIN = String.raw`[^;&|<>()$\\${'`'}\n]`;

/** Blanks are counted as one where others compare, so a star must not live on more of them. */
const SINGLE_BLANKS = { not: { command: String.raw`/[ \t]{2}|\t/` } };

/** `pieces` occur in this order with anything between them; `end` says what may follow the last. */
export function commandText(pieces: readonly string[], end: 'nothing' | 'words' | 'anything'): CommandText {
  const tail = { nothing: WORD_END, words: WORD_END, anything: '' }[end];
  const rest = { nothing: '', words: `(?: ${PLAIN}*)?`, anything: `${PLAIN}*` }[end];
  const spaced = pieces.map((piece) => escapeRegex(piece).replaceAll(/[ \t]+/g, String.raw`\s+`));
  const line = { command: regex(`^${pieces.map(escapeRegex).join(`${PLAIN}*`)}${rest}$`) };
  return {
    // A star between words matches any number of them, flags included, which no pattern can express.
    runs: pieces.length > 1 ? null : commandPattern(`${pieces.join('')}${end === 'anything' ? '*' : ''}`),
    anywhere: { command: regex(`${START}${spaced.join('.*')}${tail}`) },
    alone: pieces.length > 1 ? { all: [line, SINGLE_BLANKS] } : line,
  };
}

/** What means something in a pattern or in a shell cannot be taken over as it is; a star at the end of a word can. */
export function commandPattern(text: string): string | null {
  const pattern = text.trim().replaceAll(/\s+/g, ' ');
  if (/[|!?"'`$;&<>(){}[\]\\~=#]|\*(?=[^ ])|(?:^| )\*/.test(pattern)) return null;
  return parseCommandPattern(pattern) === null ? null : pattern;
}
