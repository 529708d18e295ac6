/** A value that only running the program would tell. */
export const UNKNOWN = Symbol('unknown');

export type Loose = string | number | boolean | null | typeof UNKNOWN | Loose[] | LooseObject;
export interface LooseObject {
  [key: string]: Loose;
}

export interface ObjectLiteral {
  value: LooseObject;
  start: number;
  end: number;
}

/**
 * Objects as they are written in JSON, JavaScript, Python, jq, or JSON inside a quoted shell word: names with or without
 * quotes, quotes with or without a backslash before them. What is not a constant becomes `UNKNOWN`.
 */
export function objectsIn(text: string, from = 0, to = text.length): ObjectLiteral[] {
  const objects: ObjectLiteral[] = [];
  for (let at = text.indexOf('{', from); at >= 0 && at < to; at = text.indexOf('{', at)) {
    const reader: Reader = { text: text.slice(0, to), at };
    const value = readObject(reader, 0);
    if (value === null) at++;
    else {
      objects.push({ value, start: at, end: reader.at });
      at = reader.at;
    }
  }
  return objects;
}

interface Reader {
  text: string;
  at: number;
}

const MAX_DEPTH = 12;

function readObject(reader: Reader, depth: number): LooseObject | null {
  if (depth > MAX_DEPTH) return null;
  reader.at++;
  const object: LooseObject = {};
  for (;;) {
    skipBlanks(reader);
    if (next(reader) === '}') {
      reader.at++;
      return object;
    }
    const key = readKey(reader);
    if (key === null) return null;
    skipBlanks(reader);
    if (next(reader) === ':') {
      reader.at++;
      object[key] = readValue(reader, depth);
      // `{reason}` and `{$reason}` of jq and JavaScript.
    } else if (/[,}]/.test(next(reader))) object[key] = UNKNOWN;
    else return null;
    skipBlanks(reader);
    if (next(reader) === ',') reader.at++;
    else if (next(reader) !== '}') return null;
  }
}

function readKey(reader: Reader): string | null {
  const quoted = readString(reader);
  if (quoted !== null) return quoted;
  const name = /^\$?[A-Za-z_][\w]*/.exec(reader.text.slice(reader.at, reader.at + 80))?.[0];
  if (name === undefined) return null;
  reader.at += name.length;
  return name.replace('$', '');
}

function readValue(reader: Reader, depth: number): Loose {
  skipBlanks(reader);
  const start = reader.at;
  const value = readConstant(reader, depth);
  skipBlanks(reader);
  if (value !== undefined && /^[,}\]]$/.test(next(reader))) return value;
  reader.at = start;
  skipExpression(reader);
  return UNKNOWN;
}

function readConstant(reader: Reader, depth: number): Loose | undefined {
  const char = next(reader);
  if (char === '{') return readObject(reader, depth + 1) ?? undefined;
  if (char === '[') return readArray(reader, depth + 1);
  const text = readString(reader);
  if (text !== null) return isFilledIn(text) ? UNKNOWN : text;
  const word = /^(?:true|false|null|True|False|None|-?\d+(?:\.\d+)?)\b/.exec(
    reader.text.slice(reader.at, reader.at + 30),
  )?.[0];
  if (word === undefined) return undefined;
  reader.at += word.length;
  const literals: Record<string, Loose> = {
    true: true,
    True: true,
    false: false,
    False: false,
    null: null,
    None: null,
  };
  return word in literals ? literals[word] : Number(word);
}

function readArray(reader: Reader, depth: number): Loose[] | undefined {
  if (depth > MAX_DEPTH) return undefined;
  reader.at++;
  const items: Loose[] = [];
  for (;;) {
    skipBlanks(reader);
    if (next(reader) === ']') {
      reader.at++;
      return items;
    }
    items.push(readValue(reader, depth));
    skipBlanks(reader);
    if (next(reader) === ',') reader.at++;
    else if (next(reader) !== ']') return undefined;
  }
}

/** `%s` of printf, `$name` of a shell, `${…}` and `{…}` of templates: another text when it runs. */
function isFilledIn(text: string): boolean {
  return /%[-\d.]*[sdqjb]|\$[\w{(]|\{[^{}]*\}/.test(text);
}

/** A string between equal quotes; with `\"` for quotes, the closing one is escaped too. */
function readString(reader: Reader): string | null {
  const open = /^\\?["']/.exec(reader.text.slice(reader.at, reader.at + 2))?.[0];
  if (open === undefined) return null;
  const escaped = open.length === 2;
  for (let at = reader.at + open.length; at < reader.text.length; at++) {
    if (reader.text.startsWith(open, at)) {
      const body = reader.text.slice(reader.at + open.length, at);
      reader.at = at + open.length;
      return body;
    }
    if (reader.text.charAt(at) === '\\' && !escaped) at++;
    if (reader.text.charAt(at) === '\n' && reader.text.charAt(reader.at) === "'") return null;
  }
  return null;
}

/** To the comma or the bracket that ends it, past everything in quotes and brackets. */
function skipExpression(reader: Reader): void {
  let depth = 0;
  while (reader.at < reader.text.length) {
    const char = next(reader);
    if (/["']/.test(char) && readString(reader) !== null) continue;
    if (depth === 0 && /[,}\]]/.test(char)) return;
    if (/[([{]/.test(char)) depth++;
    else if (/[)\]}]/.test(char)) depth--;
    reader.at++;
  }
}

function skipBlanks(reader: Reader): void {
  while (/\s/.test(next(reader)) || reader.text.startsWith('\\n', reader.at))
    reader.at += next(reader) === '\\' ? 2 : 1;
}

function next({ text, at }: Reader): string {
  return text.charAt(at);
}
