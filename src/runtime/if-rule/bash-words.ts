import { atEnd, fail, looking, nested, take, takeMatch, type Reader } from './bash-reader.ts';
import type { Part, Script, Word } from './bash-syntax.ts';

const EMPTY: Script = { items: [] };

/** One word, or undefined where none begins. */
export function readWord(reader: Reader): Word | undefined {
  const parts: Part[] = [];
  while (!atEnd(reader)) {
    const part = readPart(reader, parts.length === 0);
    if (part === undefined) break;
    parts.push(part);
  }
  return parts.length === 0 ? undefined : { kind: 'word', parts };
}

function readPart(reader: Reader, isFirst: boolean): Part | undefined {
  const bare = takeMatch(reader, /(?:[^\s;&|()<>'"`$\\]|\\[^\n])+/y);
  if (bare !== undefined) return { kind: 'bare', raw: bare };
  if (take(reader, "'")) return readSingle(reader);
  if (take(reader, '"')) return { kind: 'double', parts: readDouble(reader) };
  if (looking(reader, '$')) return readDollar(reader);
  if (take(reader, '`')) return readBackticks(reader);
  if (isFirst && (take(reader, '<(') || take(reader, '>('))) return { kind: 'process', script: readEnclosed(reader) };
  if (looking(reader, '\\') || looking(reader, '(')) fail(reader);
  return undefined;
}

/** Of an unclosed quote the client takes the last character for the closing one. */
function readSingle(reader: Reader): Part {
  const text = takeMatch(reader, /[^']*/y) ?? '';
  return { kind: 'single', text: take(reader, "'") ? text : text.slice(0, -1) };
}

function readDouble(reader: Reader): Part[] {
  const parts: Part[] = [];
  while (!take(reader, '"')) {
    if (atEnd(reader)) {
      fail(reader);
      break;
    }
    parts.push(readDoublePart(reader));
  }
  return parts;
}

function readDoublePart(reader: Reader): Part {
  const text = takeMatch(reader, /(?:[^"`$\\]|\\[^]|\$(?![\w({?$!#@*-]))+/y);
  if (text !== undefined)
    return { kind: 'text', text: text.replaceAll(/\\([$`"\\\n])/g, (_, char: string) => (char === '\n' ? '' : char)) };
  if (take(reader, '`')) return readBackticks(reader);
  if (looking(reader, '$')) return readDollar(reader);
  fail(reader);
  return { kind: 'text', text: '' };
}

function readDollar(reader: Reader): Part {
  if (take(reader, '$((')) return readArithmetic(reader);
  if (take(reader, '$(')) return { kind: 'substitution', script: readEnclosed(reader), backticks: false };
  const name = takeMatch(reader, /\$(?:[A-Za-z_]\w*|[\d?$!#@*-])/y);
  // `${…}`, `$'…'`, `$"…"`, `$[…]` and a lone dollar: the client understands none of them.
  if (name === undefined) fail(reader);
  return { kind: 'variable', name: name?.slice(1) ?? '' };
}

/** `$((` up to the next `))`: numbers and operators only. */
function readArithmetic(reader: Reader): Part {
  const text = takeMatch(reader, /[\w\s+\-*/%<>&|^!~?:,=()]*?(?=\)\))/y);
  if (text === undefined || /[a-z_]/i.test(text.replaceAll(/\b0x[\da-f]+\b/gi, ''))) fail(reader);
  reader.at += 2;
  return { kind: 'arithmetic' };
}

function readEnclosed(reader: Reader): Script {
  if (looking(reader, '#')) fail(reader);
  const script = nested(reader, () => reader.readScript(reader), EMPTY);
  if (!take(reader, ')')) fail(reader);
  return script;
}

function readBackticks(reader: Reader): Part {
  const text = takeMatch(reader, /[^`\\]*(?=`)/y);
  if (text === undefined) {
    fail(reader);
    return { kind: 'text', text: '' };
  }
  reader.at++;
  const inner: Reader = { ...reader, text, at: 0 };
  const script = nested(inner, () => inner.readScript(inner), EMPTY);
  if (inner.failed || !atEnd(inner)) fail(reader);
  return { kind: 'substitution', script, backticks: true };
}
