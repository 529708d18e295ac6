import type { Machine } from '../../run/machine.ts';
import type { Evaluator } from './evaluator.ts';
import { type ListValue, MOST_ITEMS, textValue, type Value } from '../value.ts';
import { eachOf } from './combinations.ts';
import { tokenise } from '../read/tokens.ts';
import type { Language } from '../languages.ts';
import { asText, textsOf, withZeros } from './joins.ts';

/**
 * `"$x/y"`, `` `${x}` ``, `"#{x}"`, `f"{x}"`: the embedded expression is evaluated; without a known value it becomes unknown. The variable of a loop is
 * the list of its values, and so is a string that contains it.
 */
export function fill(machine: Machine, e: Evaluator, text: string, language: Language): Value {
  const parts: Value[] = [];
  const add = (part: string | Value): void => {
    const last = parts.at(-1);
    if (typeof part !== 'string') parts.push(part);
    else if (last?.kind === 'text') parts[parts.length - 1] = textValue(last.text + part);
    else parts.push(textValue(part));
  };
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at, at + 400);
    const escaped = /^\\([$@#])/.exec(rest)?.[1];
    const open = /^(?:#\{|\$\{|@\{\[|\$\(|\{(?=[$\w'"(]))/.exec(rest)?.[0];
    const name =
      /^[$@]([A-Za-z_]\w*)(?:(?:->)?\{(\w+)\}|(?:->)?\[(-?\d+)\])?/.exec(rest) ??
      (language.name === 'perl' ? /^\$(\d+|[.!&$])/.exec(rest) : null);
    const end = open === undefined ? -1 : closing(text, at + open.length, open.endsWith('(') ? ')' : '}');
    if (escaped !== undefined) {
      add(escaped);
      at += 2;
    } else if (open !== undefined && end >= 0 && e.depth < 16) {
      const code = text.slice(at + open.length, end).replace(/\]$/, open === '@{[' ? '' : ']');
      add(inner(machine, e, code, language));
      at = end + 1;
    } else if (name !== null) {
      add(ofVariable(machine, e, name));
      at += name[0].length;
    } else add(text.charAt(at++));
  }
  // The same variable again, or one of the same loop, goes along with it.
  return eachOf(parts, (each) => textValue(each.map((part) => asText(e, part)).join('')));
}

/** `$x`, `$x[0]`, `$x{key}`, `$ENV{HOME}`; `@x` is all items with blanks between them. */
function ofVariable(
  machine: Machine,
  e: Evaluator,
  [whole, variable = '', key, index]: RegExpExecArray,
): string | Value {
  const value = e.values.get(variable);
  if (variable === 'ENV' && key !== undefined) return environment(machine, key) ?? machine.unknown(whole);
  if (value === undefined) return machine.unknown(whole);
  if (key === undefined && index === undefined)
    return whole.startsWith('@') ? textsOf(e, value).join(' ') : asTexts(e, value);
  const item = value.kind === 'list' ? itemOf(value, key, index) : undefined;
  return item === undefined ? machine.unknown(whole) : asTexts(e, item);
}

function itemOf({ items, keys }: ListValue, key: string | undefined, index: string | undefined): Value | undefined {
  if (key === undefined) return items.at(Number(index));
  const at = keys?.indexOf(key) ?? -1;
  return at < 0 ? undefined : items[at];
}

function inner(machine: Machine, e: Evaluator, code: string, language: Language): string | Value {
  const env = /^\s*(?:process\.env\.(\w+)|(?:ENV|os\.environ)\[['"](\w+)['"]\])\s*$/.exec(code);
  const known = env === null ? undefined : environment(machine, env[1] ?? env[2] ?? '');
  if (known !== undefined) return known;
  const part: Evaluator = {
    ...e,
    tokens: tokenise(code, language.syntax),
    at: 0,
    depth: e.depth + 1,
    text: e.text + 1,
  };
  const value = e.read.expression(part);
  const isWorkedOut = value.kind === 'object' && e.computes(value.name);
  if (value.kind === 'unknown' || (value.kind === 'object' && !isWorkedOut)) return machine.unknown(`\${${code}}`);
  const width = language.name === 'python' ? /:0(\d+)d?$/.exec(code)?.[1] : undefined;
  return eachOf([asTexts(e, value)], ([one = value]) => textValue(withZeros(asText(e, one), width)));
}

/** A text, or each of the texts that the value may be. */
function asTexts(e: Evaluator, value: Value): Value {
  const isSimple =
    value.kind === 'list' &&
    value.keys === undefined &&
    value.items.length > 1 &&
    value.items.length <= MOST_ITEMS &&
    value.items.every((item) => item.kind === 'text');
  return isSimple ? value : textValue(asText(e, value));
}

function closing(text: string, from: number, close: string): number {
  const open = close === ')' ? '(' : '{';
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === open) depth++;
    else if (char === close && depth-- === 0) return at;
  }
  return -1;
}

function environment(machine: Machine, name: string): string | undefined {
  if (Object.hasOwn(machine.env, name)) return machine.env[name];
  return name === 'HOME' ? (machine.home ?? undefined) : undefined;
}
