import { isSecretName } from '../../policy/secrets/own-secret-rules.ts';
import { redactHead } from '../redact/redact.ts';
import { hasHint } from '../../policy/secrets/secret-spans.ts';
import { utf8Length } from '../../protocol/text/encoding.ts';

export interface StoredPayload {
  /** Null: not even the smallest form fits. */
  payload: Record<string, unknown> | null;
  payloadCut: boolean;
}

/** The answer of a tool is worth less than the question: its texts get a quarter of the room. */
const ANSWERS: readonly string[] = ['tool_response', 'tool_result', 'tool_output'];
const DEEPEST = 8;
/** Characters of one text, and entries of one list or object: the first pair that fits is taken. */
const SIZES: readonly [characters: number, entries: number][] = [
  [1800, 60],
  [1200, 60],
  [800, 60],
  [500, 40],
  [300, 40],
  [160, 24],
  [80, 24],
  [40, 12],
  [16, 6],
];

/**
 * The payload without secrets, in at most `room` bytes of JSON. The longest texts are cut first, so that short fields
 * stay whole beside a string of 1 MB.
 */
export function storedPayload(raw: Record<string, unknown>, room: number): StoredPayload {
  for (const [characters, entries] of SIZES) {
    // Measured first, so that texts are searched for secrets once and not at every size.
    const measured = { bytes: 0, whole: true };
    measure(raw, { characters, entries, depth: DEEPEST }, measured);
    if (measured.bytes > room) continue;
    // Most payloads: nothing to cut and no trace of a secret, neither in a value nor in a name.
    const whole = measured.whole ? JSON.stringify(raw) : null;
    if (whole !== null && !hasHint(whole)) {
      if (utf8Length(whole) <= room) return { payload: raw, payloadCut: false };
      continue;
    }
    const state = { entries, changed: false };
    const payload = shorten(raw, characters, DEEPEST, state) as Record<string, unknown>;
    if (utf8Length(JSON.stringify(payload)) <= room) return { payload, payloadCut: state.changed };
  }
  return { payload: null, payloadCut: true };
}

interface Measured {
  /** The usual number; masks may make it less, scripts other than Latin more. */
  bytes: number;
  /** Nothing would be cut. */
  whole: boolean;
}

/** What is kept of a value: longer texts, longer lists and deeper fields are cut. */
interface Limits {
  characters: number;
  entries: number;
  depth: number;
}

function measure(value: unknown, limits: Limits, sum: Measured): void {
  const { characters, depth } = limits;
  if (typeof value === 'string') {
    if (value.length > characters) sum.whole = false;
    sum.bytes += Math.min(value.length, characters) + 2;
  } else if (typeof value !== 'object' || value === null) sum.bytes += 4;
  else if (depth === 0) {
    sum.whole = false;
    sum.bytes += 2;
  } else measureEntries(value, limits, sum);
}

function measureEntries(value: object, { characters, entries, depth }: Limits, sum: Measured): void {
  const isList = Array.isArray(value);
  const keys = Object.keys(value);
  sum.bytes += 2;
  if (keys.length > entries) sum.whole = false;
  for (const key of keys.length > entries ? keys.slice(0, entries) : keys) {
    if (!isList && key.length > characters) sum.whole = false;
    sum.bytes += isList ? 1 : key.length + 4;
    const inner = (value as Record<string, unknown>)[key];
    const shorter = ANSWERS.includes(key) ? characters >> 2 : characters;
    measure(inner, { characters: shorter, entries, depth: depth - 1 }, sum);
  }
}

interface Shortening {
  entries: number;
  changed: boolean;
}

function shorten(value: unknown, characters: number, depth: number, state: Shortening): unknown {
  if (typeof value === 'string') {
    const { text, changed } = redactHead(value, characters);
    state.changed ||= changed;
    return text;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) {
    state.changed = true;
    return '…[deeper]';
  }
  const all = Object.entries(value);
  const kept = all.slice(0, state.entries);
  const more = all.length - kept.length;
  if (more > 0) state.changed = true;
  if (Array.isArray(value)) {
    const items = kept.map(([, item]) => shorten(item, characters, depth - 1, state));
    return more > 0 ? [...items, `…[${more} more]`] : items;
  }
  const fields = kept.map(([key, inner]): [string, unknown] => {
    const name = redactHead(key, characters);
    state.changed ||= name.changed;
    if (typeof inner === 'string' && inner !== '' && isSecretName(key)) {
      state.changed = true;
      return [name.text, '***'];
    }
    return [name.text, shorten(inner, ANSWERS.includes(key) ? characters >> 2 : characters, depth - 1, state)];
  });
  // Not by assignment: a field may be called `__proto__`.
  return Object.fromEntries(more > 0 ? [...fields, ['…', `${more} more`]] : fields);
}
