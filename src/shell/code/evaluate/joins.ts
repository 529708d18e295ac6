import type { Evaluator } from './evaluator.ts';
import { peek } from '../read/cursor.ts';
import { listValue, MOST_ITEMS, textValue, UNKNOWN, type Value } from '../value.ts';
import { eachOf, isSeveral } from './combinations.ts';

export function asText(e: Evaluator, value: Value): string {
  if (value.kind === 'text') return value.text;
  const [first] = value.kind === 'object' ? value.args : [];
  if (value.kind === 'object' && first?.kind === 'text' && /Path$|^str$|^String$|File$/.test(value.name))
    return first.text;
  if (value.kind === 'list' && value.items.length === 1 && value.items[0] !== undefined)
    return asText(e, value.items[0]);
  if (value.kind !== 'object') return e.unknownText('code');
  const computed = attribute(e, value.name);
  return computed?.kind === 'text' ? computed.text : e.unknownText(value.name);
}

/** A member that is a value: `os.sep`, `process.env.HOME`. */
function attribute(e: Evaluator, name: string): Value | undefined {
  const call = { receiver: undefined, named: new Map<string, Value>() };
  const variable = /^(process\.env|Bun\.env|import\.meta\.env|os\.environ|ENV)\.(\w+)$/.exec(name);
  if (variable !== null && e.computes(`${variable[1]}[]`))
    return e.onCall({ ...call, name: `${variable[1]}[]`, args: [textValue(variable[2] ?? '')] });
  return e.computes(name) ? e.onCall({ ...call, name, args: [] }) : undefined;
}

/** Each text a value may be; a list represents all its items. */
export function textsOf(e: Evaluator, value: Value): string[] {
  if (value.kind === 'list') return value.items.flatMap((item) => textsOf(e, item));
  return [asText(e, value)];
}

/**
 * Two lists become one, unless what they hold is one value each, such as the variable of a loop. A string joined to a list is joined to each item,
 * because the list represents such a variable.
 */
export function concat(e: Evaluator, left: Value, right: Value, between = ''): Value {
  const areLists = left.kind === 'list' && right.kind === 'list';
  if (areLists && left.oneOf === undefined && right.oneOf === undefined)
    return listValue([...left.items, ...right.items]);
  return eachOf([left, right], ([one = UNKNOWN, other = UNKNOWN]) =>
    isSeveral(one) || isSeveral(other)
      ? concat(e, one, other, between)
      : textValue(asText(e, one) + between + asText(e, other)),
  );
}

const PLACE =
  /%%|%(?:\((?<key>\w+)\))?(?:0(?<zeros>\d+)|[-+ 0#]*\d*(?:\.\d+)?)(?<letter>[a-zA-Z])|\{(?<field>\w*)(?:![rsa])?(?::(?:0(?<digits>\d+)d?|[^{}]*))?\}/g;

/** What a place of a format says. */
type Place = { key?: string; letter?: string; field?: string; zeros?: string; digits?: string };

/** One place and the variable of a loop: the list of what each of its values gives. */
export function formatted(
  e: Evaluator,
  pattern: string,
  args: readonly Value[],
  named?: ReadonlyMap<string, Value>,
): Value {
  const [only] = args;
  const places = [...pattern.matchAll(PLACE)].filter(([whole]) => whole !== '%%').length;
  // Python's `'%s-%d' % (name, i)`: each part of the tuple may be the variable of a loop.
  const parts = args.length === 1 && only?.kind === 'list' && only.items.length === places ? only.items : args;
  if (places > 1 && parts.some((part) => part.kind === 'list' && part.items.length > 1))
    return eachOf(parts, (each) => textValue(format(e, pattern, each, named)));
  if (places === 1 && args.length === 1 && only?.kind === 'list' && only.items.length > 1)
    return listValue(only.items.slice(0, MOST_ITEMS).map((item) => textValue(format(e, pattern, [item], named))));
  return textValue(format(e, pattern, args, named));
}

/** `%s`, `%d`, `%c` of printf and Python's `%`; `{}`, `{0}`, `{name}` of `format`. */
function format(e: Evaluator, pattern: string, args: readonly Value[], named?: ReadonlyMap<string, Value>): string {
  const texts = args.flatMap((arg) => textsOf(e, arg));
  let next = 0;
  const take = (at?: string): string => texts[at === undefined ? next++ : Number(at)] ?? e.unknownText('format');
  return pattern.replace(PLACE, (whole, ...groups) => {
    if (whole === '%%') return '%';
    const { key, letter, field, zeros, digits } = groups.at(-1) as Place;
    const name = key ?? (field === undefined || /^\d*$/.test(field) ? undefined : field);
    const value = name === undefined ? undefined : named?.get(name);
    if (name !== undefined) return value === undefined ? whole : asText(e, value);
    const text = take(field === undefined || field === '' ? undefined : field);
    return letter === 'c' && /^\d+$/.test(text) ? characters([text]) : withZeros(text, zeros ?? digits);
  });
}

/** `%03d`, `{:03d}` and Python's `{i:03d}`. */
export function withZeros(text: string, width: string | undefined): string {
  return width !== undefined && /^\d+$/.test(text) ? text.padStart(Math.min(Number(width), 64), '0') : text;
}

export function characters(codes: readonly string[]): string {
  return codes
    .map((code) => Number(code))
    .map((code) => (Number.isInteger(code) && code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''))
    .join('');
}

/** Operators that join texts besides `+`: `..` (Lua), `<>` (Elixir), `++` (Erlang), `<<` (Ruby), `&` (AppleScript, Nim), `^` (OCaml). */
export function joinLength(e: Evaluator): number {
  const [a, b] = [peek(e), e.tokens[e.at + 1]];
  if (a?.kind !== 'op') return 0;
  const two = b?.kind === 'op' ? a.value + b.value : '';
  if (two === '..' || two === '<>' || two === '++' || two === '<<') return 2;
  if (a.value === '+' || (e.joins === '.' && a.value === '.')) return 1;
  return (a.value === '&' || a.value === '^') && b?.kind === 'text' ? 1 : 0;
}
