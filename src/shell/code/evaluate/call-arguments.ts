import type { Evaluator } from './evaluator.ts';
import { endsStatement, isName, isOp, peek } from '../read/cursor.ts';
import { MOST_ITEMS, objectValue, textValue, type Value } from '../value.ts';
import type { Token } from '../read/tokens.ts';
import { definition } from './functions.ts';
import { bind, loopNames } from './loops.ts';

type Arguments = { args: Value[]; named: Map<string, Value> };

/** Arguments up to the closing bracket; with `end`, up to the end of the statement; with `one`, a single value. */
export function callArguments(e: Evaluator, close: ')' | ']' | '}' | 'end' | 'one'): Arguments {
  if (close === 'one') return { args: [onlyText(e)], named: new Map() };
  const items = comprehension(e, close);
  if (items !== undefined) return { args: items, named: new Map() };
  const found: Arguments = { args: [], named: new Map() };
  while (e.at < e.tokens.length) {
    const token = peek(e);
    if (close === 'end' ? endsStatement(token) : isOp(token, close)) {
      if (close !== 'end') e.at++;
      break;
    }
    const before = e.at;
    const method = methodAt(e);
    if (method !== undefined) {
      found.args.push(objectValue(`.${method}`));
      e.at += 2;
    } else if (!isSeparator(token)) addArgument(e, found);
    if (e.at === before) e.at++;
  }
  return found;
}

/** Ruby's `each(&:unlink)`: the method of that name, of each item. */
function methodAt(e: Evaluator): string | undefined {
  const [mark, name] = e.tokens.slice(e.at, e.at + 2);
  return e.callsMembers && isOp(mark, '&') && name?.kind === 'text' ? name.value : undefined;
}

function onlyText(e: Evaluator): Value {
  const token = peek(e);
  e.at++;
  if (token?.kind !== 'text') return textValue('');
  return token.interpolated ? e.fill(token.value) : textValue(token.value);
}

function isSeparator(token: Token | undefined): boolean {
  return token?.kind === 'line' || (token?.kind === 'op' && /[,;&*|.]/.test(token.value));
}

function addArgument(e: Evaluator, { args, named }: Arguments): void {
  const token = peek(e);
  const key = keyAt(e);
  if (token?.kind === 'name' && isAssignedArgument(e)) {
    e.at += 2;
    const value = e.read.expression(e);
    e.values.set(token.value, value);
    args.push(value);
  } else if (key !== undefined) {
    e.at += isOp(e.tokens[e.at + 2], '>') ? 3 : 2;
    const value = e.read.expression(e);
    named.set(key, value);
    // `while (line = socket.gets)`
    if (token?.kind === 'name' && !e.values.has(key)) e.values.set(key, value);
  } else if (isOp(token, '{') && !isBlock(e)) {
    e.at++;
    // Perl's `print {$f} "…"`, Lua's `{"a","b"}`, Java's `{"a","b"}`: a value; otherwise pairs or the body of a function.
    if (e.tokens[e.at]?.kind === 'text' && !isOp(e.tokens[e.at + 1], ':')) {
      // Java's `new String[]{"a"}`: the type in front says nothing.
      if (args.at(-1)?.kind === 'unknown') args.pop();
      args.push({ kind: 'list', items: callArguments(e, '}').args, isBlock: true });
    } else for (const [name, value] of objectLiteral(e)) named.set(name, value);
  } else args.push(e.read.expression(e));
}

/** PHP's and Perl's `f($a = […], …)` assigns, and hands the value over. */
function isAssignedArgument(e: Evaluator): boolean {
  const [, is, next] = e.tokens.slice(e.at, e.at + 3);
  return e.joins === '.' && isOp(is, '=') && !isOp(next, '>') && !isOp(next, '=') && !isOp(next, '~');
}

/** The name of a pair: `cwd=…`, `'a': …`, `a => …`. An arrow of JavaScript makes a function of the name in front of it. */
function keyAt(e: Evaluator): string | undefined {
  const [name, is, next] = e.tokens.slice(e.at, e.at + 3);
  if ((name?.kind !== 'name' && name?.kind !== 'text') || name.value === 'lambda' || isOp(next, '=')) return undefined;
  const isFunction = e.arrows && isOp(next, '>');
  const isNamed = name.kind === 'name' && isOp(is, '=') && !isFunction;
  const isPair = isOp(is, ':') && !isOp(next, ':') && !e.colons;
  return isNamed || isPair ? name.value : undefined;
}

function isBlock(e: Evaluator): boolean {
  return isOp(e.tokens[e.at + 1], '|');
}

/** Python's `f(x) for x in [...]`: the loop's variables are known before the value is read. */
function comprehension(e: Evaluator, close: string): Value[] | undefined {
  if (close !== ')' && close !== ']') return undefined;
  const start = e.at;
  const at = nextFor(e, start);
  if (at === undefined || e.depth > 20) return undefined;
  e.at = at;
  const first = clause(e);
  if (first === undefined) {
    e.at = start;
    return undefined;
  }
  const behind = e.at;
  const items = first.source.kind === 'list' ? first.source.items.slice(0, MOST_ITEMS) : [first.source];
  const results = items.map((item) => {
    bind(e, first.names, item);
    bindFurther(e, behind);
    e.at = start;
    return e.read.expression(e);
  });
  e.at = behind;
  e.at = skip(e, close);
  return results;
}

/** `for x in xs for y in ys(x)`: the variables of further clauses represent all their items. */
function bindFurther(e: Evaluator, from: number): void {
  for (let at = nextFor(e, from); at !== undefined; at = nextFor(e, e.at)) {
    e.at = at;
    const further = clause(e);
    if (further === undefined) return;
    bind(e, further.names, further.source);
  }
}

/** Where the next `for` of this bracket is. */
function nextFor(e: Evaluator, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < e.tokens.length; at++) {
    const token = e.tokens[at];
    if (token?.kind === 'op' && /[([{]/.test(token.value)) depth++;
    else if (token?.kind === 'op' && /[)\]}]/.test(token.value) && --depth < 0) return undefined;
    else if (depth === 0 && isName(token, 'for')) return at;
    else if (token?.kind === 'line' || isOp(token, ';')) return undefined;
  }
  return undefined;
}

/** `for a, b in source`. */
function clause(e: Evaluator): { names: string[]; source: Value } | undefined {
  e.at++;
  const names = loopNames(e);
  if (names.length === 0 || !isName(peek(e), 'in')) return undefined;
  e.at++;
  return { names, source: e.read.expression(e) };
}

function skip(e: Evaluator, close: string): number {
  let depth = 0;
  for (let at = e.at; at < e.tokens.length; at++) {
    const token = e.tokens[at];
    if (token?.kind !== 'op') continue;
    if (depth === 0 && token.value === close) return at + 1;
    if (/[([{]/.test(token.value)) depth++;
    else if (/[)\]}]/.test(token.value)) depth--;
  }
  return e.tokens.length;
}

function objectLiteral(e: Evaluator): Map<string, Value> {
  const found = new Map<string, Value>();
  while (e.at < e.tokens.length && !isOp(peek(e), '}')) {
    const key = peek(e);
    e.at++;
    if ((key?.kind !== 'name' && key?.kind !== 'text') || !isOp(peek(e), ':')) {
      // Not a literal but a block (arrow function): its calls count.
      if (key?.kind === 'name') {
        e.at--;
        const before = e.at;
        if (definition(e) === undefined) e.read.statement(e);
        if (e.at === before) e.at++;
      }
      continue;
    }
    e.at++;
    found.set(key.value, e.read.expression(e));
  }
  e.at++;
  return found;
}

/** JavaScript's `{ name: value }`, where a value begins. One that holds functions is read like a block, whose statements count. */
export function isObjectAt(e: Evaluator): boolean {
  const [name, colon] = e.tokens.slice(e.at, e.at + 2);
  if (!e.arrows || name?.kind !== 'name' || !isOp(colon, ':')) return false;
  for (let at = e.at; at < Math.min(e.tokens.length, e.at + 400); at++) {
    const token = e.tokens[at];
    if (isOp(token, '}')) return true;
    if (isOp(token, '{') || isOp(token, ';') || isName(token, 'function')) return false;
    if (isOp(token, '=') && isOp(e.tokens[at + 1], '>')) return false;
  }
  return false;
}
