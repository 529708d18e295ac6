import { type Artefact, type CompiledRule, FORMAT } from './artefact.ts';
import { findKey, findPrefix, hasPrefix } from './sorted-lines.ts';

/**
 * The policy as the hook uses it. Neither the index nor the rules are parsed before they are asked for, so that ten thousand rules cost no more than
 * ten on an event that few concern. A place names a rule; it means nothing else.
 */
export interface LoadedPolicy {
  head: Head;
  size: number;
  find: (key: string) => number[];
  findAll: (prefix: string) => number[];
  /** Is there any rule under a key that begins so? */
  speaksOf: (prefix: string) => boolean;
  rule: (place: number) => CompiledRule;
  all: () => CompiledRule[];
}

type Head = Omit<Artefact, 'rules' | 'index'>;

export type Loaded = { ok: true; policy: LoadedPolicy } | { ok: false; problem: string };

/** A line of head, the rules one per line, then the sorted index: `key<TAB>place place …`. A place is an offset into the rules. */
export function serialise({ rules, index, ...head }: Artefact): string {
  const places: number[] = [];
  let body = '';
  for (const rule of rules) {
    places.push(body.length);
    body += `${JSON.stringify(rule)}\n`;
  }
  const lines = Object.keys(index).sort(byCodeUnit);
  const indexText = lines
    .map((key) => `${key}\t${(index[key] ?? []).map((place) => places[place]).join(' ')}\n`)
    .join('');
  return `${JSON.stringify({ ...head, size: rules.length, body: body.length, index: indexText.length })}\n${body}${indexText}`;
}

export function loadPolicy(text: string): Loaded {
  const end = text.indexOf('\n');
  if (end < 0) return { ok: false, problem: 'the compiled policy is empty or cut off' };
  try {
    const head = JSON.parse(text.slice(0, end)) as Head & { size: number; body: number; index: number };
    if (head.format !== FORMAT)
      return {
        ok: false,
        problem: `the compiled policy has format ${String(head.format)}, expected ${String(FORMAT)}`,
      };
    const start = end + 1;
    // A write that was cut off must not lose rules silently.
    if (text.length !== start + head.body + head.index) return { ok: false, problem: 'the compiled policy is cut off' };
    return { ok: true, policy: overText(head, text.slice(start, start + head.body), text.slice(start + head.body)) };
  } catch (error) {
    return { ok: false, problem: `the compiled policy cannot be read: ${(error as Error).message}` };
  }
}

const MOST_REMEMBERED = 5_000;

function overText(head: Head & { size: number }, body: string, index: string): LoadedPolicy {
  const parsed = new Map<number, CompiledRule>();
  const rule = (place: number): CompiledRule => {
    const known = parsed.get(place);
    if (known !== undefined) return known;
    const made = JSON.parse(body.slice(place, body.indexOf('\n', place))) as CompiledRule;
    parsed.set(place, made);
    return made;
  };
  const all = () => {
    const rules: CompiledRule[] = [];
    for (let place = 0; place < body.length; place = body.indexOf('\n', place) + 1) rules.push(rule(place));
    return rules;
  };
  const places = (line: string) =>
    line
      .slice(line.indexOf('\t') + 1)
      .split(' ')
      .map(Number);
  const looked = new Map<string, number[]>();
  const find = (key: string): number[] => {
    const known = looked.get(key);
    if (known !== undefined) return known;
    const made = findKey(index, key).flatMap(places);
    // A hook that stays in memory sees the same few keys again; paths make ever new ones.
    if (looked.size < MOST_REMEMBERED) looked.set(key, made);
    return made;
  };
  return {
    head,
    size: head.size,
    find,
    findAll: (prefix) => findPrefix(index, prefix).flatMap(places),
    speaksOf: (prefix) => hasPrefix(index, prefix),
    rule,
    all,
  };
}

const NOTHING: number[] = [];

/** Without the detour over text, for tests and the command line. */
export function fromArtefact(artefact: Artefact): LoadedPolicy {
  const { index, rules } = artefact;
  const byKey = new Map(Object.entries(index));
  // Prefixes are a moment and a subject: there are few.
  const byPrefix = new Map<string, number[]>();
  const findAll = (prefix: string): number[] => {
    const known = byPrefix.get(prefix);
    if (known !== undefined) return known;
    const found = Object.entries(index).flatMap(([key, places]) => (key.startsWith(prefix) ? places : []));
    byPrefix.set(prefix, found);
    return found;
  };
  return {
    head: artefact,
    size: rules.length,
    find: (key) => byKey.get(key) ?? NOTHING,
    findAll,
    speaksOf: (prefix) => findAll(prefix).length > 0,
    rule: (place) => rules[place] as CompiledRule,
    all: () => rules,
  };
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
