import type { Evaluator } from './evaluator.ts';
import { peek } from '../read/cursor.ts';
import { listValue, MOST_ITEMS, textValue, UNKNOWN, type Value } from '../value.ts';

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

/** Two lists become one; a string joined to a list is joined to each item, because the list represents a loop's variable. */
export function concat(e: Evaluator, left: Value, right: Value, between = ''): Value {
  if (left.kind === 'list' && right.kind === 'list') return listValue([...left.items, ...right.items]);
  if (left.kind === 'list')
    return listValue(left.items.slice(0, MOST_ITEMS).map((item) => concat(e, item, right, between)));
  if (right.kind === 'list')
    return listValue(right.items.slice(0, MOST_ITEMS).map((item) => concat(e, left, item, between)));
  return textValue(asText(e, left) + between + asText(e, right));
}

const PLACE = /%%|%(?:\((\w+)\))?[-+ 0#]*\d*(?:\.\d+)?([a-zA-Z])|\{(\w*)(?:![rsa])?(?::[^{}]*)?\}/g;

/** One place and the variable of a loop: the list of what each of its values gives. */
export function formatted(
  e: Evaluator,
  pattern: string,
  args: readonly Value[],
  named?: ReadonlyMap<string, Value>,
): Value {
  const [only] = args;
  const places = [...pattern.matchAll(PLACE)].filter(([whole]) => whole !== '%%').length;
  if (places === 1 && args.length === 1 && only?.kind === 'list' && only.items.length > 1)
    return listValue(only.items.slice(0, MOST_ITEMS).map((item) => textValue(format(e, pattern, [item], named))));
  return textValue(format(e, pattern, args, named));
}

/** `%s`, `%d`, `%c` of printf and Python's `%`; `{}`, `{0}`, `{name}` of `format`. */
function format(e: Evaluator, pattern: string, args: readonly Value[], named?: ReadonlyMap<string, Value>): string {
  const texts = args.flatMap((arg) => textsOf(e, arg));
  let next = 0;
  const take = (at?: string): string => texts[at === undefined ? next++ : Number(at)] ?? e.unknownText('format');
  return pattern.replace(
    PLACE,
    (whole, key: string | undefined, letter: string | undefined, field: string | undefined) => {
      if (whole === '%%') return '%';
      const name = key ?? (field === undefined || /^\d*$/.test(field) ? undefined : field);
      const value = name === undefined ? undefined : named?.get(name);
      if (name !== undefined) return value === undefined ? whole : asText(e, value);
      const text = take(field === undefined || field === '' ? undefined : field);
      return letter === 'c' && /^\d+$/.test(text) ? characters([text]) : text;
    },
  );
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

/** The variable of a loop is a list of all its values: the result is the list of what each of them gives. */
export function eachOf(args: readonly Value[], give: (args: Value[]) => Value): Value {
  const list = args.find((arg) => arg.kind === 'list' && arg.items.length > 1);
  if (list?.kind !== 'list') return give([...args]);
  return listValue(
    list.items.slice(0, MOST_ITEMS).map((_, at) => {
      const one = (arg: Value): Value =>
        arg.kind === 'list' && arg.items.length > 1 ? (arg.items[at] ?? UNKNOWN) : arg;
      return give(args.map(one));
    }),
  );
}
