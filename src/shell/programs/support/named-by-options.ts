import { isStandardOutput } from './files/fetched.ts';
import type { Call, Machine } from '../../run/machine.ts';
import type { Options, Parsed } from './options.ts';
import { isAtOrBelow, isBelow } from '../../../protocol/text/path-below.ts';

/** An option that by custom names the file that a program makes: `-o report.xml`, `--output=report.xml`, `-oN report`, `--log-file=x`. */
export const OUTPUT_OPTION =
  /^(?:-o[A-Z]?|--(?:[\w-]+-)?(?:out|output|out-?file|output-?file|junit-?xml|log-?file|dump-?file|trace-?file|save-?(?:to|as)))$/i;

/** An option that by custom names the directory of what a program makes. */
export const OUTPUT_DIRECTORY = /^--(?:[\w-]+-)?(?:out-?dir|output-?dir(?:ectory)?)$/i;

/** A word that is a file rather than a format, a level or a name. */
export function looksLikePath(word: string): boolean {
  // `.*` and `/.*/` are expressions; files come by their names once the shell has expanded a pattern.
  if (/[\s'"(){}<>|;]/.test(word) || /^(?:[a-z][a-z+]*:\/\/|\.\*|\/\^?\.\*.*\/[a-z]*$)/.test(word)) return false;
  return (
    word.includes('/') ||
    word.startsWith('.') ||
    /^\w[\w-]*\.\w{1,6}$/.test(word) ||
    /^id_(rsa|ed25519|ecdsa|dsa)$/.test(word)
  );
}

/** Files of which the program's options say that it writes them: a log, a report, a table of contents. */
export function writeNamedByOptions(
  call: Call,
  machine: Machine,
  { parsed, options, firstEffect }: { parsed: Parsed; options: Options; firstEffect: number },
): void {
  for (const { name, value } of parsed.given) {
    const writes = value === undefined || value === '' ? undefined : options.names.get(name)?.writes;
    if (writes === undefined || value === undefined || isStandardOutput(value)) continue;
    const path = writes === 'file' ? value : `${value.replace(/(.)\/+$/, '$1')}/**`;
    if (!isWritten(call, machine, path, firstEffect)) machine.write(call, path, 'output');
  }
}

function isWritten(call: Call, machine: Machine, path: string, firstEffect: number): boolean {
  const located = machine.locate(call, path);
  return machine.analysis.effects
    .slice(firstEffect)
    .some((effect) => effect.kind === 'write' && effect.path === located);
}

/** Options that name a path without opening it. */
const NOT_OPENED =
  /exclude|ignore|skip|omit|newer|reference|relative|prefix|suffix|ext$|extension|strip|hide|without|except/;

/**
 * Files that options name and of which the program's description says nothing: a list, a script, settings, a body to send. A program that opens a file
 * shows its lines, at least where it complains about them.
 */
export function readNamedByOptions(call: Call, machine: Machine, { given }: Parsed, firstEffect: number): void {
  for (const { name, value } of given) {
    if (value === undefined || NOT_OPENED.test(name)) continue;
    const isOutput = OUTPUT_OPTION.test(`--${name}`);
    // After a program that this one starts, the option may belong to that program, which may be on another machine.
    const isOwn = isOutput && call.index === machine.analysis.invocations.length - 1;
    const path = pathIn(value) ?? (isOwn && looksLikePath(value) ? value : undefined);
    if (path === undefined || isMentioned(call, machine, path, firstEffect)) continue;
    if (isOutput) machine.write(call, path, 'output');
    else machine.read(call, path, /^(?:dot)?env-?file$/.test(name) ? 'use' : 'argument');
  }
  // A file of further arguments, as compilers and many other programs take it.
  for (const arg of call.args) {
    const file = /^(?:[a-z]+:)?@(\/[^\s@]+)$/.exec(arg)?.[1];
    if (file !== undefined) machine.read(call, file);
  }
}

/** `/path`, `@/path`, `name=@/path`, `key=/path`, `type=x,src=/path`; below the directory also `./a/b` and a hidden file, which nothing else looks like. */
function pathIn(value: string): string | undefined {
  return /^(?:[\w.,=-]*(?:=@?|=<|@))?(\/[^\s,:;*?]+|\.{1,2}\/[^\s,:;*?]+|\.[a-z][\w.-]{2,})$/.exec(value)?.[1];
}

function isMentioned(call: Call, machine: Machine, path: string, firstEffect: number): boolean {
  const located = machine.locate(call, path);
  return machine.analysis.effects.slice(firstEffect).some((effect) => {
    if (!('path' in effect)) return false;
    return isAtOrBelow(located, effect.path) || isBelow(effect.path, located);
  });
}
