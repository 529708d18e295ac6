import { noteForeignCode } from './support/start/foreign-code.ts';
import { noteEndlessStarts } from '../code/endless-starts.ts';
import { type Token, tokenise } from '../code/read/tokens.ts';
import { environmentValue } from '../code/values/surroundings.ts';
import { formatPrintf } from '../expand/escapes.ts';
import type { Call, Machine } from '../run/machine.ts';
import { hasUnknown, isMadeCommand } from '../expand/unknown.ts';
import { defineProgram } from './support/define-program.ts';
import { isCommandLine } from './support/start/command-line.ts';
import type { Parsed } from './support/options.ts';
import { hidesValues } from './support/files/setting-names.ts';

export const awk = defineProgram({
  names: 'awk gawk mawk nawk original_awk',
  kind: 'interpreter',
  role: 'other',
  options:
    '+F,field-separator= v,assign= f,file= e,source= E,exec= i,include= l,load= o,pretty-print?> p,profile?> d,dump-variables?> D? W= b c g h,help k M n N O P r s S t V,version',
  effects: runAwk,
});

const SYNTAX = {
  comments: ['#'],
  interpolates: false,
  backtick: 'none',
  percent: 'none',
  regex: true,
  sigils: false,
} as const;

function runAwk(call: Call, machine: Machine, parsed: Parsed): string | undefined {
  if (parsed.has('help') || parsed.has('version')) return undefined;
  const values = new Map<string, string>();
  for (const pair of parsed.all('assign'))
    values.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  const given = parsed.has('file') || parsed.has('source') || parsed.has('exec');
  const sources = [...parsed.all('file'), ...parsed.all('exec')];
  for (const file of sources) machine.read(call, file, 'script');
  const written = sources.flatMap((file) => (file === '-' ? call.io.stdin?.text : machine.content(call, file)) ?? []);
  const programs = [...written, ...parsed.all('source'), ...(given ? [] : parsed.operands.slice(0, 1))];
  const files = parsed.operands.slice(given ? 0 : 1);
  const inPlace = parsed.all('include').includes('inplace');
  for (const file of files) {
    if (/^\w+=/.test(file)) continue;
    const awk = [parsed.value('field-separator') ?? '', ...programs];
    machine.read(call, file, hidesValues(file, { awk }) ? 'use' : undefined);
    if (inPlace) machine.write(call, file, 'in-place');
    const ending = values.get('inplace::suffix') ?? values.get('INPLACE_SUFFIX');
    if (inPlace && ending) machine.write(call, file + ending, 'copy');
  }
  for (const program of programs) {
    noteForeignCode(call, machine, program);
    // `print > FILENAME ".out"` names one output for each input.
    const inputs = /\bFILENAME\b/.test(program) ? files.filter((file) => !/^\w+=/.test(file)).slice(0, 64) : [];
    for (const input of inputs) scanAwk(call, machine, program, values.set('FILENAME', input));
    if (inputs.length === 0) scanAwk(call, machine, program, values);
  }
  const [only = ''] = programs;
  if (programs.length !== 1 || files.length > 0) return undefined;
  if (/^\s*BEGIN\b/.test(only)) return printedAtStart(call, machine, only, values);
  return /^\s*\{\s*printf?\b[^;{}]*;?\s*\}\s*$/.test(only)
    ? printedForLines(call, machine, only, { values, separator: parsed.value('field-separator') })
    : undefined;
}

/** `system(…)`, `cmd | getline`, `print | cmd`, `print > file`, `getline < file`. */
function scanAwk(call: Call, machine: Machine, program: string, values: Map<string, string>): void {
  const tokens = tokenise(program, SYNTAX);
  noteEndlessStarts(machine, call, tokens, 'awk');
  let isOpen = false;
  const shell = (text: string, stdin: string | null = null) => {
    isOpen ||= hasUnknown(text);
    runShell(call, machine, text, stdin);
  };
  tokens.forEach((token, i) => {
    const next = tokens[i + 1];
    if (token.kind === 'name' && isOp(next, '=') && !isOp(tokens[i + 2], '=')) {
      const value = textAt(machine, tokens, i + 2, values, call);
      if (value !== undefined) values.set(token.value, value);
    }
    // The words of the command line are the files that awk reads, and the program may set them.
    if (nameOf(token) === 'ARGV' && isOp(tokens[i + 3], ']') && isOp(tokens[i + 4], '='))
      machine.read(call, textAt(machine, tokens, i + 5, values, call) ?? '');
    // gawk's `@f(…)` calls the function that f names.
    const callee = token.kind === 'name' && isOp(tokens[i - 1], '@') ? values.get(token.value) : undefined;
    if (token.kind === 'name' && (callee ?? token.value) === 'system' && isOp(next, '('))
      shell(textAt(machine, tokens, i + 2, values, call) ?? machine.unknown('system()'));
    if (isOp(token, '|')) {
      const from = isOp(tokens[i - 1], '|') || isOp(next, '|') ? undefined : next;
      const skipped = isOp(next, '&') ? tokens[i + 2] : from;
      if (skipped?.kind === 'name' && skipped.value === 'getline') shell(textBefore(machine, tokens, i, values));
      else if (from !== undefined && insidePrint(tokens, i)) {
        const at = isOp(next, '&') ? i + 2 : i + 1;
        const command = textAt(machine, tokens, at, values, call) ?? machine.unknown('print |');
        shell(command, printed(call, machine, tokens, i, values));
      }
    }
    if (isOp(token, '>') && !isOp(tokens[i - 1], '>') && insidePrint(tokens, i)) {
      const append = isOp(next, '>');
      const target = textAt(machine, tokens, i + (append ? 2 : 1), values, call) ?? machine.unknown('print >');
      machine.write(call, target, 'interpreter', { append, content: call.io.stdin?.text });
    }
    if (token.kind === 'name' && token.value === 'getline') {
      const at = isOp(next, '<') ? i + 2 : isOp(tokens[i + 2], '<') ? i + 3 : -1;
      const file = at < 0 ? undefined : textAt(machine, tokens, at, values, call);
      if (file !== undefined)
        machine.read(
          call,
          file.startsWith('~/') && machine.home !== null ? machine.home + file.slice(1) : file,
          'interpreter',
        );
    }
  });
  // What runs came through a function or an array; a command that is written out in the program may be what it gets.
  const perhaps: Call = { ...call, frame: { ...call.frame, assumed: true } };
  if (isOpen)
    for (const token of tokens)
      if (token.kind === 'text' && isCommandLine(token.value)) runShell(perhaps, machine, token.value);
}

function runShell(call: Call, machine: Machine, text: string, stdin: string | null = null): void {
  machine.script(call, text, {
    wrapper: call.program,
    via: 'interpreter',
    stdin,
    capture: false,
  });
}

/** What `print … | command` gives to the command; without arguments it is the line that was read. */
function printed(
  call: Call,
  machine: Machine,
  tokens: Token[],
  at: number,
  values: Map<string, string>,
): string | null {
  let from = at - 1;
  while (from > 0 && !(tokens[from]?.kind === 'name' && /^printf?$/.test(nameOf(tokens[from])))) from--;
  if (from === at - 1) return call.io.stdin?.text ?? null;
  if (nameOf(tokens[from]) === 'printf') return formatted(machine, tokens, from + 1, values, call);
  return textAt(machine, tokens, from + 1, values, call) ?? null;
}

/** What `BEGIN { print "…" }` prints, for the program that reads it. */
function printedAtStart(
  call: Call,
  machine: Machine,
  program: string,
  values: Map<string, string>,
): string | undefined {
  const tokens = tokenise(program, SYNTAX);
  const lines = tokens.flatMap((token, i) => {
    if (nameOf(token) === 'printf') return [formatted(machine, tokens, i + 1, values, call)];
    return nameOf(token) === 'print' ? [`${listed(machine, tokens, i + 1, values, call).join(' ')}\n`] : [];
  });
  return lines.length === 0 || tokens.some((token) => isOp(token, '>')) ? undefined : lines.join('');
}

const MOST_LINES = 64;

/** What `{ print "…" $1 }` makes of each line. Lines that are not known stay so, unless a command is put in front of them. */
function printedForLines(
  call: Call,
  machine: Machine,
  program: string,
  { values, separator }: { values: Map<string, string>; separator: string | undefined },
): string | undefined {
  const text = call.io.stdin?.text;
  const lines = text?.replace(/\n$/, '').split('\n') ?? [];
  if (text === undefined || lines.length > MOST_LINES || (separator?.length ?? 1) > 1) return undefined;
  const printed = lines.map((line) => {
    const fields = hasUnknown(line) ? [] : separator === undefined ? line.trim().split(/\s+/) : line.split(separator);
    const ofLine = new Map([...values, ...fields.map((field, i) => [`$${i + 1}`, field] as const)]);
    return printedAtStart({ ...call, io: { ...call.io, stdin: { text: line } } }, machine, program, ofLine) ?? '';
  });
  const made = printed.join('');
  return hasUnknown(made) && !isMadeCommand(made) ? undefined : made;
}

function nameOf(token: Token | undefined): string {
  return token?.kind === 'name' ? token.value : '';
}

/** The values of a list: `"format", a, b`. */
function listed(machine: Machine, tokens: Token[], from: number, values: Map<string, string>, call: Call): string[] {
  const parts: string[] = [];
  let at = from;
  for (;;) {
    // `print` alone prints the line.
    const isAlone = at === from && (tokens[at] === undefined || isOp(tokens[at], '}') || isOp(tokens[at], ';'));
    parts.push(
      isAlone ? (call.io.stdin?.text ?? '') : (textAt(machine, tokens, at, values, call) ?? machine.unknown('print')),
    );
    while (at < tokens.length && !/^[,)|;}]$/.test(opOf(tokens[at]))) at++;
    if (!isOp(tokens[at], ',')) return parts;
    at++;
  }
}

function opOf(token: Token | undefined): string {
  return token?.kind === 'op' ? token.value : token?.kind === 'line' ? ';' : '';
}

/** `"format", a, b` */
function formatted(machine: Machine, tokens: Token[], from: number, values: Map<string, string>, call: Call): string {
  const parts = listed(machine, tokens, from, values, call);
  const [pattern = '', ...rest] = parts;
  const codes = [...pattern.matchAll(/%[^a-z%]*([a-z])/g)];
  const given = rest.map((text, i) =>
    codes[i]?.[1] === 'c' && /^\d+$/.test(text) ? String.fromCodePoint(Number(text)) : text,
  );
  return formatPrintf(pattern, given) ?? machine.unknown('sprintf');
}

const CHANGES = /^(?:tolower|toupper|substr)$/;

/** `tolower(x)`, `substr(x, 3)`, `substr(x, 3, 2)`: the text counts from one. */
function changed(machine: Machine, name: string, tokens: Token[], from: number, values: Map<string, string>): string {
  const text = textAt(machine, tokens, from, values) ?? machine.unknown(name);
  if (hasUnknown(text)) return text;
  if (name !== 'substr') return name === 'tolower' ? text.toLowerCase() : text.toUpperCase();
  const comma = tokens.findIndex((token, i) => i >= from && isOp(token, ','));
  const [first, , length] = comma < 0 ? [] : tokens.slice(comma + 1, comma + 4);
  if (first?.kind !== 'number') return machine.unknown(name);
  const start = Number(first.value) - 1;
  return text.slice(Math.max(0, start), length?.kind === 'number' ? start + Number(length.value) : undefined);
}

/** Adjacent strings and known variables are joined, as awk does. */
function textAt(
  machine: Machine,
  tokens: Token[],
  from: number,
  values: Map<string, string>,
  call?: Call,
): string | undefined {
  let text: string | undefined;
  for (let i = from; i < tokens.length; i++) {
    const token = tokens[i];
    if (isOp(token, '(') && text === undefined) continue;
    if (token?.kind === 'name' && token.value === 'sprintf' && isOp(tokens[i + 1], '(') && call !== undefined)
      return (text ?? '') + formatted(machine, tokens, i + 2, values, call);
    if (token?.kind === 'name' && CHANGES.test(token.value) && isOp(tokens[i + 1], '('))
      return (text ?? '') + changed(machine, token.value, tokens, i + 2, values);
    const name = tokens[i + 2];
    if (nameOf(token) === 'ENVIRON' && name?.kind === 'text' && call !== undefined) {
      text = (text ?? '') + (environmentValue(machine, call, name.value) ?? machine.unknown(`$${name.value}`));
      i += 3;
    } else if (token?.kind === 'text' || token?.kind === 'number') text = (text ?? '') + token.value;
    else if (token?.kind === 'name') text = (text ?? '') + (values.get(token.value) ?? machine.unknown(token.value));
    else if (isOp(token, '$')) {
      const field = tokens[i + 1];
      const input = call?.io.stdin?.text;
      const number = field?.kind === 'number' ? field.value : '';
      // A field of lines that are not known is a part of them.
      const isPart = number === '0' || (input !== undefined && hasUnknown(input));
      const line = values.get(`$${number}`) ?? (isPart ? input?.replace(/\n$/, '') : undefined);
      text = (text ?? '') + (line ?? machine.unknown('$field', 'stdin'));
      i++;
    } else break;
  }
  return text;
}

function textBefore(machine: Machine, tokens: Token[], at: number, values: Map<string, string>): string {
  const token = tokens[at - 1];
  if (token?.kind === 'text') return token.value;
  return token?.kind === 'name'
    ? (values.get(token.value) ?? machine.unknown(token.value))
    : machine.unknown('getline');
}

/** In a print statement and outside parentheses, `>` and `|` are redirections. */
function insidePrint(tokens: Token[], at: number): boolean {
  let depth = 0;
  for (let i = at - 1; i >= 0; i--) {
    const token = tokens[i];
    if (isOp(token, ')')) depth++;
    else if (isOp(token, '(')) depth--;
    if (depth < 0) return false;
    if (token?.kind === 'line' || isOp(token, ';') || isOp(token, '{') || isOp(token, '}')) return false;
    if (token?.kind === 'name' && (token.value === 'print' || token.value === 'printf')) return true;
  }
  return false;
}

function isOp(token: Token | undefined, value: string): boolean {
  return token?.kind === 'op' && token.value === value;
}
