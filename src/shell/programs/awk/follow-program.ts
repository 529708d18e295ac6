import { noteEndlessStarts } from '../../code/endless-starts.ts';
import { hasUnknown } from '../../expand/unknown.ts';
import { tildeExpanded } from '../../files/paths.ts';
import type { Call, Machine } from '../../run/machine.ts';
import { isCommandLine } from '../support/start/command-line.ts';
import { isOp } from '../../code/read/cursor.ts';
import { MAX_TOKENS } from '../../code/read/tokens.ts';
import { formattedAt, nameOf, type ProgramText, readProgram, textAt } from './program-text.ts';
import { asGuess } from '../../run/scope.ts';

/** What the text of an awk program starts, writes and reads. What it assigns is put into `values`. */
export function followProgram(call: Call, machine: Machine, text: string, values: Map<string, string>): void {
  const program = readProgram(call, machine, text, values);
  const { tokens } = program;
  if (tokens.length >= MAX_TOKENS) machine.mark('too-long', 'awk', call.frame);
  noteEndlessStarts(machine, call, tokens, 'awk');
  let startsUnknown = false;
  const opened = new Set<string>();
  tokens.forEach((_token, at) => {
    keepAssigned(program, at);
    readArgument(program, at);
    const started = startedBySystem(program, at) ?? startedByPipe(program, at);
    if (started !== undefined) {
      startsUnknown ||= hasUnknown(started.text);
      runShell(call, machine, started);
    }
    writeRedirected(program, at, opened);
    readByGetline(program, at);
  });
  // What runs came through a function or an array; a command that is written out in the program may be what it gets.
  const guess = asGuess(call);
  if (startsUnknown)
    for (const token of tokens)
      if (token.kind === 'text' && isCommandLine(token.value))
        runShell(guess, machine, { text: token.value, stdin: null });
}

/** Text that awk gives to a shell. */
type Started = { text: string; stdin: string | null };

function runShell(call: Call, machine: Machine, { text, stdin }: Started): void {
  machine.script(call, text, { wrapper: call.program, via: 'interpreter', stdin, capture: false });
}

/** `name = text`; of a name that also counts (`name++`, `name += 2`) the value is not known. */
function keepAssigned(program: ProgramText, at: number): void {
  const { tokens, values } = program;
  const token = tokens[at];
  if (token?.kind !== 'name' || !isOp(tokens[at + 1], '=') || isOp(tokens[at + 2], '=')) return;
  const value = textAt(program, at + 2);
  if (value === undefined) return;
  if (counts(program, token.value)) values.delete(token.value);
  else values.set(token.value, value);
}

function counts(program: ProgramText, name: string): boolean {
  const { tokens } = program;
  const isSign = (at: number): boolean => isOp(tokens[at], '+') || isOp(tokens[at], '-');
  return tokens.some((token, at) => {
    if (nameOf(token) !== name) return false;
    const isStepped = (isSign(at + 1) && isSign(at + 2)) || (isSign(at - 1) && isSign(at - 2));
    return isStepped || (isOp(tokens[at + 2], '=') && /^[-+*/%^]$/.test(signAt(program, at + 1)));
  });
}

function signAt({ tokens }: ProgramText, at: number): string {
  const token = tokens[at];
  return token?.kind === 'op' ? token.value : '';
}

/** `ARGV[1] = file`: the words of the command line are the files that awk reads, and the program may set them. */
function readArgument(program: ProgramText, at: number): void {
  const { call, machine, tokens } = program;
  if (nameOf(tokens[at]) === 'ARGV' && isOp(tokens[at + 3], ']') && isOp(tokens[at + 4], '='))
    machine.read(call, textAt(program, at + 5) ?? '');
}

/** `system(text)`, and gawk's `@f(text)`, which calls the function that f names. */
function startedBySystem(program: ProgramText, at: number): Started | undefined {
  const { machine, tokens, values } = program;
  const token = tokens[at];
  if (token?.kind !== 'name' || !isOp(tokens[at + 1], '(')) return undefined;
  const callee = isOp(tokens[at - 1], '@') ? values.get(token.value) : undefined;
  if ((callee ?? token.value) !== 'system') return undefined;
  return { text: textAt(program, at + 2) ?? machine.unknown('system()'), stdin: null };
}

/** `command | getline`, `print | command`, and gawk's `|&` in place of `|`. */
function startedByPipe(program: ProgramText, at: number): Started | undefined {
  const { machine, tokens } = program;
  if (!isOp(tokens[at], '|')) return undefined;
  const isCoprocess = isOp(tokens[at + 1], '&');
  const isOr = isOp(tokens[at - 1], '|') || isOp(tokens[at + 1], '|');
  const behind = isCoprocess ? at + 2 : at + 1;
  if (nameOf(isOr && !isCoprocess ? undefined : tokens[behind]) === 'getline')
    return { text: textBefore(program, at), stdin: null };
  if (isOr || tokens[at + 1] === undefined || !isInsidePrint(program, at)) return undefined;
  return { text: textAt(program, behind) ?? machine.unknown('print |'), stdin: printedBefore(program, at) };
}

/** `print > file`, `print >> file`. awk empties a file when it opens it, and goes on writing behind that. */
function writeRedirected(program: ProgramText, at: number, opened: Set<string>): void {
  const { call, machine, tokens } = program;
  if (!isOp(tokens[at], '>') || isOp(tokens[at - 1], '>') || !isInsidePrint(program, at)) return;
  const append = isOp(tokens[at + 1], '>');
  const target = textAt(program, at + (append ? 2 : 1)) ?? machine.unknown('print >');
  const content = printedBefore(program, at) ?? call.io.stdin?.text;
  machine.write(call, target, 'interpreter', { append: append || opened.has(target), content });
  opened.add(target);
}

/** `getline < file`, `getline line < file` */
function readByGetline(program: ProgramText, at: number): void {
  const { call, machine, tokens } = program;
  if (nameOf(tokens[at]) !== 'getline') return;
  const from = isOp(tokens[at + 1], '<') ? at + 2 : isOp(tokens[at + 2], '<') ? at + 3 : undefined;
  const file = from === undefined ? undefined : textAt(program, from);
  if (file === undefined) return;
  machine.read(call, tildeExpanded(file, machine.home), 'interpreter');
}

/** What `print … | command` gives to the command; without arguments it is the line that was read. */
function printedBefore(program: ProgramText, at: number): string | null {
  const { call, tokens } = program;
  let from = at - 1;
  while (from > 0 && !/^printf?$/.test(nameOf(tokens[from]))) from--;
  if (from === at - 1) return call.io.stdin?.text ?? null;
  if (nameOf(tokens[from]) === 'printf') return formattedAt(program, from + 1);
  return textAt(program, from + 1) ?? null;
}

function textBefore({ machine, tokens, values }: ProgramText, at: number): string {
  const token = tokens[at - 1];
  if (token?.kind === 'text') return token.value;
  return token?.kind === 'name'
    ? (values.get(token.value) ?? machine.unknown(token.value))
    : machine.unknown('getline');
}

/** In a print statement and outside parentheses, `>` and `|` are redirections. */
function isInsidePrint({ tokens }: ProgramText, at: number): boolean {
  let depth = 0;
  for (let i = at - 1; i >= 0; i--) {
    const token = tokens[i];
    if (isOp(token, ')')) depth++;
    else if (isOp(token, '(')) depth--;
    if (depth < 0) return false;
    if (token?.kind === 'line' || isOp(token, ';') || isOp(token, '{') || isOp(token, '}')) return false;
    if (/^printf?$/.test(nameOf(token))) return true;
  }
  return false;
}
