import type { Evaluator } from './evaluator.ts';
import { isName, isOp, peek } from '../read/cursor.ts';
import { listValue, type ObjectValue, objectValue, oneOf, textValue, UNKNOWN, type Value } from '../value.ts';

/**
 * Functions that the code defines. A program is read twice: the first reading notes what each function is called with, the second one
 * gives those values to its parameters. Blocks need no end this way, and it does not matter whether the call comes first.
 */
export type Functions = {
  /** Arguments of the calls that the reading before saw, by the function's mark, and of those that this one sees. */
  calls: Map<string, Given[]>;
  seen: Map<string, Given[]>;
  /** What a function of one expression gives. */
  results: Map<string, Value>;
  /** Marks of named functions and methods. */
  names: Map<string, string>;
};

/** What one call of a function hands over, by place and by name. */
type Given = { args: Value[]; named: ReadonlyMap<string, Value> };

export function noFunctions(): Functions {
  return {
    calls: new Map(),
    seen: new Map(),
    results: new Map(),
    names: new Map(),
  };
}

export function isFunction(value: Value | undefined): boolean {
  return value?.kind === 'object' && value.name.startsWith('#');
}

/** Returns what the function gives, as far as it is known. */
export function noteCall(
  functions: Functions,
  mark: string,
  args: Value[],
  named: ReadonlyMap<string, Value> = new Map(),
): Value {
  const calls = functions.seen.get(mark) ?? [];
  if (calls.length < 16) functions.seen.set(mark, [...calls, { args, named }]);
  return functions.results.get(mark) ?? UNKNOWN;
}

/** At a definition: moves past its parameters, binds them, and returns the function as a value. */
export function definition(e: Evaluator): ObjectValue | undefined {
  const start = e.at;
  const head = headAt(e);
  if (head === undefined) return undefined;
  const mark = `#${e.text}:${start}`;
  const value = { kind: 'object' as const, name: mark, args: [] };
  if (head.name !== undefined) {
    e.functions.names.set(head.name, mark);
    e.values.set(head.name, value);
  }
  bind(e, mark, head);
  e.at = head.end;
  return value;
}

function bind(e: Evaluator, mark: string, { params, defaults }: Head): void {
  const calls = e.functions.calls.get(mark) ?? [];
  if (calls.length === 0) return;
  const names = /^(self|cls|this)$/.test(params[0] ?? '') ? params.slice(1) : params;
  names.forEach((name, i) => {
    const values = calls.flatMap(
      ({ args, named }) => args[name.startsWith('{') ? 0 : i] ?? named.get(name) ?? defaults?.get(name) ?? [],
    );
    const [only] = values;
    if (name.startsWith('{')) {
      // Destructured: `({ exec }) => …`
      if (only?.kind === 'object') e.values.set(name.slice(1), objectValue(`${only.name}.${name.slice(1)}`));
    } else if (only !== undefined) e.values.set(name, values.length === 1 ? only : oneOf(values, mark));
  });
  // Perl's @_ and $_[0]; Ruby's and Kotlin's unnamed block argument.
  const all = calls.flatMap(({ args }) => args);
  for (const name of ['_', 'it', 'arguments']) e.values.set(name, listValue(all));
}

/** `defaults`: what a parameter is where the call names nothing for it. */
type Head = { name?: string; params: string[]; defaults?: Map<string, Value>; end: number };

function headAt(e: Evaluator): Head | undefined {
  const { tokens, at } = e;
  const first = tokens[at];
  const next = tokens[at + 1];
  if (isName(first, 'lambda') && !isOp(next, '{') && !isName(next, 'do')) return upTo(e, at + 1, ':');
  if (first?.kind === 'name' && /^(def|function|fn|sub|fun|func|proc|lambda)$/.test(first.value)) {
    if (next?.kind === 'name' && !(first.value === 'fn' && isOp(tokens[at + 2], '-'))) {
      const after = tokens[at + 2];
      if (isOp(after, '(')) return { name: next.value, ...params(e, at + 2) };
      return {
        name: next.value,
        params: [],
        end: isOp(after, '{') ? at + 3 : at + 2,
      };
    }
    if (isOp(next, '(')) return params(e, at + 1);
    if (isOp(next, '{')) return block(e, at + 1) ?? { params: [], end: at + 2 };
    return first.value === 'fn' ? upTo(e, at + 1, '-') : undefined;
  }
  if (isOp(first, '-') && isOp(next, '>') && isOp(tokens[at + 2], '(')) return params(e, at + 2);
  if (first?.kind === 'name' && isOp(next, '=') && isOp(tokens[at + 2], '>'))
    return e.arrows ? { params: [first.value], end: at + 3 } : undefined;
  if (isOp(first, '(') && e.arrows) {
    const head = params(e, at);
    return isOp(tokens[head.end], '=') && isOp(tokens[head.end + 1], '>') ? { ...head, end: head.end + 2 } : undefined;
  }
  return block(e, at);
}

/** `{ |x| …`, `do |x| …` */
function block(e: Evaluator, at: number): Head | undefined {
  const { tokens } = e;
  if (!isOp(tokens[at], '{') && !isName(tokens[at], 'do')) return undefined;
  return isOp(tokens[at + 1], '|') ? upTo(e, at + 2, '|') : undefined;
}

/** `(a, $b = 1, {c, d}, &e)` */
function params(e: Evaluator, open: number): Head {
  const names: string[] = [];
  const defaults = new Map<string, Value>();
  let depth = 0;
  let isInside = false;
  let at = open;
  for (; at < e.tokens.length; at++) {
    const token = e.tokens[at];
    const value = isOp(token, '=') ? e.tokens[at + 1] : undefined;
    if ((value?.kind === 'text' && !(value.interpolated && value.value.includes('$'))) || value?.kind === 'number')
      defaults.set(names.at(-1) ?? '', textValue(value.value));
    if (isOp(token, '(')) depth++;
    else if (isOp(token, ')') && --depth === 0) break;
    else if (isOp(token, '{') || isOp(token, '}')) isInside = isOp(token, '{');
    else if (token?.kind === 'name' && !isOp(e.tokens[at - 1], '=') && !isOp(e.tokens[at - 1], ':'))
      names.push(isInside ? `{${token.value}` : token.value);
  }
  const end = at + 1;
  const arrow = isOp(e.tokens[end], '=') && isOp(e.tokens[end + 1], '>');
  // PHP's `fn($x) => …` has both; the arrow belongs to the head.
  return {
    params: names,
    defaults,
    end: arrow && isName(e.tokens[open - 1], 'fn') ? end + 2 : end,
  };
}

function upTo(e: Evaluator, from: number, close: string): Head {
  const names: string[] = [];
  let at = from;
  for (; at < e.tokens.length && at < from + 24 && !isOp(e.tokens[at], close); at++) {
    const token = e.tokens[at];
    if (token?.kind === 'name') names.push(token.value);
  }
  return { params: names, end: close === '-' ? at + 2 : at + 1 };
}

/**
 * A block after a call is one more argument: `each { |x| … }`, `open(…) do |f| …`. Without a name for what it gets, the languages have names of their own:
 * `it` and `_1`.
 */
export function blockAt(e: Evaluator, about: Value | undefined): Value | undefined {
  if (!isOp(peek(e), '{') && !isName(peek(e), 'do')) return undefined;
  const defined = definition(e);
  if (defined === undefined && about !== undefined && about.kind !== 'object')
    for (const name of ['it', '_1']) e.values.set(name, about);
  return defined;
}
