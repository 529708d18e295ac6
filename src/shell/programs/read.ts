import type { Input } from '../run/scope.ts';
import { hasUnknown, lookup, originOf } from '../expand/unknown.ts';
import { inputOf } from '../run/descriptors.ts';
import type { Call, Machine } from '../run/machine.ts';
import { runSubscripts, setVariable } from '../run/variables.ts';
import { defineProgram } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';

export const read = [
  defineProgram({ names: 'read', options: 'r s e a= d= i= n= N= p= t= u=', effects: readLine }),
  defineProgram({ names: 'mapfile readarray', options: 'C= c= d= n= O= s= t u=', effects: mapfile }),
];

/** Takes the next line of known input; anything else is unknown but keeps its origin. */
export function readLine(call: Call, machine: Machine, { operands, value }: Parsed): string {
  const input = inputNamed(call, value('u'));
  const array = value('a');
  const names = operands.length === 0 ? [array ?? 'REPLY'] : operands;
  for (const name of names) runSubscripts(machine, name, call);
  const line = input === undefined ? undefined : nextLine(input, value('d'), Number(value('N') ?? value('n') ?? 0));
  if (line !== undefined && isOnePath(machine, line) && names.length === 1 && array === undefined) {
    setVariable(call.scope, names[0] ?? 'REPLY', line);
    return '';
  }
  if (line === undefined || hasUnknown(line)) {
    // An unknown text may have any number of lines; what is left of it is as unknown as before.
    if (input !== undefined && line !== undefined) input.text = line + input.text;
    const origin = line === undefined ? 'stdin' : originOf(machine.unknowns, line);
    for (const name of names) setVariable(call.scope, name, machine.unknown(`$${name}`, origin));
    return '';
  }
  const ifs = call.scope.vars.get('IFS');
  const words = cut(line, typeof ifs === 'string' ? ifs : ' \t\n', array === undefined ? names.length : 0);
  if (array !== undefined) setVariable(call.scope, array, words);
  else names.forEach((name, i) => setVariable(call.scope, name, words[i] ?? ''));
  return '';
}

/** A line of `find` or `ls`: which path it is is unknown, but not where it is. */
function isOnePath(machine: Machine, line: string): boolean {
  return line.length === 1 && lookup(machine.unknowns, line)?.hint !== undefined;
}

function inputNamed(call: Call, number: string | undefined): Input | undefined {
  return inputOf(number === undefined ? 0 : Number(number), call.scope, call.io);
}

/** Up to the delimiter, which is taken away too; `-d ''` reads to a NUL, or to the end. */
function nextLine(input: Input, delimiter: string | undefined, count: number): string {
  const { text } = input;
  const end = text.indexOf(delimiter === '' ? '\0' : (delimiter ?? '\n').charAt(0));
  const line = count > 0 ? text.slice(0, count) : end < 0 ? text : text.slice(0, end);
  input.text = count > 0 ? text.slice(count) : end < 0 ? '' : text.slice(end + 1);
  return line;
}

/** The last name gets all that is left; `most` 0 cuts everything. */
function cut(line: string, ifs: string, most: number): string[] {
  if (ifs === '') return [line];
  const blanks = [...ifs].filter((char) => ' \t\n'.includes(char));
  let rest = trim(line, blanks);
  const words: string[] = [];
  const limit = most === 0 ? 256 : most - 1;
  while (rest !== '' && words.length < limit) {
    let at = 0;
    while (at < rest.length && !ifs.includes(rest.charAt(at))) at++;
    words.push(rest.slice(0, at));
    rest = trim(rest.slice(blanks.includes(rest.charAt(at)) ? at : at + 1), blanks);
  }
  if (rest !== '') words.push(rest);
  return words;
}

function trim(text: string, blanks: string[]): string {
  let from = 0;
  let to = text.length;
  while (from < to && blanks.includes(text.charAt(from))) from++;
  while (to > from && blanks.includes(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}

export function mapfile(call: Call, machine: Machine, { operands, value }: Parsed): string {
  const text = inputNamed(call, value('u'))?.text;
  const name = operands[0] ?? 'MAPFILE';
  const lines = text?.replace(/\n$/, '').split(value('d') || '\n');
  const known = lines?.every((line) => !hasUnknown(line) || isOnePath(machine, line)) === true ? lines : undefined;
  const callback = value('C');
  // bash calls it with the index and the line.
  if (callback !== undefined)
    machine.script(call, `${callback} 0 '${(known?.[0] ?? '').replaceAll("'", String.raw`'\''`)}'`, {
      wrapper: 'mapfile',
      via: 'script',
      stdin: null,
      capture: false,
    });
  runSubscripts(machine, name, call);
  const origin = text === undefined ? 'stdin' : originOf(machine.unknowns, text);
  setVariable(call.scope, name, known ?? [machine.unknown(`$${name}`, origin)]);
  return '';
}
