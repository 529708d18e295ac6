import type { Call, Machine } from '../run/machine.ts';
import { noteEndlessStarts } from '../code/endless-starts.ts';
import { tokenise } from '../code/read/tokens.ts';
import { type Piped, runCmdlet } from './cmdlet-effects.ts';
import { cmdletOf, isUnixName } from './cmdlets.ts';
import { runDotNet } from './dot-net.ts';
import { createFetchedFiles, runMadeCode } from './foreign-code.ts';
import { plainWord, programName } from './plain-word.ts';
import { type PowerShellCommand, tokenisePowerShell } from './tokenise.ts';
import { unfoldBlocks } from './unfold.ts';
import { createValues, foldConstants } from './values.ts';

const NOTHING: Piped = { paths: [], text: undefined };
const DEEPEST = 8;
/** Enough to tell words from texts. */
const OUTLINE = {
  comments: ['#'],
  interpolates: false,
  backtick: 'none',
  percent: 'none',
  regex: false,
  sigils: true,
} as const;

/**
 * Runs PowerShell text: cmdlets have their own effects (cmdlet-effects.ts), every other program is judged as in bash, so that what is known
 * of git, networks and packages counts here as well. Values are followed only where a script names them plainly.
 */
export function runPowerShell(call: Call, machine: Machine, text: string, wrapper?: string): void {
  if (call.frame.depth > DEEPEST) {
    machine.mark('too-deep', 'PowerShell', call.frame);
    return;
  }
  const values = createValues(machine, () => call.scope.cwd);
  const commands = tokenisePowerShell(unfoldBlocks(foldConstants(text)), {
    get: (name) => values.get(name) ?? machine.unknown(`$${name}`),
    set: values.set,
  });
  noteEndlessStarts(machine, call, tokenise(text, OUTLINE), 'powershell');
  const followFetched = createFetchedFiles(text);
  let piped = NOTHING;
  let stages: number[][] = [];
  for (const [at, command] of commands.entries()) {
    if (command.stage === 0) {
      piped = NOTHING;
      stages = [];
    }
    const index = machine.analysis.invocations.length;
    piped = runOne(call, machine, command, { piped, wrapper });
    runDotNet(call, machine, command, commands[at + 1]);
    followFetched(call, machine, command);
    if (machine.analysis.invocations.length > index) stages.push([index]);
    if (stages.length === 2 && command.stage > 0) machine.analysis.pipes.push({ stages });
  }
  runMadeCode(call, machine, text);
}

/** What a command gets from outside: the output in front of its pipe, and the name of what runs the whole text. */
type Feed = { piped: Piped; wrapper: string | undefined };

/** Runs one command; returns what it hands to the next one in the pipe. */
function runOne(call: Call, machine: Machine, command: PowerShellCommand, around: Feed): Piped {
  const { redirects, stage } = command;
  const [written = '', ...behind] = command.words;
  const first = call.scope.aliases.get(written.toLowerCase())?.[0] ?? written;
  const rest = behind.flatMap(withoutColon);
  const index = machine.analysis.invocations.length;
  const args = rest.map((word) => plainList(machine, word));
  keepAlias(call, first, args);
  const cmdlet = cmdletOf(programName(first));
  const isText = cmdlet === null && /[\s'"{]/.test(first) && rest.length === 0;
  if (first !== '' && !isText) startProgram(call, machine, { words: [first, ...rest], cmdlet, args }, around);
  const inner: Call = {
    ...call,
    program: cmdlet ?? first,
    args,
    index: machine.analysis.invocations.length > index ? index : -1,
  };
  for (const { operator, target } of redirects) {
    if (target.toLowerCase() !== '$null')
      machine.write(inner, plainWord(machine, target), 'redirect', { append: operator.includes('>>') });
  }
  if (cmdlet === null) {
    const isValue = isText || (stage === 0 && rest.length === 0);
    return isValue ? { paths: [plainWord(machine, first)], text: first } : NOTHING;
  }
  if (cmdlet === 'Set-Location' || cmdlet === 'Push-Location') {
    const to = args.find((word) => !word.startsWith('-'));
    if (to !== undefined) call.scope.cwd = knownOf(machine.locate(call, to));
    return NOTHING;
  }
  if (cmdlet !== 'Invoke-Expression') return runCmdlet(cmdlet, inner, machine, around.piped);
  const text = rest.filter((word) => !/^-command$/i.test(word)).join(' ') || (around.piped.text ?? '');
  const frame = { ...call.frame, depth: call.frame.depth + 1 };
  runPowerShell({ ...inner, frame }, machine, text, 'Invoke-Expression');
  return NOTHING;
}

/** Runs the program of a command, as in bash. */
function startProgram(
  call: Call,
  machine: Machine,
  { words, cmdlet, args }: { words: readonly string[]; cmdlet: string | null; args: string[] },
  { piped, wrapper }: Feed,
): void {
  const [first = '', ...rest] = words;
  const program = cmdlet === null || isUnixName(first) ? programName(first) : cmdlet;
  const before = machine.analysis.effects.length;
  machine.run(call, [program, ...wordsFor(program, cmdlet === null ? args : rest)], {
    via: wrapper === undefined ? 'direct' : 'script',
    stdin: piped.text ?? null,
    capture: false,
    ...(wrapper === undefined ? {} : { wrapper }),
  });
  // An unknown program is assumed to read its operands; the effects of a cmdlet are known.
  if (cmdlet !== null && !isUnixName(first)) machine.analysis.effects.length = before;
}

/** A list with commas, each item as a plain word. */
function plainList(machine: Machine, word: string): string {
  return word
    .split(',')
    .map((part) => plainWord(machine, part))
    .join(',');
}

function keepAlias(call: Call, command: string, args: readonly string[]): void {
  if (!/^(?:Set-Alias|New-Alias|sal|nal)$/i.test(command)) return;
  const [name, value] = args.filter((word) => !word.startsWith('-'));
  if (name !== undefined && value !== undefined) call.scope.aliases.set(name.toLowerCase(), [value]);
}

/** `-Path:~` is `-Path ~`; a switch keeps its `$false`. */
function withoutColon(word: string): string[] {
  const [, name, value] = /^(-[A-Za-z]+):(?!\$(?:true|false)$)(.+)$/i.exec(word) ?? [];
  return name === undefined || value === undefined ? [word] : [name, value];
}

function knownOf(path: string): string | null {
  return path === '?' ? null : path;
}

/** Cmdlets that look at a path, not into the file. */
const LOOKS = /^(?:Test|Resolve|Split|Join|Convert)-Path$|^Get-(?:Item|ItemProperty|FileHash|Acl|Location)$/i;

function wordsFor(program: string, args: string[]): string[] {
  return LOOKS.test(program) ? args.filter((word) => word.startsWith('-')) : args;
}
