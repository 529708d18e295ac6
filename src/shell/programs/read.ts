import type { Input } from '../run/scope.ts';
import { eitherOf, hasUnknown, lookup, originOf, valuesOf } from '../expand/unknown.ts';
import { inputOf } from '../run/descriptors.ts';
import type { Call, Machine } from '../run/machine.ts';
import { runSubscripts, setElement, setVariable, textOf } from '../run/variables.ts';
import { defineProgram } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';
import { asGuess } from '../run/scope.ts';

export const read = [
  defineProgram({ names: 'read', options: 'r s e a= d= i= n= N= p= t= u=', effects: readLine }),
  defineProgram({ names: 'mapfile readarray', options: 'C= c= d= n= O= s= t u=', effects: mapfile }),
];

/** Takes the next line of known input; anything else is unknown but keeps its origin. */
function readLine(call: Call, machine: Machine, { has, operands, value }: Parsed): string {
  const input = inputNamed(call, value('u'));
  const array = value('a');
  const names = operands.length === 0 ? [array ?? 'REPLY'] : operands;
  for (const name of names) runSubscripts(machine, name, call);
  const raw =
    input === undefined
      ? undefined
      : nextLine(input, value('d'), { exactly: Number(value('N') ?? 0), most: Number(value('n') ?? 0) });
  const ifs = value('N') === undefined ? (textOf(call.scope, 'IFS') ?? ' \t\n') : '';
  const line = raw === undefined || has('r') ? raw : withoutBackslashes(machine, raw, ifs);
  if (line !== undefined && isOnePath(machine, line) && names.length === 1 && array === undefined) {
    setVariable(call.scope, names[0] ?? 'REPLY', line);
    return '';
  }
  const values = line === undefined || array !== undefined ? [] : valuesOf(machine.unknowns, line);
  if (values.length > 0 && names.length === 1) {
    const lines = values.map((text) => cut(nextLine({ text }, value('d'), { exactly: 0, most: 0 }), ifs, 1)[0] ?? '');
    setVariable(call.scope, names[0] ?? 'REPLY', eitherOf(machine.unknowns, `$${names[0] ?? 'REPLY'}`, lines));
    return '';
  }
  if (line === undefined || hasUnknown(line)) {
    // An unknown text may have any number of lines; what is left of it is as unknown as before.
    if (input !== undefined && line !== undefined) input.text = line + input.text;
    const origin = line === undefined ? 'stdin' : originOf(machine.unknowns, line);
    for (const name of names) setVariable(call.scope, name, machine.unknown(`$${name}`, origin));
    return '';
  }
  const words = cut(line, ifs, array === undefined ? names.length : 0);
  if (array !== undefined) setVariable(call.scope, array, words);
  else names.forEach((name, i) => setVariable(call.scope, name, words[i] ?? ''));
  return '';
}

/** Without `-r` a backslash keeps the next character as it is. Where that character would divide words or lines, the words are not known. */
function withoutBackslashes(machine: Machine, line: string, ifs: string): string {
  if (!line.includes('\\')) return line;
  const isOpen = line.endsWith('\\') || [...line.matchAll(/\\(.)/gs)].some(([, char = '']) => ifs.includes(char));
  return isOpen ? machine.unknown('$(read)', 'value') : line.replaceAll(/\\(.)/gs, '$1');
}

/** A line of `find`, `ls`, `lsblk` or `git ls-files`: which path or disk it is is unknown, but not where it is. */
function isOnePath(machine: Machine, line: string): boolean {
  const value = line.length === 1 ? lookup(machine.unknowns, line) : undefined;
  return value?.hint !== undefined || value?.device === true || value?.git?.what === 'names';
}

function inputNamed(call: Call, number: string | undefined): Input | undefined {
  return inputOf(number === undefined ? 0 : Number(number), call.scope, call.io);
}

/** Up to the delimiter, which is taken away too; `-d ''` reads to a NUL, or to the end. */
function nextLine(input: Input, delimiter: string | undefined, { exactly, most }: Count): string {
  const { text } = input;
  const found = exactly > 0 ? -1 : text.indexOf(delimiterOf(delimiter));
  const end = found < 0 ? text.length : found;
  const count = exactly > 0 ? exactly : most > 0 ? most : end;
  const isCut = count < end;
  input.text = text.slice(isCut ? count : end + (found < 0 ? 0 : 1));
  return text.slice(0, isCut ? count : end);
}

/** `-N 3` and `-n 3`; 0 where they are not given. */
type Count = { exactly: number; most: number };

/** The last name gets all that is left; `most` 0 cuts everything. */
function cut(line: string, ifs: string, most: number): string[] {
  if (ifs === '') return line === '' ? [] : [line];
  const blanks = [...ifs].filter((char) => ' \t\n'.includes(char));
  let rest = trim(line, blanks);
  const words: string[] = [];
  const limit = most === 0 ? 256 : most - 1;
  while (rest !== '' && words.length < limit) {
    let at = 0;
    while (at < rest.length && !ifs.includes(rest.charAt(at))) at++;
    words.push(rest.slice(0, at));
    // Blanks around another delimiter belong to it.
    const behind = trim(rest.slice(at), blanks);
    rest = ifs.includes(behind.charAt(0)) && behind !== '' ? trim(behind.slice(1), blanks) : behind;
  }
  if (rest === '') return words;
  // One delimiter at the very end belongs to the last word's own end, and goes.
  let end = 0;
  while (end < rest.length && !ifs.includes(rest.charAt(end))) end++;
  words.push(end === rest.length - 1 ? rest.slice(0, end) : rest);
  return words;
}

function trim(text: string, blanks: string[]): string {
  let from = 0;
  let to = text.length;
  while (from < to && blanks.includes(text.charAt(from))) from++;
  while (to > from && blanks.includes(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}

function mapfile(call: Call, machine: Machine, { operands, value, has }: Parsed): string {
  const text = inputNamed(call, value('u'))?.text;
  const name = operands[0] ?? 'MAPFILE';
  const all = text === undefined ? undefined : linesOf(text, delimiterOf(value('d')), has('t'));
  const from = Number(value('s') ?? 0);
  const most = Number(value('n') ?? 0);
  const lines = all?.slice(from, most > 0 ? from + most : undefined);
  const known = lines?.every((line) => !hasUnknown(line) || isOnePath(machine, line)) === true ? lines : undefined;
  const callback = value('C');
  if (callback !== undefined) callBack(call, machine, callback, { lines: known, every: Number(value('c') ?? 5000) });
  runSubscripts(machine, name, call);
  const origin = text === undefined ? 'stdin' : originOf(machine.unknowns, text);
  const origined = known ?? [machine.unknown(`$${name}`, origin)];
  const first = Number(value('O') ?? 0);
  if (first > 0) origined.forEach((line, i) => setElement(call.scope, name, String(first + i), line));
  else setVariable(call.scope, name, origined);
  return '';
}

const MOST_CALLS = 64;

/** `mapfile -C` runs the callback every N lines and appends the index and the line. Unknown lines may be enough of them. */
function callBack(
  call: Call,
  machine: Machine,
  text: string,
  { lines, every }: { lines: readonly string[] | undefined; every: number },
): void {
  const run = (by: Call, at: number) =>
    machine.script(by, `${text} ${at} '${(lines?.[at] ?? '').replaceAll("'", String.raw`'\''`)}'`, {
      wrapper: 'mapfile',
      via: 'script',
      stdin: null,
      capture: false,
    });
  const step = every >= 1 ? every : 1;
  if (lines === undefined) return void run(call, 0);
  if (lines.length < step) return void run(asGuess(call), 0);
  for (let at = step - 1; at < lines.length && at < step * MOST_CALLS; at += step) run(call, at);
  if (lines.length > step * MOST_CALLS) machine.mark('too-many', 'calls of mapfile', call.frame);
}

/** The lines of a string, each with its delimiter unless that is removed. */
function linesOf(text: string, delimiter: string, isCut: boolean): string[] {
  const lines = text.split(delimiter);
  // A variable cannot hold the NUL itself.
  const keeps = !isCut && delimiter !== '\0';
  if (lines.at(-1) === '') lines.pop();
  else if (keeps) return lines.map((line, i) => (i < lines.length - 1 ? line + delimiter : line));
  return keeps ? lines.map((line) => line + delimiter) : lines;
}

function delimiterOf(option: string | undefined): string {
  return option === '' ? '\0' : (option ?? '\n').charAt(0);
}
