import type { Evaluator } from './evaluator.ts';
import { listValue, nameOf, objectValue, textValue, UNKNOWN, type Value } from '../value.ts';
import { sliced } from '../values/texts.ts';

/** `value[index]`: an item, a reversed text, a call of a method, or a member whose name is computed. */
export function subscript(e: Evaluator, value: Value, args: Value[], from: number): Value {
  const [index] = args;
  const written = e.tokens
    .slice(from, e.at - 1)
    .map((token) => ('value' in token ? String(token.value) : ''))
    .join('');
  if (value.kind === 'text' && written.includes(':')) {
    const part = sliced([...value.text], written);
    if (part !== undefined) return textValue(part.join(''));
  }
  if (value.kind === 'list' && written.includes(':')) {
    const items = sliced(value.items, written);
    if (items !== undefined) return listValue(items);
  }
  // `sys.argv[1:]`
  if (value.kind === 'object' && e.knows(`${value.name}[:]`) && /^\d+:$/.test(written))
    return e.onCall({
      name: `${value.name}[:]`,
      receiver: undefined,
      args: [textValue(written.slice(0, -1))],
      named: new Map(),
    });
  if (value.kind === 'list' && index?.kind === 'text') {
    const key = value.keys?.indexOf(index.text) ?? -1;
    return value.items[key >= 0 ? key : Number(index.text)] ?? UNKNOWN;
  }
  if (index?.kind !== 'text') return isForeign(e, value) ? objectValue(`${value.name}.?`) : UNKNOWN;
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
  return objectValue(`${nameOf(value, '?')}.${index.text}`);
}

/** Objects that hold everything a program can reach. */
const GLOBALS =
  /^(?:global|globalThis|window|self|this|process|module|exports|require|Deno|Bun|Reflect|Object|_G|_ENV|GLOBALS)$/;

/** An object of a module that no table knows: a member of it that is computed (`app[method]('/users')`) is no function of the system. */
function isForeign(e: Evaluator, value: Value): value is Value & { kind: 'object' } {
  if (value.kind !== 'object') return false;
  const [module = ''] = value.name.split('.');
  return /^[\w@]/.test(module) && !GLOBALS.test(module) && e.members(module).length === 0;
}
