import type { Evaluator } from './evaluator.ts';
import { isOp, nameAt } from '../read/cursor.ts';
import { listValue, textValue, UNKNOWN, type Value } from '../value.ts';

/** `x = …`, `x := …`, R's `x <- …`; not `==`, `=~`, `=>`. */
export function isAssignment(e: Evaluator): boolean {
  const [a, b] = [e.tokens[e.at + 1], e.tokens[e.at + 2]];
  if (isOp(a, '=')) return !isOp(b, '=') && !isOp(b, '~') && !isOp(b, '>');
  return (isOp(a, ':') && isOp(b, '=')) || (isOp(a, '<') && isOp(b, '-'));
}

/** `x += …`, Perl's and PHP's `.=`. */
export function isAppending(e: Evaluator): boolean {
  const [a, b] = [e.tokens[e.at + 1], e.tokens[e.at + 2]];
  return (isOp(a, '+') || (isOp(a, '.') && e.joins === '.')) && isOp(b, '=');
}

/** `a, b = 'x', 'y'`, `my ($a, $b) = (…)`, `const [a, b] = […]`: each name gets its value. False: this is something else. */
export function severalAssigned(e: Evaluator): boolean {
  const isPerl = e.joins === '.';
  const declares = isPerl && /^(?:my|our|local)$/.test(nameAt(e)) && isOp(e.tokens[e.at + 1], '(');
  const start = e.at + (declares ? 1 : 0);
  const open = e.tokens[start];
  const bracketed = isOp(open, '(') || isOp(open, '[');
  const names: string[] = [];
  let at = start + (bracketed ? 1 : 0);
  for (;;) {
    // A hole: `const [, , name] = process.argv`.
    const holes = bracketed ? commasAt(e, at) : 0;
    names.push(...Array.from({ length: holes }, () => ''));
    at += holes;
    // Perl's `$/` and its kin are names, too.
    if (isPerl && isOp(e.tokens[at], '$') && e.tokens[at + 1]?.kind === 'op') at++;
    else if (e.tokens[at]?.kind !== 'name') return false;
    const name = e.tokens[at];
    names.push(name?.kind === 'name' ? name.value : '');
    at++;
    if (!isOp(e.tokens[at], ',')) break;
    at++;
  }
  if (bracketed && !isOp(e.tokens[at++], isOp(open, '(') ? ')' : ']')) return false;
  const next = e.tokens[at + 1];
  if (
    (names.length < 2 && !bracketed) ||
    !isOp(e.tokens[at], '=') ||
    isOp(next, '=') ||
    isOp(next, '>') ||
    isOp(next, '~')
  )
    return false;
  e.at = at + 1;
  const values: Value[] = [e.read.expression(e)];
  while (isOp(e.tokens[e.at], ',')) {
    e.at++;
    values.push(e.read.expression(e));
  }
  const [first = UNKNOWN] = values;
  const items =
    values.length > 1
      ? values
      : first.kind === 'list'
        ? first.items
        : (itemsOfObject(e, first, names.length) ?? values);
  names.forEach((name, i) => e.values.set(name, items[i] ?? UNKNOWN));
  const list = isPerl ? names.indexOf('ARGV') : -1;
  if (list >= 0) assignArguments(e, listValue(items.slice(list)));
  return true;
}

function commasAt(e: Evaluator, from: number): number {
  let at = from;
  while (isOp(e.tokens[at], ',')) at++;
  return at - from;
}

/** `sys.argv` and `process.argv` are no lists here, but their items are known one by one. */
function itemsOfObject(e: Evaluator, value: Value, count: number): Value[] | undefined {
  if (value.kind !== 'object' || !e.knows(`${value.name}[]`)) return undefined;
  return Array.from({ length: count }, (_, at) =>
    e.onCall({ name: `${value.name}[]`, receiver: undefined, args: [textValue(String(at))], named: new Map() }),
  );
}

/** Perl reads the files that @ARGV names. */
export function assignArguments(e: Evaluator, value: Value): void {
  e.values.set('ARGV', value);
  e.onCall({ name: 'ARGV=', receiver: undefined, args: [value], named: new Map() });
}
