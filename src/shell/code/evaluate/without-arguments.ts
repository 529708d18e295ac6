import { endsStatement, type Evaluator, isName, isOp, peek, UNKNOWN, type Value } from '../read/cursor.ts';
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
  // These are about a file, even if nobody knows which.
  const topic = e.values.get('_') ?? UNKNOWN;
  if (topic.kind === 'unknown' && !/^(?:unlink|rmdir|mkdir)$/.test(name)) return undefined;
  return e.onCall({ name, receiver: undefined, args: [topic], named: new Map() });
}
