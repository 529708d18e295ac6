import { wordList } from '../../../protocol/text/word-list.ts';
import type { Call, Machine } from '../../run/machine.ts';
import type { Role } from './define-program.ts';
import { findProgram } from './find-program.ts';
import { isCommandLine, nameOf, startsCommand, withoutTilde } from './start/command-line.ts';
import { isKnownVariable, startsVariable } from './start/variable-commands.ts';
import { commandsInText, deletesInText, filesInText } from './start/commands-in-text.ts';
import { asGuess } from '../../run/scope.ts';

/** Options of launchers whose value is a command for a shell. */
const TEXT_OPTION =
  /^(?:-c|-e|-s|-x|--?exec|--run|--command|--cmd|--shell|--shell-command|--pre|--post|--prepare|--wrap)$/;

/** Parts of the names by which options say that their value is a program: `--pre-hook`, `--ssh-cmd`, `--on-error`, `--password-command`, `-up`. */
const RUNS_VALUE = new RegExp(
  `^--?(?:[\\w.-]*[-.])?(?:${wordList(
    'exec\\w* run commands? cmd shell script eval invoke launcher prog(?:ram)? bin binary action handler helper',
    '(?:pre|post)?-?hook pre post prepare wrap(?:per)? preprocessor compiler linker',
    'rsh ssh rcp editor pager browser askpass server',
    'up down connect open notify callback on-[\\w-]+',
  ).join('|')})$|^-[a-zA-Z]$`,
);

export function isTalker(name: string): boolean {
  return findProgram(name)?.isTalker === true || name.endsWith('-config');
}

/** Programs that are worth a guess: those that destroy, start others or speak to the network. */
const RISKY: ReadonlySet<Role> = new Set<Role>([
  'removes',
  'shell',
  'disk',
  'privilege',
  'git',
  'network',
  'launcher',
  'interpreter',
  'batch',
]);

/**
 * Finds the command that an unknown launcher would start: after `--`, as the value of an option such as `-c`, or a destructive
 * command line that simply follows. It is a guess, so its effects are listed apart.
 */
export function runGuess(call: Call, machine: Machine): string | undefined {
  if (isTalker(call.program)) return undefined;
  const guess = asGuess(call);
  // A single letter of a service's client is more likely a subject or a body.
  const isClient = findProgram(call.program)?.does === 'service';
  const text = optionText(isClient ? writtenOut(call.args) : call.args);
  if (text !== undefined) return machine.script(guess, text, { wrapper: call.program, stdin: null });
  runTexts(guess, machine);
  const launching = call.args.findIndex((arg) => LAUNCHES.test(arg));
  const at = call.args.findIndex(
    (_, i) => startsCommand(call.args, i) || (launching >= 0 && launching < i && isLaunchedText(call.args, i)),
  );
  // `yarn run hookctl explain "…"`: the program that is launched only talks about it.
  if (at < 0 || call.args.slice(0, at).some(isTalker)) return undefined;
  const argv = call.args.slice(at);
  if (/\s/.test(argv[0] ?? ''))
    return machine.script(guess, argv[0] ?? '', {
      wrapper: call.program,
      stdin: null,
    });
  return machine.run(guess, argv, { wrapper: call.program });
}

/** Commands inside code, settings or a console's commands that the program gets as words, on standard input or in a file that is written here. */
function runTexts(guess: Call, machine: Machine): void {
  const { args, io, program } = guess;
  const texts = args.flatMap((arg, i) => {
    const attached = /^(--?[\w-]+)=(.*)$/s.exec(arg);
    const [option = '', text = ''] = attached?.slice(1) ?? [args[i - 1] ?? '', arg];
    return option.startsWith('-') && !NAMES_OPTION.test(option) ? [text] : [];
  });
  // What a service gets is kept or shown there.
  if (findProgram(program)?.does !== 'service') {
    if (io.stdin !== null) texts.push(io.stdin.text);
    texts.push(...texts.map((text) => machine.content(guess, text) ?? ''));
  }
  for (const text of texts) {
    for (const command of commandsInText(text))
      machine.script(guess, command, { wrapper: program, stdin: null, capture: false });
    for (const path of filesInText(text)) machine.read(guess, path, 'interpreter');
    for (const path of deletesInText(text))
      machine.remove(guess, path, 'interpreter', { recursive: true, force: true });
  }
}

/**
 * Many programs name their helpers by variables. A whole command line that is set for one program is there to be run; set for the shell itself it may be
 * text for an `echo`.
 */
export function guessByVariable(call: Call, machine: Machine): void {
  const program = findProgram(call.program);
  if (program?.kind === 'shell' || program?.role === 'prints') return;
  const guess = asGuess(call);
  for (const [name, value] of call.assignments)
    if (!isKnownVariable(name) && !NAMES_TEXT.test(name) && isCommandLine(value))
      startsVariable(guess, machine, name, value);
}

/** Names of variables whose value is meant to be shown. */
const NAMES_TEXT = /MSG|MESSAGE|TEXT|TITLE|PROMPT|QUERY|INPUT|DESC|BODY|NOTE|NAME|LABEL|PATTERN|FILTER/i;

/** A command in an option of which a program's description says nothing: only by a name that says so, written out. */
export function runOption(call: Call, machine: Machine): void {
  const text = isTalker(call.program) ? undefined : optionText(writtenOut(call.args));
  if (text === undefined || !isCommandLine(text)) return;
  const guess = asGuess(call);
  machine.script(guess, text, { wrapper: call.program, via: 'option', stdin: null, capture: false });
}

function writtenOut(args: readonly string[]): string[] {
  return args.filter((arg) => !/^-.$/.test(arg));
}

function optionText(args: readonly string[]): string | undefined {
  for (const [i, arg] of args.entries()) {
    const equals = /^-{1,2}[\w:.-]+=/.test(arg) ? arg.indexOf('=') : -1;
    const option = equals < 0 ? arg : arg.slice(0, equals);
    const text = equals < 0 ? (args[i + 1] ?? '') : arg.slice(equals + 1);
    if (TEXT_OPTION.test(option) ? isCommandText(text) : isRun(option) && isCommandLine(text)) return text;
  }
  return undefined;
}

function isRun(option: string): boolean {
  return RUNS_VALUE.test(option) && !NAMES_OPTION.test(option);
}

function isCommandText(text: string): boolean {
  const blank = text.search(/\s/);
  if (blank <= 0) return false;
  const program = findProgram(nameOf(text.slice(0, blank)));
  return program !== undefined && RISKY.has(program.role) && !/^(?:source|\.)$/.test(text.slice(0, blank));
}

/** One word that is a whole command line, after a word that says so: `lerna exec 'rm -rf /x'`. */
function isLaunchedText(args: readonly string[], at: number): boolean {
  const text = args[at] ?? '';
  if (!/\s/.test(text) || NAMES_OPTION.test(args[at - 1] ?? '')) return false;
  return startsCommand(text.trim().split(/\s+/).map(withoutTilde));
}

/** What follows is the name of a test or the text of a message, not a command: `vitest run -t 'git reset --hard'`. */
const NAMES_OPTION = new RegExp(
  `^(?:-[tkgmnpqbd]|--[\\w-]*(?:${wordList(
    'grep filter pattern query search regexp?',
    'name title label subject summary',
    'body message msg description text note notes reason comment content prompt question',
  ).join('|')}))$`,
  'i',
);

const LAUNCHES = /^(?:exec|run|x|cmd\.run|cmd\.shell|shell|enable|exec-env|exec-file|new|start|spawn|if-shell|call)$/;
