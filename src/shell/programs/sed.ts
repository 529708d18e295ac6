import type { Effect } from '../analysis.ts';
import { substituted } from './support/files/sed-output.ts';
import { hasUnknown, isMadeCommand } from '../expand/unknown.ts';
import { isFromNetwork } from '../files/written-files.ts';
import type { Call, Machine } from '../run/machine.ts';
import { noteForeignCode } from './support/start/foreign-code.ts';
import { defineProgram } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';
import { hidesValues } from './support/files/setting-names.ts';

export const sed = defineProgram({
  names: 'sed gsed',
  options:
    'n,quiet,silent e,expression= f,file= i,in-place? I? E,r,regexp-extended s,separate z,null-data l,line-length= u,unbuffered b,binary posix debug sandbox follow-symlinks help version',
  effects: runSed,
});

function runSed(call: Call, machine: Machine, parsed: Parsed): string | undefined {
  if (parsed.has('help') || parsed.has('version')) return '';
  let operands = parsed.operands;
  const inPlace = parsed.has('in-place') || parsed.has('I');
  const given = parsed.has('expression') || parsed.has('file');
  // BSD: `-i ''` has the empty backup suffix as a separate word. Elsewhere, or before the only file, an empty word is a script that does nothing.
  const isSuffix = call.args.some((arg, i) => /^-[a-zA-Z]*[iI]$/.test(arg) && call.args[i + 1] === '');
  if (isSuffix && operands[0] === '' && operands.length > (given ? 1 : 2)) operands = operands.slice(1);
  const scripts = given ? parsed.all('expression') : operands.slice(0, 1);
  const files = given ? operands : operands.slice(1);
  for (const file of parsed.all('file')) machine.read(call, file, 'script');
  const written = parsed
    .all('file')
    .flatMap((file) => (file === '-' ? call.io.stdin?.text : machine.content(call, file)) ?? []);
  for (const script of written) noteForeignCode(call, machine, script);
  const before = effectsListed(call, machine).length;
  for (const script of [...scripts, ...written]) runScript(call, machine, script);
  const writesLines = effectsListed(call, machine)
    .slice(before)
    .some(({ kind }) => kind === 'write');
  const suffix = parsed.value('in-place') ?? parsed.value('I') ?? '';
  // Changed in its place, nothing of a file is shown.
  const isShown = !inPlace || suffix !== '' || writesLines || scripts.some((script) => script.includes('/dev/'));
  const extended = parsed.has('regexp-extended');
  for (const file of files) {
    machine.read(call, file, isShown && !hidesValues(file, { sed: scripts, extended }) ? undefined : 'use');
    if (!inPlace) continue;
    machine.write(call, file, 'in-place', {
      empties: scripts.some((script) => script.trim() === 'd'),
      content: changedFile(call, machine, file, { scripts, extended }),
    });
    if (suffix !== '') machine.write(call, suffix.includes('*') ? suffix.replaceAll('*', file) : file + suffix, 'copy');
  }
  if (inPlace || parsed.has('file')) return undefined;
  const text = files.length === 0 ? call.io.stdin?.text : machine.content(call, files[0] ?? '');
  if (text === undefined || files.length > 1 || hasUnknown(scripts.join(''))) return undefined;
  if (parsed.has('quiet') || parsed.has('silent')) return hasUnknown(text) ? undefined : chosenLines(scripts, text);
  const made = substituted(scripts, text, extended ? 'extended' : 'basic');
  // Lines that are not known stay so, unless a command is put in front of them: `ls | sed 's/^/rm /'`.
  return made !== undefined && hasUnknown(text) && !isMadeCommand(made) ? undefined : made;
}

function effectsListed({ frame }: Call, { analysis }: Machine): readonly Effect[] {
  return frame.assumed === true ? (analysis.assumed ?? []) : analysis.effects;
}

/** What becomes of a file that this command wrote. */
function changedFile(
  call: Call,
  machine: Machine,
  file: string,
  { scripts, extended }: { scripts: readonly string[]; extended: boolean },
): string | undefined {
  const text = machine.content(call, file);
  return text === undefined || hasUnknown(scripts.join(''))
    ? undefined
    : substituted(scripts, text, extended ? 'extended' : 'basic');
}

/** `sed -n p`, `sed -n 2p`, `sed -n '2,3p'`, `sed -n '$p'`: the lines of a known text. */
function chosenLines(scripts: readonly string[], text: string): string | undefined {
  const [, from, to = from] = /^(\d+|\$)?(?:,(\d+|\$))?p;?$/.exec(scripts.join(';').trim()) ?? [];
  if (!/^[\d$,]*p;?$/.test(scripts.join(';').trim())) return undefined;
  const lines = text.replace(/\n$/, '').split('\n');
  const at = (number: string | undefined, otherwise: number): number =>
    number === undefined ? otherwise : number === '$' ? lines.length : Number(number);
  const chosen = lines.slice(at(from, 1) - 1, at(to, lines.length));
  return chosen.map((line) => `${line}\n`).join('');
}

/** Looks for the commands that write, read or execute: `w`, `W`, `r`, `R`, `e`, and the flags of `s`. */
function runScript(call: Call, machine: Machine, script: string): void {
  if (hasUnknown(script)) machine.mark('dynamic-argument', machine.render(script), call.frame);
  let at = 0;
  // What an `s` in front may have made of the line.
  let line = '';
  while (at < script.length) {
    at = skipAddresses(script, at);
    const command = script.charAt(at);
    at++;
    if (command === 's' || command === 'y') {
      const parts = partsAt(script, at);
      if (command === 's') line = replacementIn(script, at);
      if (parts === undefined) at++;
      else at = command === 'y' ? parts.end : runFlags(call, machine, script, parts);
    } else if ('wW'.includes(command) && command !== '')
      at = named(script, at, (file) => machine.write(call, file, 'output', { content: call.io.stdin?.text }));
    else if ('rR'.includes(command) && command !== '') at = named(script, at, (file) => machine.read(call, file));
    else if (command === 'e') at = named(script, at, (text) => execute(call, machine, text === '' ? line : text));
    else if (command !== '' && 'aic'.includes(command)) at = endOfText(script, at);
    else if (command !== '' && ':btT'.includes(command)) at = endOf(script, at, /[\n;}]/);
  }
}

function execute(call: Call, machine: Machine, text: string): void {
  const input = call.io.stdin?.text;
  if (text === '' && input !== undefined && !hasUnknown(input))
    machine.script(call, input, {
      wrapper: 'sed',
      via: 'interpreter',
      stdin: null,
      capture: false,
    });
  else if (text === '') {
    machine.emit(call, {
      kind: 'code',
      source: isFetched(call, machine) ? 'network' : call.io.stdin === null ? 'file' : 'stdin',
      interpreter: 'sh',
    });
    machine.mark('dynamic-script', 'sed e', call.frame);
  } else
    machine.script(call, text, {
      wrapper: 'sed',
      via: 'interpreter',
      stdin: null,
      capture: false,
    });
}

/** `s/^/rm -rf /e`: each line runs as it is after the replacement. */
function executeLines(call: Call, machine: Machine, script: string): void {
  const input = call.io.stdin?.text;
  const text = input === undefined || hasUnknown(input) ? undefined : substituted([script], input, 'basic');
  if (text !== undefined && text !== input) execute(call, machine, text);
}

function isFetched(call: Call, machine: Machine): boolean {
  return isFromNetwork(machine, call.io.stdin?.text);
}

/** Where the first part of `s/…/…/` begins with its delimiter, where the second begins, and where the flags begin. */
type Parts = { from: number; middle: number; end: number };

function partsAt(script: string, from: number): Parts | undefined {
  const delimiter = script.charAt(from);
  if (delimiter === '' || delimiter === '\n' || delimiter === '\\') return undefined;
  const middle = endOfPart(script, from + 1, delimiter);
  return { from, middle, end: endOfPart(script, middle, delimiter) };
}

/** The flags behind `s/…/…/`; returns the position after them. */
function runFlags(call: Call, machine: Machine, script: string, { from, middle, end }: Parts): number {
  let at = end;
  for (; at < script.length; at++) {
    const flag = script.charAt(at);
    if (flag === 'w') return named(script, at + 1, (file) => machine.write(call, file, 'output'));
    if (flag === 'e') {
      executeLines(call, machine, script.slice(from - 1, at));
      execute(call, machine, script.slice(middle, at).replace(/.[gpiImM0-9]*$/, ''));
      // The whole line runs, with what the replacement has left of it.
      if (isFetched(call, machine)) execute(call, machine, '');
    }
    if (!/[egpiImM0-9]/.test(flag)) break;
  }
  return at;
}

/** The text that `s` puts in the place of what it found, without its quoting. */
function replacementIn(script: string, from: number): string {
  const delimiter = script.charAt(from);
  const middle = endOfPart(script, from + 1, delimiter);
  return script.slice(middle, endOfPart(script, middle, delimiter) - 1).replaceAll(/\\(.)/gs, '$1');
}

/** The index after the closing delimiter; brackets may hold it. */
function endOfPart(script: string, from: number, delimiter: string): number {
  for (let at = from; at < script.length; at++) {
    const char = script.charAt(at);
    if (char === '\\') at++;
    else if (char === delimiter) return at + 1;
  }
  return script.length;
}

function skipAddresses(script: string, from: number): number {
  let at = from;
  while (at < script.length) {
    const char = script.charAt(at);
    if (/[\s;{}0-9$,!~+]/.test(char)) at++;
    else if (char === '#') at = endOf(script, at, /\n/);
    else if (char === '/') at = skipFlags(script, endOfPart(script, at + 1, '/'));
    else if (char === '\\') at = skipFlags(script, endOfPart(script, at + 2, script.charAt(at + 1)));
    else break;
  }
  return at;
}

function skipFlags(script: string, at: number): number {
  return /[IM]/.test(script.charAt(at)) ? at + 1 : at;
}

function named(script: string, from: number, use: (text: string) => void): number {
  const end = endOf(script, from, /\n/);
  const text = script.slice(from, end).trim().replace(/\s*}$/, '');
  if (text !== '' || script.charAt(from - 1) === 'e') use(text);
  return end;
}

function endOfText(script: string, from: number): number {
  let end = endOf(script, from, /\n/);
  while (end < script.length && script.charAt(end - 1) === '\\') end = endOf(script, end + 1, /\n/);
  return end;
}

function endOf(script: string, from: number, stop: RegExp): number {
  let at = from;
  while (at < script.length && !stop.test(script.charAt(at))) at++;
  return at;
}
