import { type Evaluator, isOp } from '../read/cursor.ts';
import { UNKNOWN, type Value } from '../value.ts';

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
  const open = e.tokens[e.at];
  const bracketed = isOp(open, '(') || isOp(open, '[');
  const names: string[] = [];
  let at = e.at + (bracketed ? 1 : 0);
  for (;;) {
    const name = e.tokens[at];
    if (name?.kind !== 'name') return false;
    names.push(name.value);
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
  const items = values.length === 1 && first.kind === 'list' ? first.items : values;
  names.forEach((name, i) => e.values.set(name, items[i] ?? UNKNOWN));
  return true;
}
