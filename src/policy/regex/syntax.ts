/** The part of regular expressions that can be matched in linear time: no look-around, no back-references. */
export type RegexNode =
  | { kind: 'set'; ranges: number[]; negated: boolean }
  | { kind: 'assert'; what: 'start' | 'end' | 'word' | 'not-word' }
  | { kind: 'sequence'; of: RegexNode[] }
  | { kind: 'choice'; of: RegexNode[] }
  | { kind: 'group'; of: RegexNode; index: number | null }
  | { kind: 'repeat'; of: RegexNode; min: number; max: number; lazy: boolean };

export interface Pattern {
  node: RegexNode;
  groups: number;
  ignoreCase: boolean;
  multiline: boolean;
  dotAll: boolean;
}

export class PatternError extends Error {}

const CLASSES: Record<string, number[]> = {
  d: [48, 57],
  w: [48, 57, 65, 90, 95, 95, 97, 122],
  s: [9, 13, 32, 32, 0xa0, 0xa0, 0xfeff, 0xfeff, 0x2028, 0x2029, 0x2000, 0x200a, 0x3000, 0x3000],
};
const CONTROLS: Record<string, number> = { n: 10, r: 13, t: 9, f: 12, v: 11, '0': 0 };
const MAX_REPEAT = 200;

/** Is this matcher text a regular expression: `/…/flags`? */
export function isRegexText(text: string): boolean {
  return /^\/.*\/[a-z]*$/s.test(text) && text.length > 2;
}

/** `/re/flags` → pattern. Throws PatternError with what is wrong. */
export function parseRegex(text: string): Pattern {
  const end = text.lastIndexOf('/');
  const flags = text.slice(end + 1);
  for (const flag of flags) if (!'imsgu'.includes(flag)) throw new PatternError(`unknown flag "${flag}"`);
  const has = (flag: string) => flags.includes(flag);
  const reader: Reader = { source: text.slice(1, end), dotAll: has('s'), at: 0, groups: 0 };
  const node = choice(reader);
  if (reader.at < reader.source.length) throw new PatternError('unmatched ")"');
  return { node, groups: reader.groups, ignoreCase: has('i'), multiline: has('m'), dotAll: has('s') };
}

/** A regular expression while it is read: `at` moves over its source. */
interface Reader {
  readonly source: string;
  readonly dotAll: boolean;
  at: number;
  /** How many groups have been opened. */
  groups: number;
}

function peek({ source, at }: Reader): string {
  return source.charAt(at);
}

function take(reader: Reader): string {
  return reader.source.charAt(reader.at++);
}

function accept(reader: Reader, text: string): boolean {
  if (!reader.source.startsWith(text, reader.at)) return false;
  reader.at += text.length;
  return true;
}

function choice(reader: Reader): RegexNode {
  const of = [sequence(reader)];
  while (accept(reader, '|')) of.push(sequence(reader));
  return of.length === 1 ? (of[0] as RegexNode) : { kind: 'choice', of };
}

function sequence(reader: Reader): RegexNode {
  const of: RegexNode[] = [];
  while (reader.at < reader.source.length && peek(reader) !== '|' && peek(reader) !== ')')
    of.push(quantified(reader, atom(reader)));
  return { kind: 'sequence', of };
}

function quantified(reader: Reader, node: RegexNode): RegexNode {
  const range = quantifier(reader);
  if (range === null) return node;
  if (node.kind === 'assert') throw new PatternError('nothing to repeat');
  return { kind: 'repeat', of: node, min: range[0], max: range[1], lazy: accept(reader, '?') };
}

function quantifier(reader: Reader): [number, number] | null {
  if (accept(reader, '*')) return [0, Infinity];
  if (accept(reader, '+')) return [1, Infinity];
  if (accept(reader, '?')) return [0, 1];
  const braces = /^\{(\d+)(?:(,)(\d*))?\}/.exec(reader.source.slice(reader.at, reader.at + 20));
  if (braces === null) return null;
  reader.at += braces[0].length;
  const min = Number(braces[1]);
  const max = braces[2] === undefined ? min : braces[3] === '' ? Infinity : Number(braces[3]);
  if (min > MAX_REPEAT || (max !== Infinity && max > MAX_REPEAT)) {
    throw new PatternError(`a repeat count above ${MAX_REPEAT} is too large`);
  }
  if (max < min) throw new PatternError('repeat counts are out of order');
  return [min, max];
}

function atom(reader: Reader): RegexNode {
  const c = take(reader);
  if (c === '(') return group(reader);
  if (c === '[') return bracket(reader);
  if (c === '.') return reader.dotAll ? set([], true) : set([10, 10, 13, 13, 0x2028, 0x2029], true);
  if (c === '^') return { kind: 'assert', what: 'start' };
  if (c === '$') return { kind: 'assert', what: 'end' };
  if (c === '\\') return escape(reader);
  if ('*+?'.includes(c)) throw new PatternError(`nothing to repeat before "${c}"`);
  return single(c.charCodeAt(0));
}

function group(reader: Reader): RegexNode {
  let index: number | null = null;
  if (accept(reader, '?')) {
    if (accept(reader, '<')) {
      if (peek(reader) === '=' || peek(reader) === '!') throw new PatternError('look-behind is not supported');
      const close = reader.source.indexOf('>', reader.at);
      if (close < 0) throw new PatternError('unfinished group name');
      reader.at = close + 1;
      index = ++reader.groups;
    } else if (peek(reader) === '=' || peek(reader) === '!') throw new PatternError('look-ahead is not supported');
    else if (!accept(reader, ':')) throw new PatternError('unknown kind of group');
  } else index = ++reader.groups;
  const of = choice(reader);
  if (!accept(reader, ')')) throw new PatternError('unclosed "("');
  return { kind: 'group', of, index };
}

function escape(reader: Reader): RegexNode {
  if (reader.at >= reader.source.length) throw new PatternError('a backslash at the end');
  const c = take(reader);
  if (c === 'b') return { kind: 'assert', what: 'word' };
  if (c === 'B') return { kind: 'assert', what: 'not-word' };
  if (/[1-9k]/.test(c)) throw new PatternError('back-references are not supported');
  const ranges = CLASSES[c.toLowerCase()];
  if (ranges !== undefined) return set(ranges, c !== c.toLowerCase());
  return single(escapedCode(reader, c));
}

function escapedCode(reader: Reader, c: string): number {
  const length = c === 'x' ? 2 : c === 'u' ? 4 : 0;
  if (length > 0) {
    const digits = reader.source.slice(reader.at, reader.at + length);
    if (!/^[0-9a-fA-F]+$/.test(digits) || digits.length < length) throw new PatternError(`incomplete "\\${c}"`);
    reader.at += length;
    return Number.parseInt(digits, 16);
  }
  return CONTROLS[c] ?? c.charCodeAt(0);
}

function bracket(reader: Reader): RegexNode {
  const negated = accept(reader, '^');
  const ranges: number[] = [];
  for (;;) {
    if (reader.at >= reader.source.length) throw new PatternError('unclosed "["');
    if (accept(reader, ']')) return set(ranges, negated);
    const low = member(reader, ranges);
    if (low === null || peek(reader) !== '-' || reader.source.charAt(reader.at + 1) === ']') {
      if (low !== null) ranges.push(low, low);
      continue;
    }
    reader.at++;
    const high = member(reader, ranges);
    if (high === null || high < low) throw new PatternError('a range in "[…]" is out of order');
    ranges.push(low, high);
  }
}

/** One character of a class; null when a whole class (`\d`) was added. */
function member(reader: Reader, ranges: number[]): number | null {
  const c = take(reader);
  if (c !== '\\') return c.charCodeAt(0);
  const escaped = take(reader);
  const characterClass = CLASSES[escaped];
  if (characterClass !== undefined) {
    ranges.push(...characterClass);
    return null;
  }
  if (/[DWS]/.test(escaped)) throw new PatternError(`"\\${escaped}" inside "[…]" is not supported`);
  return escaped === 'b' ? 8 : escapedCode(reader, escaped);
}

function set(ranges: number[], negated: boolean): RegexNode {
  return { kind: 'set', ranges, negated };
}

function single(code: number): RegexNode {
  return { kind: 'set', ranges: [code, code], negated: false };
}
