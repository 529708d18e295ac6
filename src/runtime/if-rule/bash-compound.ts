import { atEnd, fail, skipBlanks, skipLines, takeMatch, type Reader } from './bash-reader.ts';
import type { Node, Script, Word } from './bash-syntax.ts';
import { readWord } from './bash-words.ts';

/** Reads as loosely as the client: a missing `then` or `fi` is not noticed. */
export function readIf(reader: Reader): Node {
  const condition = reader.readScript(reader);
  let consequence: Script = { items: [] };
  const others: Script[] = [];
  for (;;) {
    const word = takeMatch(reader, /(?:then|elif|else|fi)\b/y);
    if (word === undefined || word === 'fi') {
      if (word === undefined && !atEnd(reader)) fail(reader);
      return { kind: 'if', condition, consequence, others };
    }
    const script = reader.readScript(reader);
    if (word === 'then' && others.length === 0) consequence = script;
    else others.push(script);
  }
}

export function readWhile(reader: Reader): Node {
  const condition = reader.readScript(reader);
  return { kind: 'while', condition, body: readBody(reader) };
}

export function readFor(reader: Reader): Node {
  skipBlanks(reader);
  const name = takeMatch(reader, /[A-Za-z_]\w*(?=[\s;])/y) ?? '';
  skipBlanks(reader);
  const words = takeMatch(reader, /in(?=[\s;])/y) === undefined ? [] : readWords(reader);
  skipBlanks(reader);
  takeMatch(reader, /;/y);
  skipLines(reader);
  if (name === '' || name === 'in' || atEnd(reader)) fail(reader);
  return { kind: 'for', name, words, body: readBody(reader) };
}

function readWords(reader: Reader): Word[] {
  const words: Word[] = [];
  for (;;) {
    skipBlanks(reader);
    const word = readWord(reader);
    if (word === undefined) return words;
    words.push(word);
  }
}

function readBody(reader: Reader): Script {
  if (takeMatch(reader, /do\b/y) === undefined && !atEnd(reader)) fail(reader);
  const body = reader.readScript(reader);
  if (takeMatch(reader, /done\b/y) === undefined && !atEnd(reader)) fail(reader);
  return body;
}
