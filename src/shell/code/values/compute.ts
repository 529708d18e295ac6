import { eachOf } from '../evaluate/combinations.ts';
import type { FoundCall } from '../site.ts';
import { UNKNOWN, type Value } from '../value.ts';
import { CHANGED_TEXTS } from './changed-texts.ts';
import { computingCall, type ValueRow, type ValueRows } from './computing-call.ts';
import { DECODED_TEXTS } from './decoded-texts.ts';
import { FUNCTIONS } from './functions.ts';
import { JOINED_TEXTS } from './joined-texts.ts';
import { LISTS } from './lists.ts';
import { PATHS } from './paths.ts';
import { SURROUNDINGS } from './surroundings.ts';

/** Calls that give back what they are given. */
const GIVEN = {
  same: ({ args: [first] }) => first ?? UNKNOWN,
  self: ({ receiver }) => receiver ?? UNKNOWN,
  'same-text': ({ args: [first], named }) => named.get('text') ?? first ?? UNKNOWN,
  unknown: () => UNKNOWN,
} satisfies ValueRows;

const VALUES = {
  ...GIVEN,
  ...PATHS,
  ...SURROUNDINGS,
  ...JOINED_TEXTS,
  ...CHANGED_TEXTS,
  ...DECODED_TEXTS,
  ...LISTS,
  ...FUNCTIONS,
} satisfies ValueRows;

/** What a rule `text …` of a language's table may name. */
export type ValueName = keyof typeof VALUES;

/** The value of a call that only computes one: paths, encodings, joins, names of functions and modules. */
export function compute(call: FoundCall, what: ValueName): Value {
  const row: ValueRow = VALUES[what];
  if (typeof row === 'function') return row(computingCall(call));
  const { found } = call.site;
  const { args, receiver } = found;
  if (receiver?.kind !== 'list' || receiver.keys !== undefined || receiver.items.length < 2)
    return row.ofEach(computingCall(call));
  return eachOf([receiver, ...args], ([item, ...rest]) =>
    compute({ ...call, site: { ...call.site, found: { ...found, receiver: item, args: rest } } }, what),
  );
}
