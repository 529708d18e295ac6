import { decodeBase64Utf16 } from '../expand/escapes.ts';
import { isRunKey } from '../powershell/cmdlet-effects.ts';
import { plainWord, programName } from '../powershell/plain-word.ts';
import { runPowerShell } from '../powershell/run-powershell.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';

/** `Verb-Noun`, with capitals as its documentation has it. */
const CMDLET = /^[A-Z][a-z]+-[A-Z][A-Za-z]+$/;

/** Shells of Windows. Their text is split into commands; the mark tells the judge that nobody followed the values. */
export const windows = [
  defineProgram({
    names: 'powershell powershell.exe pwsh',
    kind: 'shell',
    role: 'other',
    oneDash: true,
    effects: powershell,
  }),
  defineProgram({ names: 'pwsh.exe', oneDash: true, effects: powershell }),
  defineProgram({ names: 'cmd cmd.exe', effects: cmd }),
  // In a batch file `%0` is the file itself.
  defineProgram({ names: '%0', effects: itself }),
  defineProgram({ names: 'schtasks schtasks.exe', effects: scheduled }),
  defineProgram({ names: 'reg reg.exe', effects: registry }),
  // Typed into bash, a cmdlet is not found; where the tool's shell is PowerShell it runs.
  { ...defineProgram({ names: 'Remove-Item', effects: cmdlet }), namePattern: CMDLET },
];

/** The first cmdlet is taken for the whole text, because its stages pass objects to each other. Paths with a drive are no paths here; packs judge their words. */
function cmdlet(call: Call, machine: Machine): undefined {
  if (/(?:^|[\s"'])[A-Za-z]:[\\/]/.test(call.frame.source)) return undefined;
  if (machine.analysis.invocations.findIndex(({ program }) => CMDLET.test(program)) !== call.index) return undefined;
  const frame = { ...call.frame, depth: call.frame.depth + 1, assumed: true as const };
  runPowerShell({ ...call, frame }, machine, call.frame.source, call.program);
  return undefined;
}

function itself(call: Call, machine: Machine): undefined {
  machine.emit(call, { kind: 'process', operation: 'fork-bomb', target: '%0' });
  return undefined;
}

const TEXT = /^[-/](?:c|command)$/i;

const TAKES_VALUE =
  /^[-/](?:e$|ec|en|ex|ep|executionpolicy|w|windowstyle|version|wd|workingdirectory|inputformat|outputformat)/i;

function powershell(call: Call, machine: Machine): undefined {
  machine.mark('other-shell', machine.render(call.args.join(' ')), call.frame);
  let at = 0;
  while (at < call.args.length && /^[-/]/.test(call.args[at] ?? '') && !TEXT.test(call.args[at] ?? ''))
    at += TAKES_VALUE.test(call.args[at] ?? '') ? 2 : 1;
  const words = call.args.slice(TEXT.test(call.args[at] ?? '') ? at + 1 : at);
  const text = words.join(' ') === '-' || words.length === 0 ? (call.io.stdin?.text ?? '') : words.join(' ');
  // The pack asks about the usual spellings; any other one is there to hide.
  if (call.args.some((arg) => /^[-/]enc\w+$/i.test(arg) && !/^-(?:EncodedCommand|encodedcommand)$/.test(arg)))
    machine.emit(call, { kind: 'code', source: 'decoded', interpreter: call.program });
  const frame = { ...call.frame, depth: call.frame.depth + 1 };
  for (const one of [text, encodedIn(call.args)])
    if (one !== undefined) runPowerShell({ ...call, frame }, machine, one, call.program);
  return undefined;
}

/** The text after `-EncodedCommand`, or after any abbreviation of that word. */
function encodedIn(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => /^[-/](?:ec|e(?:n(?:c(?:o(?:d(?:e(?:d(?:c\w*)?)?)?)?)?)?)?)$/i.test(arg));
  return at < 0 ? undefined : decodeBase64Utf16(args[at + 1] ?? '');
}

function cmd(call: Call, machine: Machine): undefined {
  const at = call.args.findIndex((arg) => /^\/[ck]$/i.test(arg));
  if (at < 0) return undefined;
  const text = call.args
    .slice(at + 1)
    .join(' ')
    .replace(/%(?:USERPROFILE|HOMEPATH|HOME)%/gi, machine.home ?? '~');
  for (const part of text.split(/[&|]+/)) {
    const [, command = '', redirect = '', target = ''] = /^([^>]*)(>{0,2})\s*(\S*)/.exec(part) ?? [];
    const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
    const index = machine.analysis.invocations.length;
    const [program = ''] = words;
    // What cmd does itself takes switches with a slash; they are no paths.
    const run = OF_CMD.test(programName(program)) ? words.filter((word) => !SWITCH.test(word)) : words;
    if (words.length > 0) machine.run(call, run, { wrapper: call.program, via: 'script', stdin: null, capture: false });
    const inner = { ...call, index };
    if (redirect !== '' && !/^nul$/i.test(target))
      machine.write(inner, plainWord(machine, target), 'redirect', { append: redirect === '>>' });
    ofCmd(inner, machine, words);
  }
  return undefined;
}

const OF_CMD = /^(?:rd|rmdir|del|erase|copy|xcopy|robocopy|move|ren|rename|md|mkdir|dir|type|more|mklink)$/i;
const SWITCH = /^\/[A-Za-z]{1,3}(?::.*)?$/;

/** `C:\Users`, `C:/`, `C:*`: a place on a drive is as far from the project as one below the root. */
function onDrive(word: string): string | undefined {
  const rest = /^[A-Za-z]:[\\/]*(.*)$/s.exec(word)?.[1];
  return rest === undefined ? undefined : `/${rest.replaceAll('\\', '/').replace(/^\*(?:\.\*)?$/, '')}`;
}

/** What cmd itself can do to files. */
function ofCmd(call: Call, machine: Machine, [program = '', ...words]: string[]): void {
  const operands = words.filter((word) => !SWITCH.test(word)).map((word) => onDrive(word) ?? plainWord(machine, word));
  const has = (flag: string) => words.some((word) => word.toLowerCase() === flag);
  const name = programName(program).toLowerCase();
  if (/^(?:rd|rmdir|del|erase)$/.test(name))
    for (const path of operands)
      machine.remove(call, path, 'other', { recursive: has('/s'), force: has('/f') || has('/q') });
  else if (name === 'type' || name === 'more') for (const path of operands) machine.read(call, path, 'argument');
  else if (/^(?:copy|xcopy|robocopy|move|ren|rename)$/.test(name)) {
    const [from, to] = operands;
    if (from !== undefined && /^(?:move|ren)/.test(name)) machine.remove(call, from, 'move');
    else if (from !== undefined) machine.read(call, from, 'copy');
    if (to !== undefined) machine.write(call, to, 'copy');
  }
}

/** `schtasks /create /tr TEXT`: the text runs later. */
function scheduled(call: Call, machine: Machine): undefined {
  const words = call.args.map((arg) => arg.toLowerCase().replace(/^\/+|^-/, ''));
  if (!words.includes('create') && !words.includes('change')) return undefined;
  const after = (name: string) => (words.includes(name) ? call.args[words.indexOf(name) + 1] : undefined);
  machine.emit(call, { kind: 'persistence', what: 'at', target: after('tn') ?? 'schtasks' });
  const text = after('tr');
  if (text !== undefined)
    runPowerShell({ ...call, frame: { ...call.frame, depth: call.frame.depth + 1 } }, machine, text, call.program);
  return undefined;
}

/** Programs below these keys run at the next login. */
function registry(call: Call, machine: Machine): undefined {
  const [verb = '', key = ''] = call.args;
  if (/^(?:add|import|copy)$/i.test(verb) && isRunKey(key))
    machine.emit(call, { kind: 'persistence', what: 'login-item', target: key });
  return undefined;
}
