import { atEnd, fail, looking, skipBlanks, skipLines, takeMatch, type Reader } from './bash-reader.ts';
import type { Node, Word } from './bash-syntax.ts';
import { readWord } from './bash-words.ts';

/** `[ … ]` and `[[ … ]]` become one command, and it is called `[[` either way. */
export function readTest(reader: Reader, opening: '[' | '[['): Node {
  const words: Word[] = [bare('[[')];
  const terms: string[][] = [[]];
  for (;;) {
    if (opening === '[[') skipLines(reader);
    else skipBlanks(reader);
    if (takeMatch(reader, opening === '[' ? /\](?=[\s;&|)]|$)/y : /\]\](?=[\s;&|)]|$)/y) !== undefined) break;
    const before = terms.at(-1)?.at(-1);
    const operator = opening === '[[' && !takesPattern(before) ? takeMatch(reader, /&&|\|\||[()]/y) : undefined;
    if (operator !== undefined) {
      words.push(bare(operator));
      terms.push([]);
      continue;
    }
    const word = readOperand(reader, opening, before);
    if (word === undefined || atEnd(reader)) {
      fail(reader);
      break;
    }
    words.push(word);
    terms.at(-1)?.push(rawText(word));
  }
  if (!terms.every(isTerm)) fail(reader);
  return { kind: 'test', words };
}

function readOperand(reader: Reader, opening: '[' | '[[', before: string | undefined): Word | undefined {
  if (opening === '[') return readWord(reader);
  const comparison = takeMatch(reader, /[<>](?=\s)/y);
  if (comparison !== undefined) return bare(comparison);
  // The right side of a match is a pattern: its parentheses, bars and dollars are not the shell's.
  if (before === '=~' || (takesPattern(before) && looking(reader, '('))) {
    const pattern = takeMatch(reader, /(?:[^\s$"'`\\]|\\.|\$(?![\w({]))+(?=\s)/y);
    if (pattern !== undefined) return bare(pattern);
  }
  return readWord(reader);
}

function takesPattern(before: string | undefined): boolean {
  return before === '=~' || before === '=' || before === '==' || before === '!=';
}

const BINARY = /^(?:=|==|!=|=~|<|>|-[a-z]{1,2})$/;

/** `!`s, then nothing, an operand, an operator with one, or one with an operand on both sides. */
function isTerm(words: readonly string[]): boolean {
  const start = words.findIndex((word) => word !== '!');
  const rest = start < 0 ? [] : words.slice(start);
  if (rest.length === 2) return /^-[A-Za-z]$/.test(rest[0] ?? '');
  return rest.length < 2 || (rest.length === 3 && BINARY.test(rest[1] ?? ''));
}

function bare(raw: string): Word {
  return { kind: 'word', parts: [{ kind: 'bare', raw }] };
}

function rawText(word: Word): string {
  const [part] = word.parts;
  return word.parts.length === 1 && part?.kind === 'bare' ? part.raw : '';
}
