import { isOp } from '../../code/read/cursor.ts';
import { type Token, tokenise } from '../../code/read/tokens.ts';
import { environmentValue } from '../../code/values/surroundings.ts';
import { formatPrintf } from '../../expand/escapes.ts';
import { hasUnknown } from '../../expand/unknown.ts';
import type { Call, Machine } from '../../run/machine.ts';

const SYNTAX = {
  comments: ['#'],
  interpolates: false,
  backtick: 'none',
  percent: 'none',
  regex: true,
  sigils: false,
} as const;

/** The text of an awk program while it is read, the call that runs it, and what its names hold by now. */
export type ProgramText = { call: Call; machine: Machine; tokens: Token[]; values: Map<string, string> };

export function readProgram(call: Call, machine: Machine, text: string, values: Map<string, string>): ProgramText {
  return { call, machine, tokens: tokenise(text, SYNTAX), values };
}

/** The name that a token is; empty for other tokens. */
export function nameOf(token: Token | undefined): string {
  return token?.kind === 'name' ? token.value : '';
}

/** What can be followed: in an argument of `tolower` only names and strings. */
type Followed = 'everything' | 'names';

/** The text that begins at a token; undefined where none does. Adjacent strings and known variables are joined, as awk does. */
export function textAt(program: ProgramText, from: number, followed: Followed = 'everything'): string | undefined {
  const { call, machine, tokens, values } = program;
  const hasCall = followed === 'everything';
  let text: string | undefined;
  for (let i = from; i < tokens.length; i++) {
    const token = tokens[i];
    if (isOp(token, '(') && text === undefined) continue;
    if (nameOf(token) === 'sprintf' && isOp(tokens[i + 1], '(') && hasCall)
      return (text ?? '') + formattedAt(program, i + 2);
    if (CHANGES.test(nameOf(token)) && isOp(tokens[i + 1], '('))
      return (text ?? '') + changedAt(program, nameOf(token), i + 2);
    const variable = tokens[i + 2];
    if (nameOf(token) === 'ENVIRON' && variable?.kind === 'text' && hasCall) {
      text = (text ?? '') + (environmentValue(machine, call, variable.value) ?? machine.unknown(`$${variable.value}`));
      i += 3;
    } else if (token?.kind === 'text' || token?.kind === 'number') text = (text ?? '') + token.value;
    else if (token?.kind === 'name') text = (text ?? '') + (values.get(token.value) ?? machine.unknown(token.value));
    else if (isOp(token, '$')) {
      text = (text ?? '') + fieldOf(program, tokens[i + 1], hasCall ? call.io.stdin?.text : undefined);
      i++;
    } else break;
  }
  return text;
}

/** `$1`: a field of the line that is read. */
function fieldOf({ machine, values }: ProgramText, field: Token | undefined, input: string | undefined): string {
  const number = field?.kind === 'number' ? field.value : '';
  // A field of lines that are not known is a part of them.
  const isPart = number === '0' || (input !== undefined && hasUnknown(input));
  const line = values.get(`$${number}`) ?? (isPart ? input?.replace(/\n$/, '') : undefined);
  return line ?? machine.unknown('$field', 'stdin');
}

const CHANGES = /^(?:tolower|toupper|substr)$/;

/** `tolower(x)`, `substr(x, 3)`, `substr(x, 3, 2)`: the text counts from one. */
function changedAt(program: ProgramText, name: string, from: number): string {
  const { machine, tokens } = program;
  const text = textAt(program, from, 'names') ?? machine.unknown(name);
  if (hasUnknown(text)) return text;
  if (name !== 'substr') return name === 'tolower' ? text.toLowerCase() : text.toUpperCase();
  const comma = tokens.findIndex((token, i) => i >= from && isOp(token, ','));
  const [first, , length] = comma < 0 ? [] : tokens.slice(comma + 1, comma + 4);
  if (first?.kind !== 'number') return machine.unknown(name);
  const start = Number(first.value) - 1;
  return text.slice(Math.max(0, start), length?.kind === 'number' ? start + Number(length.value) : undefined);
}

/** The texts of a list: `"format", a, b`. */
export function textsAt(program: ProgramText, from: number): string[] {
  const { call, machine, tokens } = program;
  const texts: string[] = [];
  let at = from;
  for (;;) {
    // `print` alone prints the line.
    const isAlone = at === from && (tokens[at] === undefined || isOp(tokens[at], '}') || isOp(tokens[at], ';'));
    texts.push(isAlone ? (call.io.stdin?.text ?? '') : (textAt(program, at) ?? machine.unknown('print')));
    while (at < tokens.length && !/^[,)|;}]$/.test(opOf(tokens[at]))) at++;
    if (!isOp(tokens[at], ',')) return texts;
    at++;
  }
}

function opOf(token: Token | undefined): string {
  return token?.kind === 'op' ? token.value : token?.kind === 'line' ? ';' : '';
}

/** What `printf` makes of `"format", a, b`. */
export function formattedAt(program: ProgramText, from: number): string {
  const [format = '', ...texts] = textsAt(program, from);
  const codes = [...format.matchAll(/%[^a-z%]*([a-z])/g)];
  const args = texts.map((text, i) =>
    codes[i]?.[1] === 'c' && /^\d+$/.test(text) ? String.fromCodePoint(Number(text)) : text,
  );
  return formatPrintf(format, args) ?? program.machine.unknown('sprintf');
}
