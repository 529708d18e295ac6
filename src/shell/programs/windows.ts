import { decodeBase64Utf16 } from '../expand/escapes.ts';
import { isRunKey } from '../powershell/cmdlet-effects.ts';
import { plainWord, programName } from '../powershell/plain-word.ts';
import { runPowerShell } from '../powershell/run-powershell.ts';
import type { Call, Machine } from '../run/machine.ts';
import { branch } from '../run/scope.ts';
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
  defineProgram({ names: 'forfiles', effects: forfiles }),
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
  // A script that this command has written.
  const [file = ''] = words;
  const script = /\.ps1$/i.test(file) ? machine.content(call, plainWord(machine, file)) : undefined;
  for (const one of [text, script, encodedIn(call.args)])
    if (one !== undefined) runPowerShell({ ...call, frame }, machine, one, call.program);
  return undefined;
}

/** The text after `-EncodedCommand`, or after any abbreviation of that word. */
function encodedIn(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => /^[-/](?:ec|e(?:n(?:c(?:o(?:d(?:e(?:d(?:c\w*)?)?)?)?)?)?)?)$/i.test(arg));
  return at < 0 ? undefined : decodeBase64Utf16(args[at + 1] ?? '');
}

function cmd(call: Call, machine: Machine): undefined {
  // Git Bash makes a path of `/c`, and leaves `//c` alone.
  const at = call.args.findIndex((arg) => /^\/{1,2}[ck]$/i.test(arg));
  if (at < 0) return undefined;
  const text = call.args
    .slice(at + 1)
    .join(' ')
    .replace(/%(?:USERPROFILE|HOMEPATH|HOME)%/gi, machine.home ?? '~');
  runBatch({ ...call, scope: branch(machine, call.scope) }, machine, text);
  return undefined;
}

/** The commands of one line, in the directory that the ones in front of them went to. */
function runBatch(call: Call, machine: Machine, text: string): void {
  for (const part of text.split(/[&|]+/)) {
    const repeated = repeatedBy(part);
    if (repeated !== undefined) {
      for (const one of repeated) runBatch(call, machine, one);
      continue;
    }
    const [, command = '', redirect = '', target = ''] = /^([^>]*)(>{0,2})\s*(\S*)/.exec(part) ?? [];
    const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
    const index = machine.analysis.invocations.length;
    const [program = ''] = words;
    // What cmd does itself takes switches with a slash; they are no paths.
    const run = OF_CMD.test(programName(program))
      ? words.filter((word) => !SWITCH.test(word))
      : [startedIn(call, machine, program), ...words.slice(1)];
    if (words.length > 0) machine.run(call, run, { wrapper: call.program, via: 'script', stdin: null, capture: false });
    const inner = { ...call, index };
    if (redirect !== '' && !/^nul$/i.test(target))
      machine.write(inner, plainWord(machine, target), 'redirect', { append: redirect === '>>' });
    ofCmd(inner, machine, words);
    const [, to] = /^\s*(?:cd|chdir|pushd)\s+(?:\/d\s+)?"?([^"]+?)"?\s*$/i.exec(command) ?? [];
    const place = to === undefined ? undefined : machine.locate(call, onDrive(to) ?? plainWord(machine, to));
    if (place !== undefined) call.scope.cwd = place === '?' ? null : place;
  }
}

/** `for /r C:\x %f in (*.a *.b) do del %f`: the command with each word of the list in place of the variable. */
function repeatedBy(part: string): string[] | undefined {
  const [, options = '', name = '', list = '', command = ''] =
    /^\s*for\s+((?:\/\S+\s+|"[^"]*"\s+|[^%\s]\S*\s+)*)%{1,2}([a-z])\s+in\s*\(([^)]*)\)\s*do\s+(.+)$/is.exec(part) ?? [];
  if (name === '') return undefined;
  const below = /(?:^|\s)\/r\s+("[^"]+"|[^/\s]\S*)/i.exec(options)?.[1]?.replaceAll('"', '');
  const words = list.split(/[\s,;]+/).filter((word) => word !== '');
  return words
    .slice(0, 16)
    .map((word) => (below === undefined ? word : `${below.replace(/[\\/]+$/, '')}\\**\\${word}`))
    .map((word) => command.replaceAll(new RegExp(`%{1,2}(?:~[a-z]*)?${name}`, 'gi'), () => word));
}

/** cmd looks in the directory it is in before it looks anywhere else: `a.bat` is `./a.bat`, where this command has written it. */
function startedIn(call: Call, machine: Machine, program: string): string {
  const path = plainWord(machine, program);
  const here = path.startsWith('/') ? path : `./${path}`;
  return machine.content(call, here) === undefined ? program : here;
}

const OF_CMD = /^(?:rd|rmdir|del|erase|copy|xcopy|move|ren|rename|md|mkdir|dir|type|more|mklink)$/i;
const SWITCH = /^\/{1,2}[A-Za-z]{1,3}(?::.*)?$/;

/** `C:\Users`, `C:/`, `C:*`: a place on a drive is as far from the project as one below the root. */
function onDrive(word: string): string | undefined {
  const rest = /^[A-Za-z]:[\\/]*(.*)$/s.exec(word)?.[1];
  return rest === undefined ? undefined : `/${rest.replaceAll('\\', '/').replace(/^\*(?:\.\*)?$/, '')}`;
}

/** What cmd itself can do to files. */
function ofCmd(call: Call, machine: Machine, [program = '', ...words]: string[]): void {
  const operands = words
    .filter((word) => !SWITCH.test(word))
    // `*.*` is every file, with an ending or without.
    .map((word) => (onDrive(word) ?? plainWord(machine, word)).replace(/(^|\/)\*\.\*$/, '$1*'));
  const has = (flag: string) => words.some((word) => word.toLowerCase().replace('//', '/') === flag);
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
    if (to !== undefined && name === 'robocopy' && (has('/mir') || has('/purge')) && !has('/l'))
      machine.remove(call, `${to.replace(/(.)\/+$/, '$1')}/**`, 'sync', { recursive: true });
  }
}

/** `forfiles /p C:\x /s /c "cmd /c del @path"`: the command, for what is below the directory. */
function forfiles(call: Call, machine: Machine): undefined {
  const after = (name: string) => call.args[call.args.findIndex((arg) => arg.toLowerCase() === name) + 1];
  const has = (name: string) => call.args.some((arg) => arg.toLowerCase() === name);
  if (!has('/c')) return undefined;
  const place = `${(has('/p') ? (after('/p') ?? '.') : '.').replace(/[\\/]+$/, '')}/*`;
  const text = (after('/c') ?? '').replaceAll(/@(?:path|file|relpath)\b/gi, () => place).replaceAll('\\', '/');
  return void machine.script(call, text, { wrapper: 'forfiles', stdin: null, capture: false });
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
