import type { Evaluator } from './evaluator.ts';
import { endsStatement, isName, isOp, peek } from '../read/cursor.ts';
import { listValue, UNKNOWN, type Value } from '../value.ts';
import { callArguments } from './call-arguments.ts';

/** Perl's `unlink` and `shift` alone are about `$_` and the arguments; `map { chr } …` makes characters. */
export function withoutArguments(e: Evaluator, name: string): Value | undefined {
  if (e.joins !== '.' || !e.knows(name)) return undefined;
  const next = peek(e);
  if (name === 'shift' && (next === undefined || endsStatement(next) || isOp(next, '.'))) {
    const list = e.values.get('_') ?? e.values.get('ARGV') ?? UNKNOWN;
    return list.kind === 'list' ? (list.items[0] ?? UNKNOWN) : list;
  }
  if (name === 'map' && isOp(next, '{') && isName(e.tokens[e.at + 1], 'chr')) {
    while (e.at < e.tokens.length && !isOp(peek(e), '}')) e.at++;
    e.at++;
    const { args } = callArguments(e, 'end');
    return e.onCall({ name: 'chr', receiver: undefined, args, named: new Map() });
  }
  if (!endsStatement(next) || isOp(next, ')')) return undefined;
  // These work on a file, even if it is unknown which.
  const topic = e.values.get('_') ?? UNKNOWN;
  if (topic.kind === 'unknown' && !/^(?:unlink|rmdir|mkdir)$/.test(name)) return undefined;
  return e.onCall({ name, receiver: undefined, args: [topic], named: new Map() });
}

/** Perl puts the loop after the statement: `system($_) for "x"`. The list is read first, then the statement. False when there is no such loop. */
export function readLoopBehind(e: Evaluator): boolean {
  const loopAt = loopBehind(e);
  if (loopAt === undefined) return false;
  const start = e.at;
  e.at = loopAt + 1;
  const { args } = callArguments(e, 'end');
  e.values.set('_', args.length === 1 ? (args[0] ?? UNKNOWN) : listValue(args));
  const after = e.at;
  e.at = start;
  e.read.expression(e);
  e.at = Math.max(after, e.at);
  return true;
}

/** The place of a `for` at the end of the statement. */
function loopBehind(e: Evaluator): number | undefined {
  if (e.joins !== '.' || peek(e)?.kind !== 'name') return undefined;
  let depth = 0;
  for (let at = e.at + 1; at < e.tokens.length; at++) {
    const token = e.tokens[at];
    if (isOp(token, '(') || isOp(token, '[') || isOp(token, '{')) depth++;
    else if (isOp(token, ')') || isOp(token, ']') || isOp(token, '}')) depth--;
    if (depth < 0 || (depth === 0 && isOp(token, ';'))) return undefined;
    if (depth === 0 && (isName(token, 'for') || isName(token, 'foreach'))) return startsBlock(e, at) ? undefined : at;
  }
  return undefined;
}

/** `for my $x (…) {`, `for (…) {`: a loop that precedes its statements. */
function startsBlock(e: Evaluator, loopAt: number): boolean {
  const next = e.tokens[loopAt + 1];
  if (next?.kind === 'name' && /^(?:my|our|local)$/.test(next.value)) return true;
  if (!isOp(next, '(')) return next?.kind === 'name' && isOp(e.tokens[loopAt + 2], '(') && !e.knows(next.value);
  let depth = 0;
  for (let at = loopAt + 1; at < e.tokens.length; at++) {
    depth += isOp(e.tokens[at], '(') ? 1 : isOp(e.tokens[at], ')') ? -1 : 0;
    if (depth === 0) return isOp(e.tokens[at + 1], '{');
  }
  return false;
}

/** The key of Perl's `$ENV{HOME}`. */
export function perlKeyAt(e: Evaluator, value: Value): string | undefined {
  const [open, key, close] = e.tokens.slice(e.at, e.at + 3);
  if (e.joins !== '.' || !isOp(open, '{') || !isOp(close, '}')) return undefined;
  // A block, as in `for (…) { unlink }`.
  if (isOp(e.tokens[e.at - 1], ')') || (value.kind !== 'object' && value.kind !== 'list')) return undefined;
  return key?.kind === 'name' || key?.kind === 'text' ? key.value : undefined;
}
