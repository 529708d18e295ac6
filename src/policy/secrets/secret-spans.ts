import { OWN_RULES } from './own-secret-rules.ts';
import { SECRETLINT_RULES } from './secretlint-rules.ts';
import { HINT_WORDS } from './hint-words.ts';

/** Patterns are made when a hint is found: a string without a trace of a secret costs one search for words. */
export interface SecretRule {
  name: string;
  /** In lower case; a string without any of them is not searched. */
  hints: readonly string[];
  /** Global. A group called `password` is the secret; without one all of the match is. */
  patterns: readonly (() => RegExp)[];
}

export type SecretSpan = [start: number, end: number];

/** Where a string holds secrets: ordered, without overlaps. */
export function secretSpans(text: string): readonly SecretSpan[] {
  if (text.length < SHORTEST || !hasHint(text)) return [];
  const lower = text.toLowerCase();
  const found: SecretSpan[] = [];
  for (const rules of [SECRETLINT_RULES, OWN_RULES])
    for (const { hints, patterns } of rules)
      if (hints.some((hint) => lower.includes(hint)))
        for (const pattern of patterns) found.push(...matchesOf(pattern(), text));
  return merged(found);
}

const SHORTEST = 6;

function matchesOf(pattern: RegExp, text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  pattern.lastIndex = 0;
  // Not `matchAll`, which compiles the pattern again.
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [whole] = match;
    if (whole === '') pattern.lastIndex += 1;
    const groups = match.groups ?? {};
    const secret = 'password' in groups ? groups['password'] : whole;
    if (secret === undefined || secret === '') continue;
    const start = match.index + placeOf(secret, whole);
    spans.push([start, start + secret.length]);
  }
  return spans;
}

/** In `user:secret@host` before the `@`, elsewhere at the end; the text before it may hold the same letters. */
function placeOf(secret: string, whole: string): number {
  const inUrl = whole.indexOf(`:${secret}@`);
  return inUrl < 0 ? whole.length - secret.length : inUrl + 1;
}

function merged(spans: SecretSpan[]): SecretSpan[] {
  if (spans.length < 2) return spans;
  const apart: SecretSpan[] = [];
  for (const [start, end] of spans.sort((a, b) => a[0] - b[0])) {
    const last = apart.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else apart.push([start, end]);
  }
  return apart;
}

/**
 * Does a string hold a word without which no rule finds a secret? A prefilter: one pass compares its last
 * three letters with the beginnings of all words, since most texts hold none of them.
 */
export function hasHint(text: string): boolean {
  let three = 0;
  for (let i = 0; i < text.length; i++) {
    // `lastThree`, written out: a call for each letter would take longer than the rest.
    three = ((three << 5) | (text.charCodeAt(i) & 31)) & 0x7fff;
    if (IS_BEGINNING[three] === 1 && isHintAt(text, i - 2, three)) return true;
  }
  return false;
}

/** The lower five bits of the last three letters; upper and lower case have the same. */
function lastThree(before: number, letter: number): number {
  return ((before << 5) | (letter & 31)) & 0x7fff;
}

function isHintAt(text: string, at: number, three: number): boolean {
  if (at < 0) return false;
  for (const hint of HINTS_BY_BEGINNING.get(three) ?? []) {
    // The next letter tells nearly all of them apart, and cutting out a piece takes longer.
    const isOther = hint.length > 3 && ((text.charCodeAt(at + 3) ^ hint.charCodeAt(3)) & 31) !== 0;
    if (!isOther && text.slice(at, at + hint.length).toLowerCase() === hint) return true;
  }
  return false;
}

const HINTS_BY_BEGINNING = groupByBeginning(HINT_WORDS.split('\n'));
/** The same as a table, which is asked for every letter. */
const IS_BEGINNING = tableOf(HINTS_BY_BEGINNING.keys());

function groupByBeginning(hints: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const groups = new Map<number, string[]>();
  for (const hint of hints) {
    const beginning = [0, 1, 2].reduce((three, i) => lastThree(three, hint.charCodeAt(i)), 0);
    groups.set(beginning, [...(groups.get(beginning) ?? []), hint]);
  }
  return groups;
}

function tableOf(beginnings: Iterable<number>): Readonly<Uint8Array> {
  const table = new Uint8Array(1 << 15);
  for (const beginning of beginnings) table[beginning] = 1;
  return table;
}
