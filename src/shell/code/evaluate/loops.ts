import type { Evaluator } from './evaluator.ts';
import { isName, isOp, nameAt, peek } from '../read/cursor.ts';
import { listValue, MOST_ITEMS, oneOf, textValue, UNKNOWN, type Value } from '../value.ts';
import type { Token } from '../read/tokens.ts';
import { asText } from './joins.ts';
import { numbers } from '../values/lists.ts';
import { translated } from '../values/texts.ts';

/** `for x in [...]`, `for (const x of [...])`, `foreach ([...] as $x)`, `for my $x (...)`: the variable represents all items. */
export function loop(e: Evaluator): void {
  const isForeach = isName(peek(e), 'foreach');
  if (isForeach && isCall(e)) {
    e.read.expression(e);
    return;
  }
  e.at++;
  if (aboutTopic(e)) return;
  while (isOp(peek(e), '(') || (peek(e)?.kind === 'name' && /^(const|let|var|my|local)$/.test(nameAt(e)))) {
    if (isForeach && isOp(peek(e), '(')) {
      e.at++;
      const value = e.read.expression(e);
      const name = e.tokens[e.at + 1];
      if (isName(peek(e), 'as') && name?.kind === 'name') {
        e.values.set(name.value, value);
        e.at += 2;
      }
      return;
    }
    e.at++;
  }
  if (counted(e)) return;
  const start = e.at;
  const names = loopNames(e);
  const next = peek(e);
  if (names.length === 0 || (!isName(next, 'in') && !isName(next, 'of') && !(isOp(next, '(') && e.joins === '.'))) {
    e.at = start;
    return;
  }
  if (!isOp(next, '(')) e.at++;
  bind(e, names, e.read.expression(e));
}

/** Julia's `foreach(f, list)` is a call. */
function isCall(e: Evaluator): boolean {
  const [open, name, comma] = e.tokens.slice(e.at + 1, e.at + 4);
  return e.joins !== '.' && isOp(open, '(') && name?.kind === 'name' && isOp(comma, ',');
}

/** Perl's `for (glob "*.o") { unlink }`: without a variable it is `$_`. */
function aboutTopic(e: Evaluator): boolean {
  const [open, first, second] = e.tokens.slice(e.at, e.at + 3);
  if (e.joins !== '.' || !isOp(open, '(') || (first?.kind === 'name' && isOp(second, '='))) return false;
  let depth = 0;
  for (let at = e.at; at < e.tokens.length; at++) {
    const token = e.tokens[at];
    depth += isOp(token, '(') ? 1 : isOp(token, ')') ? -1 : 0;
    if (depth === 0) break;
    if (isName(token, 'as') || isOp(token, ';')) return false;
  }
  e.values.set('_', e.read.term(e));
  return true;
}

/** `for (let i = 0; i < 3; i++)`: the variable is the list of the numbers. */
function counted(e: Evaluator): boolean {
  const [name, is, from, , again, less, to, last] = e.tokens.slice(e.at, e.at + 8);
  if (name?.kind !== 'name' || !isOp(is, '=') || from?.kind !== 'number') return false;
  if (again?.kind !== 'name' || again.value !== name.value || !isOp(less, '<')) return false;
  const end = isOp(to, '=') ? last : to;
  if (end?.kind !== 'number') return false;
  e.values.set(name.value, numbers(Number(from.value), Number(end.value) - (isOp(to, '=') ? 0 : 1)));
  while (e.at < e.tokens.length && !isOp(peek(e), ')')) e.at++;
  return true;
}

/** `x`, `a, b`, `(a, b)`, `[a, b]` in front of `in` or `of`. */
export function loopNames(e: Evaluator): string[] {
  const names: string[] = [];
  for (let token = peek(e); token !== undefined; token = peek(e)) {
    if (token.kind === 'name' && !/^(?:in|of)$/.test(token.value)) names.push(token.value);
    else if (
      names.length > 0
        ? !isOp(token, ',') && !isOp(token, ')') && !isOp(token, ']')
        : !isOp(token, '(') && !isOp(token, '[')
    )
      break;
    e.at++;
  }
  return names;
}

/** One variable represents all items; several represent the parts of each item. */
export function bind(e: Evaluator, names: readonly string[], value: Value): void {
  const [only, ...others] = names;
  const mark = `${e.text}:${e.at}`;
  if (only !== undefined && others.length === 0) e.values.set(only, asOneOf(itemsIn(value), mark));
  else
    names.forEach((name, index) => {
      const parts = partsAt(value, index);
      e.values.set(
        name,
        parts.length === 0 ? UNKNOWN : parts.length === 1 ? (parts[0] ?? UNKNOWN) : oneOf(parts, mark),
      );
    });
}

function asOneOf(value: Value, mark: string): Value {
  return value.kind === 'list' ? { ...value, oneOf: mark } : value;
}

/** A loop over a dictionary goes over its keys, one over an open file over its lines. */
function itemsIn(value: Value): Value {
  if (value.kind === 'list' && value.keys !== undefined) return listValue(value.keys.map(textValue));
  if (value.kind !== 'text' || !value.text.includes('\n')) return value;
  const lines = value.text.split('\n').filter((line) => line !== '');
  return lines.length <= MOST_ITEMS ? listValue(lines.map(textValue)) : value;
}

/** An item is a list itself; a list of such items has a part of each. */
function partsAt(value: Value, index: number): Value[] {
  if (value.kind !== 'list') return [];
  const nested = value.items.filter((item) => item.kind === 'list');
  if (nested.length === 0) return value.items[index] === undefined ? [] : [value.items[index]];
  return nested.flatMap((item) => item.items[index] ?? []);
}

/** `$x =~ s/from/to/`, for plain texts; nothing else can be said about the result. */
export function substituted(e: Evaluator, left: Value): Value {
  const token = e.tokens[e.at + 2];
  const target = e.tokens[e.at - 1];
  e.at += 2;
  if (token?.kind !== 'substitution') return UNKNOWN;
  e.at++;
  const value = substitute(e, left, token);
  if (target?.kind === 'name') e.values.set(target.value, value);
  // `(my $x = "…") =~ s/a/b/`
  for (const [name, known] of e.values) if (known === left) e.values.set(name, value);
  return value;
}

export function substitute(e: Evaluator, left: Value, token: Extract<Token, { kind: 'substitution' }>): Value {
  if (left.kind === 'list' && left.keys === undefined)
    return listValue(left.items.map((item) => substitute(e, item, token)));
  const text = asText(e, left);
  if (token.each) return textValue(translated(text, token.from, token.to));
  const isPlain = /^[\w ~/-]+$/.test(token.from);
  return textValue(isPlain ? text.replaceAll(token.from, token.to) : e.unknownText('s///'));
}

/** Elixir's `x |> f()`: x is the first argument. */
export function piped(e: Evaluator, left: Value): Value {
  const before = e.piped;
  e.piped = left;
  const value = e.read.term(e);
  e.piped = before;
  return value;
}
