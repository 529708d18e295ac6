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
    piped = runOne(call, machine, command, piped, wrapper);
    runDotNet(call, machine, command, commands[at + 1]);
    followFetched(call, machine, command);
    if (machine.analysis.invocations.length > index) stages.push([index]);
    if (stages.length === 2 && command.stage > 0) machine.analysis.pipes.push({ stages });
  }
  runMadeCode(call, machine, text);
}

function runOne(
  call: Call,
  machine: Machine,
  { words, redirects, stage }: PowerShellCommand,
  piped: Piped,
  wrapper?: string,
): Piped {
  const [first = '', ...rest] = words;
  const index = machine.analysis.invocations.length;
  const args = rest.map((word) => plainWord(machine, word));
  const named = cmdletOf(programName(first));
  const isText = named === null && /[\s'"{]/.test(first) && rest.length === 0;
  let handed: Piped =
    isText || (named === null && stage === 0 && rest.length === 0)
      ? { paths: [plainWord(machine, first)], text: first }
      : NOTHING;
  if (first !== '' && !isText) {
    const program = named === null || isUnixName(first) ? programName(first) : named;
    const reached = {
      via: wrapper === undefined ? 'direct' : 'script',
      stdin: piped.text ?? null,
      capture: false,
    } as const;
    const before = machine.analysis.effects.length;
    machine.run(
      call,
      [program, ...wordsFor(program, named === null ? args : rest)],
      wrapper === undefined ? reached : { ...reached, wrapper },
    );
    // An unknown program is assumed to read its operands; the effects of a cmdlet are known.
    if (named !== null && !isUnixName(first)) machine.analysis.effects.length = before;
  }
  const inner: Call = {
    ...call,
    program: named ?? first,
    args,
    index: machine.analysis.invocations.length > index ? index : -1,
  };
  for (const { operator, target } of redirects) {
    if (target.toLowerCase() !== '$null')
      machine.write(inner, plainWord(machine, target), 'redirect', { append: operator.includes('>>') });
  }
  if (named === 'Set-Location' || named === 'Push-Location') {
    const to = args.find((word) => !word.startsWith('-'));
    if (to !== undefined) call.scope.cwd = knownOf(machine.locate(call, to));
    return NOTHING;
  }
  if (named === 'Invoke-Expression') {
    const given = rest.filter((word) => !/^-command$/i.test(word)).join(' ') || (piped.text ?? '');
    runPowerShell(
      { ...inner, frame: { ...call.frame, depth: call.frame.depth + 1 } },
      machine,
      given,
      'Invoke-Expression',
    );
  } else if (named !== null) handed = runCmdlet(named, inner, machine, piped);
  return handed;
}

function knownOf(path: string): string | null {
  return path === '?' ? null : path;
}

/** Cmdlets that look at a path, not into the file. */
const LOOKS = /^(?:Test|Resolve|Split|Join|Convert)-Path$|^Get-(?:Item|ItemProperty|FileHash|Acl|Location)$/i;

function wordsFor(program: string, args: string[]): string[] {
  return LOOKS.test(program) ? args.filter((word) => word.startsWith('-')) : args;
}
