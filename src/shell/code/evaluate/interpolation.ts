import type { Machine } from '../../run/machine.ts';
import type { Evaluator } from './evaluator.ts';
import { listValue, MOST_ITEMS, textValue, type Value } from '../value.ts';
import { tokenise } from '../read/tokens.ts';
import type { Language } from '../languages.ts';
import { asText, textsOf } from './joins.ts';

/**
 * `"$x/y"`, `` `${x}` ``, `"#{x}"`, `f"{x}"`: the embedded expression is evaluated; without a known value it becomes unknown. The variable of a loop is
 * the list of its values, and so is a string that contains it.
 */
export function fill(machine: Machine, e: Evaluator, text: string, language: Language): Value {
  let texts = [''];
  const add = (parts: readonly string[]): void => {
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) texts = texts.map((one) => one + only);
    else if (texts.length === 1) texts = parts.map((part) => (texts[0] ?? '') + part);
    // The same variable again, or one that goes along with it.
    else if (texts.length === parts.length) texts = texts.map((one, at) => one + (parts[at] ?? ''));
    else texts = texts.map((one) => one + machine.unknown('code'));
  };
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at, at + 400);
    const escaped = /^\\([$@#])/.exec(rest)?.[1];
    const open = /^(?:#\{|\$\{|@\{\[|\$\(|\{(?=[$\w'"(]))/.exec(rest)?.[0];
    const name =
      /^[$@]([A-Za-z_]\w*)(?:\{(\w+)\})?/.exec(rest) ?? (language.name === 'perl' ? /^\$(\d+)/.exec(rest) : null);
    const end = open === undefined ? -1 : closing(text, at + open.length, open.endsWith('(') ? ')' : '}');
    if (escaped !== undefined) {
      add([escaped]);
      at += 2;
    } else if (open !== undefined && end >= 0 && e.depth < 16) {
      const code = text.slice(at + open.length, end).replace(/\]$/, open === '@{[' ? '' : ']');
      add(inner(machine, e, code, language));
      at = end + 1;
    } else if (name !== null) {
      add(ofVariable(machine, e, name));
      at += name[0].length;
    } else add([text.charAt(at++)]);
  }
  const [only = ''] = texts;
  return texts.length === 1 ? textValue(only) : listValue(texts.map((one) => textValue(one)));
}

/** `$x`, `$ENV{HOME}`; `@x` is all items with blanks between them. */
function ofVariable(machine: Machine, e: Evaluator, [whole, variable = '', key]: RegExpExecArray): string[] {
  const value = e.values.get(variable);
  if (variable === 'ENV' && key !== undefined) return [environment(machine, key) ?? machine.unknown(whole)];
  if (value === undefined || key !== undefined) return [machine.unknown(whole)];
  return whole.startsWith('@') ? [textsOf(e, value).join(' ')] : eachText(e, value);
}

function inner(machine: Machine, e: Evaluator, code: string, language: Language): string[] {
  const env = /^\s*(?:process\.env\.(\w+)|(?:ENV|os\.environ)\[['"](\w+)['"]\])\s*$/.exec(code);
  const known = env === null ? undefined : environment(machine, env[1] ?? env[2] ?? '');
  if (known !== undefined) return [known];
  const part: Evaluator = {
    ...e,
    tokens: tokenise(code, language.syntax),
    at: 0,
    depth: e.depth + 1,
    text: e.text + 1,
  };
  const value = e.read.expression(part);
  const isWorkedOut = value.kind === 'object' && e.computes(value.name);
  if (value.kind === 'unknown' || (value.kind === 'object' && !isWorkedOut)) return [machine.unknown(`\${${code}}`)];
  return eachText(e, value);
}

function eachText(e: Evaluator, value: Value): string[] {
  const items = value.kind === 'list' && value.keys === undefined ? value.items : [];
  const isSimple = items.length > 1 && items.length <= MOST_ITEMS && items.every((item) => item.kind === 'text');
  return isSimple ? textsOf(e, value) : [asText(e, value)];
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
