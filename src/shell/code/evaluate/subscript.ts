import { reversed } from '../../expand/escapes.ts';
import { type Evaluator, UNKNOWN, type Value } from '../read/cursor.ts';

/** `value[index]`: an item, a reversed text, a call of a method, or a member whose name is computed. */
export function subscript(e: Evaluator, value: Value, args: Value[], from: number): Value {
  const [index] = args;
  const written = e.tokens
    .slice(from, e.at - 1)
    .map((token) => ('value' in token ? String(token.value) : ''))
    .join('');
  if (value.kind === 'text' && written === '::-1') return { kind: 'text', text: reversed(value.text) };
  if (value.kind === 'list' && index?.kind === 'text') return value.items[Number(index.text)] ?? UNKNOWN;
  if (index?.kind !== 'text') return UNKNOWN;
  if (value.kind === 'object' && e.knows(value.name))
    return e.onCall({
      name: value.name,
      receiver: undefined,
      args: [index],
      named: new Map(),
    });
  if (value.kind === 'object' && (value.args.length > 0 || e.knows(`${value.name}[]`) || /\s/.test(index.text)))
    return e.onCall({
      name: `${value.name}[]`,
      receiver: value,
      args: [index],
      named: new Map(),
    });
  if (/^\d+$/.test(index.text)) return value.kind === 'text' ? value : UNKNOWN;
  return {
    kind: 'object',
    name: `${value.kind === 'object' ? value.name : '?'}.${index.text}`,
    args: [],
  };
}
