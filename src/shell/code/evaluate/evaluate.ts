import type { Evaluator } from './evaluator.ts';
import { endsStatement, isName, isOp, isSign, memberAt, nameAt, peek, startsArgument } from '../read/cursor.ts';
import { listValue, nameOf, objectValue, textValue, UNKNOWN, type Value } from '../value.ts';
import { calculated, isRepeated } from './arithmetic.ts';
import { callArguments, isObjectAt } from './call-arguments.ts';
import { choice } from './choices.ts';
import { blockAt, definition } from './functions.ts';
import { importing } from '../read/imports.ts';
import { concat, formatted, joinLength, textsOf } from './joins.ts';
import { loop, piped, substitute, substituted } from './loops.ts';
import { assignArguments, isAppending, isAssignment, severalAssigned } from './assignments.ts';
import { perlKeyAt, readLoopBehind, withoutArguments } from './perl-topic.ts';
import { grown } from './growing-lists.ts';
import { numberOrRange } from '../values/lists.ts';
import { repeated } from '../values/texts.ts';
import { subscript } from './subscript.ts';
import { CONTROLS, DECLARES, OPERATORS, PREFIXES } from './keywords.ts';

const MAX_DEPTH = 32;

/** Reads the whole program statement by statement; calls are reported as they are met. */
export function evaluate(evaluator: Evaluator): void {
  while (evaluator.at < evaluator.tokens.length) {
    const before = evaluator.at;
    statement(evaluator);
    if (evaluator.at === before) evaluator.at++;
  }
}

export function statement(e: Evaluator): void {
  e.from = e.at;
  if (importing(e, expression)) return;
  while (DECLARES.test(nameAt(e)) && (e.tokens[e.at + 1]?.kind === 'name' || isOp(e.tokens[e.at + 1], '['))) e.at++;
  const name = peek(e);
  const next = e.tokens[e.at + 1];
  if (name?.kind === 'name' && isAssignment(e)) {
    e.at += isOp(next, '<') || isOp(next, ':') ? 3 : 2;
    const value = expression(e);
    e.values.set(name.value, value);
    if (name.value === 'ARGV' && e.joins === '.') assignArguments(e, value);
    return;
  }
  if (name?.kind === 'name' && isAppending(e)) {
    e.at += 3;
    e.values.set(name.value, concat(e, e.values.get(name.value) ?? UNKNOWN, expression(e)));
    return;
  }
  if (severalAssigned(e)) return;
  if (name?.kind === 'substitution') {
    e.values.set('_', substitute(e, e.values.get('_') ?? UNKNOWN, name));
    e.at++;
    return;
  }
  if (name?.kind === 'name' && (name.value === 'for' || name.value === 'foreach')) return loop(e);
  if (readLoopBehind(e)) return;
  const value = expression(e);
  // Python's `with zipfile.ZipFile(path) as archive:`
  const [as, variable] = e.tokens.slice(e.at, e.at + 2);
  if (isName(as, 'as') && variable?.kind === 'name' && value.kind !== 'unknown') e.values.set(variable.value, value);
}

export function expression(e: Evaluator): Value {
  if (e.depth >= MAX_DEPTH) {
    e.at++;
    return UNKNOWN;
  }
  e.depth++;
  let left = term(e);
  for (;;) {
    const next = peek(e);
    const joins = joinLength(e);
    const number = calculated(e, left);
    if (number !== undefined) left = number;
    else if (joins > 0) {
      e.at += joins;
      left = concat(e, left, term(e));
    } else if (isOp(next, '/') && left.kind === 'object' && e.tokens[e.at + 1]?.kind === 'number') {
      // Elixir's `&File.rm/1`: a function and the number of its arguments.
      e.at += 2;
    } else if (left.kind === 'text' && isRepeated(e, left.text)) {
      e.at++;
      const times = term(e);
      left = textValue(repeated(left.text, times.kind === 'text' ? Number(times.text) : 1));
    } else if (isOp(next, '/') && left.kind !== 'unknown') {
      e.at++;
      left = concat(e, left, term(e), '/');
    } else if (next?.kind === 'text' && left.kind === 'text') left = concat(e, left, term(e));
    else if (isOp(next, '%') && left.kind === 'text') {
      e.at++;
      left = formatted(e, left.text, [term(e)]);
    } else if (isOp(next, '|') && isOp(e.tokens[e.at + 1], '>')) {
      e.at += 2;
      left = piped(e, left);
    } else if (isOp(next, '=') && isOp(e.tokens[e.at + 1], '~')) left = substituted(e, left);
    else {
      const chosen = choice(e, left);
      if (chosen === undefined) break;
      left = chosen;
    }
  }
  e.depth--;
  if (left.kind === 'text' && e.texts.size < 1000) e.texts.add(left.text);
  return left;
}

export function term(e: Evaluator): Value {
  const defined = definition(e);
  if (defined !== undefined) {
    // An expression as body is read here, so that its value is known where the function is called.
    const behind = e.tokens[e.at - 1];
    if ((isOp(behind, '>') || isOp(behind, ':')) && !isOp(peek(e), '{') && peek(e)?.kind !== 'line')
      e.functions.results.set(defined.name, expression(e));
    return defined;
  }
  const token = peek(e);
  if (token === undefined) return UNKNOWN;
  e.at++;
  switch (token.kind) {
    case 'text':
      return postfix(e, token.interpolated ? e.fill(token.value) : textValue(token.value));
    case 'shell':
      for (const command of textsOf(e, e.fill(token.value))) e.onShell(command);
      return postfix(e, UNKNOWN);
    case 'words':
      return postfix(e, listValue(token.value.map((text) => textValue(text))));
    case 'number':
      return numberOrRange(token.value);
    case 'name':
      return PREFIXES.test(token.value) && peek(e) !== undefined && !isOp(peek(e), '=')
        ? term(e)
        : named(e, token.value);
    case 'op':
      return grouped(e, token.value);
    default:
      return UNKNOWN;
  }
}

function grouped(e: Evaluator, op: string): Value {
  if (op === '[' || op === '(') {
    const before = e.at;
    if (op === '(' && isAssignmentAt(e)) {
      statement(e);
      const [first, second] = e.tokens.slice(before, before + 2);
      if (isOp(peek(e), ')')) e.at++;
      const variable = first?.kind === 'name' && /^(my|our|local)$/.test(first.value) ? second : first;
      if (variable?.kind !== 'name') return postfix(e, UNKNOWN);
      // A separate value: `(my $n = $f) =~ s/a/b/` leaves `$f` alone.
      const value = { ...(e.values.get(variable.value) ?? UNKNOWN) };
      e.values.set(variable.value, value);
      return postfix(e, value);
    }
    const { args, named: pairs } = callArguments(e, op === '[' ? ']' : ')');
    // Perl's `(a => 'x')`, PHP's `['a' => 'x']`.
    if (args.length === 0 && pairs.size > 0)
      return postfix(e, { kind: 'list', items: [...pairs.values()], keys: [...pairs.keys()] });
    const last = args.at(-1);
    // JavaScript's `(0, eval)` is its last part; in other languages brackets with commas are a list.
    const isOne = op === '(' && last !== undefined && (args.length === 1 || (e.arrows && last.kind === 'object'));
    return postfix(e, isOne ? last : listValue(args));
  }
  if (op === '{' && (e.tokens[e.at]?.kind === 'text' || isObjectAt(e))) {
    const { args, named: pairs } = callArguments(e, '}');
    if (pairs.size > 0 && (args.length === 0 || e.arrows))
      return postfix(e, { kind: 'list', items: [...pairs.values()], keys: [...pairs.keys()] });
    return postfix(e, args.length === 1 ? (args[0] ?? UNKNOWN) : listValue(args));
  }
  // Perl's `<STDIN>` and `<>`.
  if (op === '<' && e.joins === '.') {
    const handle = isName(peek(e), 'STDIN') ? 1 : 0;
    if (isOp(e.tokens[e.at + handle], '>')) {
      e.at += handle + 1;
      return e.onCall({ name: 'STDIN<>', receiver: undefined, args: [], named: new Map() });
    }
  }
  if (op === '-' && isSign(e)) {
    const number = term(e);
    return number.kind === 'text' ? textValue(`-${number.text}`) : UNKNOWN;
  }
  // `\system`, `&$f`, `@f`, `*list` and the like: what follows is the value.
  if (/[\\&@*!]/.test(op) && peek(e) !== undefined && peek(e)?.kind !== 'line') return term(e);
  return UNKNOWN;
}

function isAssignmentAt(e: Evaluator): boolean {
  const skipped = /^(my|our|local)$/.test(nameAt(e)) ? 1 : 0;
  const inner: Evaluator = { ...e, at: e.at + skipped };
  return peek(inner)?.kind === 'name' && e.joins === '.' && isAssignment(inner);
}

/** A dotted name, then calls and members after it. */
function named(e: Evaluator, first: string): Value {
  if (CONTROLS.test(first) && isOp(peek(e), '(')) {
    e.at++;
    callArguments(e, ')');
    return UNKNOWN;
  }
  if (OPERATORS.test(first) && isOp(peek(e), '(')) {
    term(e);
    return UNKNOWN;
  }
  const known = e.values.get(first);
  const value: Value = known ?? objectValue(first);
  if (!e.arrows && isOp(peek(e), '=') && isOp(e.tokens[e.at + 1], '>')) return value;
  if (known?.kind === 'list' && grown(e, first, known)) return UNKNOWN;
  const implied = withoutArguments(e, first);
  if (implied !== undefined) return implied;
  const isStatement = e.statements.has(first) && !endsStatement(peek(e));
  if (isStatement || (e.bare.has(first) && startsArgument(e)))
    return bareCall(e, value.kind === 'object' ? value.name : first);
  return postfix(e, value);
}

function bareCall(e: Evaluator, name: string, receiver?: Value): Value {
  const { args, named: pairs } = callArguments(e, e.bareTextOnly && !e.statements.has(name) ? 'one' : 'end');
  return postfix(e, e.onCall({ name, receiver, args, named: pairs }));
}

/** What follows a value: its members, calls and items. */
function postfix(e: Evaluator, start: Value): Value {
  let value = start;
  for (;;) {
    const next = behind(e, value);
    if (next === undefined) return value;
    value = next;
  }
}

/** The next member, call or item after a value; undefined if there is no other. */
function behind(e: Evaluator, value: Value): Value | undefined {
  const member = memberAt(e);
  if (member !== undefined) {
    e.at = member.end;
    return memberOf(e, value, member.name);
  }
  const token = peek(e);
  skipArrow(e);
  if (isOp(peek(e), '(') && value.kind !== 'list')
    return called(e, value.kind === 'text' ? value.text : nameOf(value, '?'), undefined);
  const key = perlKeyAt(e, value);
  if (key !== undefined) {
    e.at += 3;
    return subscript(e, value, [textValue(key)], e.at);
  }
  if (isOp(peek(e), '[')) {
    e.at++;
    const from = e.at;
    return subscript(e, value, callArguments(e, ']').args, from);
  }
  if (value.kind === 'list' && isOp(token, '(') && e.tokens[e.at + 1]?.kind === 'text') {
    const [first = UNKNOWN] = value.items;
    return called(e, first.kind === 'text' ? first.text : '?', undefined);
  }
  return undefined;
}

/** `value.member`, with or without arguments. */
function memberOf(e: Evaluator, value: Value, member: string): Value {
  const isPlain = value.kind === 'object' && (value.args.length === 0 || isOfClass(e, value.name, member));
  const name = isPlain ? `${value.name}.${member}` : `.${member}`;
  if (isOp(peek(e), '(')) return called(e, name, value);
  if (e.bare.has(member) && startsArgument(e)) return bareCall(e, name, value);
  const block = blockAt(e, value);
  if (block !== undefined) return e.onCall({ name, receiver: value, args: [block], named: new Map() });
  const item = value.kind === 'list' ? value.items[value.keys?.indexOf(member) ?? -1] : undefined;
  if (item !== undefined) return item;
  if (isPlain && !(e.callsMembers && e.knows(name))) return objectValue(name);
  return e.onCall({ name, receiver: value, args: [], named: new Map() });
}

/** A member that the tables know of what the class makes: `git.Repo('.').git.reset(…)`. */
function isOfClass(e: Evaluator, className: string, member: string): boolean {
  const name = `${className}.${member}`;
  return e.knows(name) || e.members(name).length > 0;
}

/** Ruby's `f.(x)`, Perl's `$f->(x)` and JavaScript's `f?.(x)`: moves to the bracket. */
function skipArrow(e: Evaluator): void {
  const [first, second] = [peek(e), e.tokens[e.at + 1]];
  const isPair = (isOp(first, '-') && isOp(second, '>')) || (isOp(first, '?') && isOp(second, '.'));
  const length = isPair ? 2 : isOp(first, '.') && e.joins !== '.' ? 1 : 0;
  const bracket = e.tokens[e.at + length];
  if (length > 0 && (isOp(bracket, '(') || (isPair && e.arrows && isOp(bracket, '[')))) e.at += length;
}

function called(e: Evaluator, name: string, receiver: Value | undefined): Value {
  e.at++;
  const first = e.piped;
  e.piped = undefined;
  const { args, named: pairs } = callArguments(e, ')');
  if (first !== undefined) args.unshift(first);
  const block = blockAt(e, receiver);
  if (block !== undefined) args.push(block);
  return e.onCall({ name, receiver, args, named: pairs });
}
