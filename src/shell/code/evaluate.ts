import { reversed } from '../escapes.ts';
import {
  endsStatement,
  type Evaluator,
  isName,
  isOp,
  memberAt,
  peek,
  startsArgument,
  UNKNOWN,
  type Value,
} from './cursor.ts';
import { importing } from './imports.ts';

const MAX_DEPTH = 32;

/** Reads the whole program statement by statement; calls are reported as they are met. */
export function evaluate(evaluator: Evaluator): void {
  while (evaluator.at < evaluator.tokens.length) {
    const before = evaluator.at;
    statement(evaluator);
    if (evaluator.at === before) evaluator.at++;
  }
}

function statement(e: Evaluator): void {
  if (importing(e, expression)) return;
  const name = peek(e);
  const next = e.tokens[e.at + 1];
  if (name?.kind === 'name' && isOp(next, '=') && !isOp(e.tokens[e.at + 2], '=') && !isOp(e.tokens[e.at + 2], '~')) {
    e.at += isOp(e.tokens[e.at + 2], '>') ? 3 : 2;
    const value = expression(e);
    e.values.set(name.value, value);
    return;
  }
  if (name?.kind === 'name' && name.value === 'for') return loop(e);
  expression(e);
}

/** `for x in [...]`, `for (const x of [...])`: the variable stands for all items. */
function loop(e: Evaluator): void {
  e.at++;
  while (isOp(peek(e), '(') || isName(peek(e), 'const') || isName(peek(e), 'let') || isName(peek(e), 'my')) e.at++;
  const name = peek(e);
  if (name?.kind !== 'name') return;
  const next = e.tokens[e.at + 1];
  if (!isName(next, 'in') && !isName(next, 'of')) return;
  e.at += 2;
  const value = expression(e);
  e.values.set(name.value, value);
}

function expression(e: Evaluator): Value {
  if (e.depth >= MAX_DEPTH) {
    e.at++;
    return UNKNOWN;
  }
  e.depth++;
  let left = term(e);
  for (;;) {
    const next = peek(e);
    const plus = isOp(next, '+') || (e.joins === '.' && isOp(next, '.'));
    const slash = isOp(next, '/') && left.kind !== 'unknown';
    if (plus || slash) {
      e.at++;
      const right = term(e);
      left = plus ? concat(e, left, right) : joinPath(e, left, right);
    } else if (next?.kind === 'text' && left.kind === 'text') left = concat(e, left, term(e));
    else if (isOp(next, '%') && left.kind === 'text') {
      e.at++;
      term(e);
      left = { kind: 'text', text: e.unknownText(left.text) };
    } else break;
  }
  e.depth--;
  return left;
}

function concat(e: Evaluator, left: Value, right: Value): Value {
  return { kind: 'text', text: asText(e, left) + asText(e, right) };
}

function joinPath(e: Evaluator, left: Value, right: Value): Value {
  return { kind: 'text', text: `${asText(e, left)}/${asText(e, right)}` };
}

export function asText(e: Evaluator, value: Value): string {
  if (value.kind === 'text') return value.text;
  if (value.kind === 'object' && value.args[0]?.kind === 'text' && /Path$|^str$|^String$|^File$/.test(value.name))
    return value.args[0].text;
  if (value.kind !== 'object') return e.unknownText('code');
  return value.name.startsWith('process.env.') ? e.fill(`\${${value.name}}`, e.values) : e.unknownText(value.name);
}

function term(e: Evaluator): Value {
  const token = peek(e);
  if (token === undefined) return UNKNOWN;
  switch (token.kind) {
    case 'text':
      e.at++;
      return postfix(e, { kind: 'text', text: token.interpolated ? e.fill(token.value, e.values) : token.value });
    case 'shell':
      e.at++;
      e.onShell(e.fill(token.value, e.values));
      return UNKNOWN;
    case 'words':
      e.at++;
      return { kind: 'list', items: token.value.map((text) => ({ kind: 'text', text })) };
    case 'number':
      e.at++;
      return { kind: 'text', text: token.value };
    case 'name':
      return named(e, token.value);
    case 'op':
      return grouped(e, token.value);
    default:
      e.at++;
      return UNKNOWN;
  }
}

function grouped(e: Evaluator, op: string): Value {
  if (op === '[' || op === '(') {
    e.at++;
    const { args } = callArguments(e, op === '[' ? ']' : ')');
    const [only] = args;
    return postfix(e, op === '(' && args.length === 1 && only !== undefined ? only : { kind: 'list', items: args });
  }
  e.at++;
  return UNKNOWN;
}

/** A dotted name, then calls and members after it. */
function named(e: Evaluator, first: string): Value {
  e.at++;
  const known = e.values.get(first);
  let value: Value = known ?? { kind: 'object', name: first, args: [] };
  if (isArrow(e)) return value;
  if (e.bare.has(first) && startsArgument(peek(e))) {
    const { args, named: pairs } = callArguments(e, 'end');
    return e.onCall({ name: value.kind === 'object' ? value.name : first, receiver: undefined, args, named: pairs });
  }
  value = postfix(e, value, known === undefined ? first : undefined);
  return value;
}

function isArrow(e: Evaluator): boolean {
  return isOp(peek(e), '=') && isOp(e.tokens[e.at + 1], '>');
}

function postfix(e: Evaluator, start: Value, _name?: string): Value {
  let value = start;
  for (;;) {
    const token = peek(e);
    const member = memberAt(e);
    if (member !== undefined) {
      e.at = member.end;
      const name =
        value.kind === 'object' && value.args.length === 0 ? `${value.name}.${member.name}` : `.${member.name}`;
      if (isOp(peek(e), '(')) {
        e.at++;
        const { args, named: pairs } = callArguments(e, ')');
        value = e.onCall({ name, receiver: value, args, named: pairs });
      } else if (e.bare.has(member.name) && startsArgument(peek(e))) {
        const { args, named: pairs } = callArguments(e, 'end');
        value = e.onCall({ name, receiver: value, args, named: pairs });
      } else if (value.kind === 'object' && value.args.length === 0) value = { kind: 'object', name, args: [] };
      else value = e.onCall({ name, receiver: value, args: [], named: new Map() });
      continue;
    }
    if (isOp(token, '(') && value.kind === 'object') {
      e.at++;
      const { args, named: pairs } = callArguments(e, ')');
      value = e.onCall({ name: value.name, receiver: undefined, args, named: pairs });
      continue;
    }
    if (isOp(token, '[')) {
      e.at++;
      const from = e.at;
      const { args } = callArguments(e, ']');
      value = subscript(e, value, args, from);
      continue;
    }
    return value;
  }
}

function subscript(e: Evaluator, value: Value, args: Value[], from: number): Value {
  const [index] = args;
  const written = e.tokens
    .slice(from, e.at - 1)
    .map((token) => ('value' in token ? String(token.value) : ''))
    .join('');
  if (value.kind === 'text' && written === '::-1') return { kind: 'text', text: reversed(value.text) };
  if (value.kind === 'list' && index?.kind === 'text') return value.items[Number(index.text)] ?? UNKNOWN;
  if (value.kind === 'object' && index?.kind === 'text')
    return e.onCall({ name: `${value.name}[]`, receiver: value, args: [index], named: new Map() });
  return UNKNOWN;
}

/** Arguments up to the closing bracket; with `end`, up to the end of the statement. */
function callArguments(e: Evaluator, close: ')' | ']' | 'end'): { args: Value[]; named: Map<string, Value> } {
  const args: Value[] = [];
  const pairs = new Map<string, Value>();
  while (e.at < e.tokens.length) {
    const token = peek(e);
    if (close === 'end' ? endsStatement(token) : isOp(token, close)) {
      if (close !== 'end') e.at++;
      break;
    }
    if (isOp(token, ',') || token?.kind === 'line' || isOp(token, '&') || isOp(token, '*')) {
      e.at++;
      continue;
    }
    const before = e.at;
    const key = token?.kind === 'name' ? token.value : undefined;
    const after = e.tokens[e.at + 1];
    if (
      key !== undefined &&
      (isOp(after, '=') || (isOp(after, ':') && !isOp(e.tokens[e.at + 2], ':'))) &&
      !isOp(e.tokens[e.at + 2], '=')
    ) {
      e.at += isOp(e.tokens[e.at + 2], '>') ? 3 : 2;
      pairs.set(key, expression(e));
    } else if (isOp(token, '{')) {
      e.at++;
      const inner = objectLiteral(e);
      for (const [name, value] of inner) pairs.set(name, value);
    } else args.push(expression(e));
    if (e.at === before) e.at++;
  }
  return { args, named: pairs };
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
        statement(e);
        if (e.at === before) e.at++;
      }
      continue;
    }
    e.at++;
    found.set(key.value, expression(e));
  }
  e.at++;
  return found;
}
