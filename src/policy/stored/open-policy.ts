import { type Artefact, type CompiledRule, FORMAT } from '../compile/artefact.ts';
import { kindOf, kindsInIndex } from '../narrow/index-keys.ts';
import { openIndex, type RuleIndex, serialiseIndex } from '../narrow/rule-index.ts';
import {
  check,
  checkedText,
  DamagedPolicy,
  lineAt,
  LONGEST_RULE,
  readRule,
  restOf,
  type Sum,
  type TextSource,
  wholeText,
  withSum,
  writeRule,
} from './policy-text.ts';
import { ascii, plain } from '../../protocol/text/encoding.ts';
import { textKey } from '../../protocol/text/text-key.ts';

/**
 * The policy as the hook uses it. Neither the index nor the rules are parsed before they are asked for, so that ten thousand rules cost no more than
 * ten on an event that few concern. A place names a rule; it means nothing else.
 */
export interface LoadedPolicy extends RuleIndex {
  head: Head;
  /** Under which kinds of keys there are rules on this moment and subject. */
  kindsOf: (subject: string) => readonly string[];
  size: number;
  rule: (place: number) => CompiledRule;
  all: () => CompiledRule[];
}

type Head = Omit<Artefact, 'rules' | 'index'>;

/** `damaged`: made by this version, and changed since. */
export type Loaded = { ok: true; policy: LoadedPolicy } | { ok: false; problem: string; damaged: boolean };

/**
 * A line of head, the directory of the index, the index, the rules one per line. A place says where a rule is. All of it is ASCII, and every piece
 * that is read at once has a sum, so that damage is seen without reading the whole.
 */
export function serialise({ rules, index, ...head }: Artefact, sum: Sum = textKey): string {
  const places: number[] = [];
  let body = '';
  for (const rule of rules) {
    const line = withSum(writeRule(rule), sum);
    places.push(placeOf(body.length, line.length));
    body += `${line}\n`;
  }
  const placed = Object.fromEntries(
    Object.entries(index).map(([key, rulesOfKey]) => [key, rulesOfKey.map((place) => places[place] ?? 0)]),
  );
  const { directory, lines } = serialiseIndex(placed, sum);
  const sizes = { size: rules.length, directory: directory.length, index: lines.length, body: body.length };
  const first = ascii(
    JSON.stringify({ ...head, kinds: kindsInIndex(index, rules), ...sizes, directorySum: sum(directory) }),
  );
  return `${withSum(first, sum)}\n${directory}${lines}${body}`;
}

/** Where a rule is written and how long it is, in one number. */
function placeOf(from: number, length: number): number {
  if (length >= LONGEST_RULE) throw new Error(`a rule takes ${length} characters, at most ${LONGEST_RULE}`);
  return from * LONGEST_RULE + length;
}

type Written = Head &
  Record<'size' | 'directory' | 'index' | 'body', number> & {
    kinds: Record<string, string[]>;
    directorySum: string;
  };

export function openPolicy(from: string | TextSource, sum: Sum = textKey): Loaded {
  const source = typeof from === 'string' ? wholeText(from) : from;
  const damaged = (problem: string): Loaded => ({ ok: false, problem, damaged: true });
  try {
    const line = lineAt(source, 0);
    if (line === null) return damaged('the compiled policy is empty or cut off');
    const head = JSON.parse(checkedText(line, sum)) as Written;
    if (head.format !== FORMAT) {
      const problem = `the compiled policy has format ${String(head.format)}, expected ${String(FORMAT)}`;
      return { ok: false, problem, damaged: false };
    }
    const start = line.length + 1;
    // A write that was cut off must not lose rules silently.
    if (source.size !== start + head.directory + head.index + head.body)
      return damaged('the compiled policy is cut off');
    return { ok: true, policy: overSource(head, restOf(source, start), sum) };
  } catch (error) {
    return damaged(
      error instanceof DamagedPolicy
        ? error.message
        : `the compiled policy cannot be read: ${(error as Error).message}`,
    );
  }
}

function overSource(head: Written, source: TextSource, sum: Sum): LoadedPolicy {
  const index = restOf({ ...source, size: head.directory + head.index }, head.directory);
  const body = restOf(source, head.directory + head.index);
  const parsed = new Map<number, CompiledRule>();
  const rule = (place: number): CompiledRule => {
    const earlier = parsed.get(place);
    if (earlier !== undefined) return earlier;
    const from = Math.floor(place / LONGEST_RULE);
    const read = readRule(checkedText(body.slice(from, from + (place % LONGEST_RULE)), sum));
    parsed.set(place, read);
    return read;
  };
  const all = () => {
    const rules: CompiledRule[] = [];
    const text = body.slice(0, body.size);
    for (let from = 0; from < text.length;) {
      const end = text.indexOf('\n', from);
      if (end < 0) throw new DamagedPolicy();
      rules.push(rule(placeOf(from, end - from)));
      from = end + 1;
    }
    return rules;
  };
  const kindsOf = (subject: string) => (Object.hasOwn(head.kinds, subject) ? (head.kinds[subject] ?? NONE) : NONE);
  const directory = () => {
    const text = source.slice(0, head.directory);
    check(text, head.directorySum, sum);
    return text;
  };
  return { head, size: head.size, kindsOf, ...openIndex(directory, index, sum), rule, all };
}

/** Back to plain data, all of it: for callers that judge so much that lookups must not search in text. Null: not one of ours, or damaged. */
export function readArtefact(text: string, sum: Sum = textKey): Artefact | null {
  const loaded = openPolicy(text, sum);
  if (!loaded.ok) return null;
  try {
    // Reads every block of the index, and so finds damage in any of them.
    loaded.policy.findAll('');
    return plainData(text, loaded.policy.head as Written, sum);
  } catch (error) {
    if (error instanceof DamagedPolicy) return null;
    throw error;
  }
}

function plainData(text: string, written: Written, sum: Sum): Artefact {
  const { size: _, directory, index: length, body: __, kinds: ___, directorySum: ____, ...head } = written;
  const start = text.indexOf('\n') + 1 + directory;
  const places = new Map<number, number>();
  const rules: CompiledRule[] = [];
  let from = 0;
  for (const line of text
    .slice(start + length)
    .split('\n')
    .slice(0, -1)) {
    places.set(placeOf(from, line.length), rules.push({ ...readRule(checkedText(line, sum)) }) - 1);
    from += line.length + 1;
  }
  // The end of the last line is in no sum.
  if (rules.length !== written.size) throw new DamagedPolicy();
  const lines = text
    .slice(start, start + length)
    .split('\n')
    .slice(0, -1);
  const index = lines.map((line): [string, number[]] => {
    const [key = '', numbers = ''] = line.split('\t');
    return [plain(key), numbers.split(' ').map((place) => places.get(Number(place)) ?? 0)];
  });
  return { ...head, rules, index: Object.fromEntries(index) };
}

const NOTHING: readonly number[] = [];
const NONE: readonly string[] = [];

/** The whole policy as plain data, for a process that stays and judges many events. */
export function openWholePolicy(from: string | TextSource, sum: Sum = textKey): Loaded {
  const loaded = openPolicy(from, sum);
  if (!loaded.ok) return loaded;
  const artefact = readArtefact(typeof from === 'string' ? from : from.slice(0, from.size), sum);
  return artefact === null
    ? { ok: false, problem: new DamagedPolicy().message, damaged: true }
    : { ok: true, policy: fromArtefact(artefact) };
}

/** Without the detour over text, for tests and the command line. */
export function fromArtefact(artefact: Artefact): LoadedPolicy {
  const { index, rules } = artefact;
  const byKey = new Map(Object.entries(index));
  // Prefixes are a moment, a subject and a kind: there are few.
  const byPrefix = new Map<string, { rest: string; places: number[] }[]>();
  const placesByPrefix = new Map<string, readonly number[]>();
  const under = (prefix: string) => {
    const listed = byPrefix.get(prefix);
    if (listed !== undefined) return listed;
    const found = Object.entries(index).flatMap(([key, places]) =>
      key.startsWith(prefix) ? [{ rest: key.slice(prefix.length), places }] : [],
    );
    byPrefix.set(prefix, found);
    return found;
  };
  const kinds = new Map<string, readonly string[]>();
  const kindsOf = (subject: string): readonly string[] => {
    const earlier = kinds.get(subject);
    if (earlier !== undefined) return earlier;
    const needed = [...new Set(under(`${subject} `).map(({ rest }) => kindOf(rest)))];
    kinds.set(subject, needed);
    return needed;
  };
  return {
    head: artefact,
    size: rules.length,
    find: (key) => byKey.get(key) ?? NOTHING,
    findAll: (prefix) => {
      const places = placesByPrefix.get(prefix) ?? under(prefix).flatMap((entry) => entry.places);
      placesByPrefix.set(prefix, places);
      return places;
    },
    findSome: (prefix, wanted) => under(prefix).flatMap(({ rest, places }) => (wanted(rest) ? places : [])),
    kindsOf,
    rule: (place) => rules[place] as CompiledRule,
    all: () => rules,
  };
}
