import { isGlob } from './glob.ts';

/**
 * Could the shell expand `shown` to a name that fits `wanted`, a pattern of a rule, and is that likely what the author meant? Nearly every pattern could
 * meet some other: `README*` and `*.key` meet in `README.key`. Meant is a hidden name, or a pattern that spells out enough of what the rule names.
 */
export function mayMean(shown: string, wanted: string): boolean {
  const end = plainEnd(wanted);
  if (!canEndAlike(plainEnd(shown), end) || (end === wanted && !holdsRuns(wanted, shown))) return false;
  const [from, to] = [partsOf(shown), partsOf(wanted)];
  const [first] = to;
  const isHidden = first?.kind === 'char' && first.char === '.';
  // The shell's `*`, `?` and `[…]` leave hidden names out.
  if (isHidden && !(from[0]?.kind === 'char' && from[0].char === '.')) return false;
  const shared = sharedLetters(from, to);
  if (shared < 0) return false;
  const letters = to.filter(({ kind }) => kind === 'char').length;
  if (letters === to.length) return isHidden || shared * 2 >= letters || spelledOut(from) >= ENOUGH;
  return shared >= 2 && shared * 5 > letters * 3;
}

/** A name that fits both ends in both. Most pairs of patterns are settled by this. */
function canEndAlike(first: string, second: string): boolean {
  return first.endsWith(second) || second.endsWith(first);
}

/** The text after the last special character. */
function plainEnd(pattern: string): string {
  let start = pattern.length;
  while (start > 0 && !SPECIAL.includes(pattern.charAt(start - 1))) start--;
  return pattern.slice(start);
}

const SPECIAL = '*?[]()\\!@+|';

/** A name that fits holds all that is spelled out between the wildcards. True where that needs a real comparison. */
function holdsRuns(name: string, pattern: string): boolean {
  return /[[\]()\\!@+|]/.test(pattern) || pattern.split(/[*?]+/).every((run) => name.includes(run));
}

/** This many letters at its beginning identify a name. */
const ENOUGH = 4;

function spelledOut(parts: readonly Part[]): number {
  const end = parts.findIndex(({ kind }) => kind !== 'char');
  return end < 0 ? parts.length : end;
}

/** `.g*` may mean any rule's `.git`; `*` and `*.ts` say no name. */
export function saysName(pattern: string): boolean {
  return isGlob(pattern) && !/^\*+(?:\.[^*?[\]]*)?$/.test(pattern);
}

type Part =
  | { kind: 'star' }
  | { kind: 'any' }
  | { kind: 'class'; has: (char: string) => boolean }
  | { kind: 'char'; char: string };

const LONGEST = 120;

/** The most letters that both spell out at the same place of one name; -1 when there is no name that fits both. */
function sharedLetters(from: readonly Part[], to: readonly Part[]): number {
  if (from.length > LONGEST || to.length > LONGEST) return 0;
  // One row for each part of `to`, from the end.
  let below = from.map(() => -1).concat(0);
  fillStars(from, below);
  for (let j = to.length - 1; j >= 0; j--) {
    const part = to[j] as Part;
    const row = from.map(() => -1).concat(-1);
    row[from.length] = part.kind === 'star' ? (below[from.length] as number) : -1;
    for (let i = from.length - 1; i >= 0; i--) {
      const rests = { ofTo: below[i] as number, ofFrom: row[i + 1] as number, ofBoth: below[i + 1] as number };
      row[i] = best(from[i] as Part, part, rests);
    }
    below = row;
  }
  return below[0] as number;
}

/** Of an empty rest of `to`: only stars fit it. */
function fillStars(from: readonly Part[], row: number[]): void {
  for (let i = from.length - 1; i >= 0; i--) row[i] = from[i]?.kind === 'star' ? (row[i + 1] as number) : -1;
}

/** The most that two parts and what follows them share. `rests`: what is shared if only one of them is passed, or both. */
function best(part: Part, other: Part, rests: { ofFrom: number; ofTo: number; ofBoth: number }): number {
  if (part.kind === 'star' || other.kind === 'star') return Math.max(rests.ofFrom, rests.ofTo);
  if (rests.ofBoth < 0 || !isAlike(part, other)) return -1;
  return rests.ofBoth + (part.kind === 'char' && other.kind === 'char' ? 1 : 0);
}

function isAlike(a: Exclude<Part, { kind: 'star' }>, b: Exclude<Part, { kind: 'star' }>): boolean {
  if (a.kind === 'char') return b.kind === 'char' ? a.char === b.char : b.kind === 'any' || b.has(a.char);
  if (b.kind === 'char') return a.kind === 'any' || a.has(b.char);
  // Two classes are taken to share a letter.
  return true;
}

function partsOf(pattern: string): Part[] {
  const parts: Part[] = [];
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern.charAt(i);
    const group = /^[?*+@!]\([^)]*\)/.exec(pattern.slice(i))?.[0];
    const end = char === '[' ? pattern.indexOf(']', i + 2) : -1;
    if (group !== undefined) {
      parts.push({ kind: 'star' });
      i += group.length - 1;
    } else if (char === '*') parts.push({ kind: 'star' });
    else if (char === '?') parts.push({ kind: 'any' });
    else if (end > 0) {
      parts.push(classOf(pattern.slice(i + 1, end)));
      i = end;
    } else if (char === '\\' && i + 1 < pattern.length) parts.push({ kind: 'char', char: pattern.charAt(++i) });
    else parts.push({ kind: 'char', char });
  }
  return parts;
}

/** `[x]` is a way of writing `x`. */
function classOf(body: string): Part {
  if (body.length === 1) return { kind: 'char', char: body };
  const isNegated = body.startsWith('!') || body.startsWith('^');
  const listed = isNegated ? body.slice(1) : body;
  // `[[:alpha:]]` and the like could be anything.
  return { kind: 'class', has: (char) => listed.includes('[:') || isListed(listed, char) !== isNegated };
}

function isListed(body: string, char: string): boolean {
  for (let i = 0; i < body.length; i++) {
    if (body.charAt(i + 1) === '-' && i + 2 < body.length) {
      if (char >= body.charAt(i) && char <= body.charAt(i + 2)) return true;
      i += 2;
    } else if (body.charAt(i) === char) return true;
  }
  return false;
}
