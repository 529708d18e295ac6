import { OWN_RULES } from './own-secret-rules.ts';
import { hasHint } from './secret-hints.ts';
import { SECRETLINT_RULES } from './secretlint-rules.ts';

/** Patterns are made when a hint is found: a text without a trace of a secret costs one search for words. */
export interface SecretRule {
  name: string;
  /** In lower case; a text without any of them is not searched. */
  hints: readonly string[];
  /** Global. A group called `password` is the secret; without one all of the match is. */
  patterns: readonly (() => RegExp)[];
}

export type Span = [start: number, end: number];

/** Where a text holds secrets: ordered, apart from each other. */
export function secretSpans(text: string): readonly Span[] {
  if (text.length < SHORTEST || !hasHint(text)) return [];
  const lower = text.toLowerCase();
  const found: Span[] = [];
  for (const rules of [SECRETLINT_RULES, OWN_RULES])
    for (const { hints, patterns } of rules)
      if (hints.some((hint) => lower.includes(hint)))
        for (const pattern of patterns) found.push(...matchesOf(pattern(), text));
  return merged(found);
}

const SHORTEST = 6;

function matchesOf(pattern: RegExp, text: string): Span[] {
  const spans: Span[] = [];
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

function merged(spans: Span[]): Span[] {
  if (spans.length < 2) return spans;
  const apart: Span[] = [];
  for (const [start, end] of spans.sort((a, b) => a[0] - b[0])) {
    const last = apart.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else apart.push([start, end]);
  }
  return apart;
}
