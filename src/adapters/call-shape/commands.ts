import type { Action } from '../../protocol/agent-event.ts';
import { cwdOf, cwdsOf } from './places.ts';
import { languageNamed, languageOfWords, runCode } from './languages.ts';
import { textsIn } from './fields.ts';
import { commandLine, quoted } from './quote.ts';
import type { ShapedCall } from './read-by-shape.ts';

/** Fields that hold a command line and nothing else. */
const COMMANDS =
  'command cmd commandline commandtext commandstring shellcommand bashcommand terminalcommand shellscript bashscript shellcmd bash sh cmdline'.split(
    ' ',
  );
/** `cli_command`, `aws_command`, `kubectlCmd`: whatever the prefix. Patterns and descriptions of a command are not commands. */
const ANY_COMMAND =
  /^(?!sub|slash|last|prev|test|build|start|install|voice|has|is|no).+(?:command|cmd|commandline|cmdline)$/;
const LISTS = ['commands', 'cmds', 'commandlist', 'shellcommands'];
const SCRIPTS = ['script', 'scripttext', 'scriptcontent', 'scriptsource'];
const PROGRAMS = ['program', 'executable', 'binary', 'exe', 'process', 'executablepath'];
const KEYSTROKES = ['input', 'text', 'chars', 'keys', 'data', 'line', 'content', 'message'];
const STDIN = ['stdin', 'stdintext', 'stdindata', 'stdininput', 'standardinput', 'input'];

/** Every field that is a command is a shell call, in any tool. */
export function commandsOf(call: ShapedCall): Action[] {
  const { fields } = call;
  const actions: Action[] = [];
  const others = fields.names.filter((name) => ANY_COMMAND.test(name) && !COMMANDS.includes(name));
  for (const name of [...COMMANDS, ...others])
    for (const value of fields.all(name)) actions.push(...ofCommand(value, call));
  for (const name of LISTS)
    for (const value of fields.all(name))
      for (const text of textsIn(value) ?? (typeof value === 'string' ? [value] : innerTexts(value)))
        actions.push(...shellCalls(text, call));
  for (const text of fields.texts(...SCRIPTS)) actions.push(...ofScript(text, call));
  const argv = textsIn(fields.get('argv')) ?? [];
  const program = fields.text(...PROGRAMS);
  const args = textsIn(fields.get('args')) ?? textsIn(fields.get('arguments')) ?? [];
  if (program !== undefined && argv.length + args.length > 0)
    actions.push(...shellCalls(commandLine([program, ...argv, ...args]), call));
  else if (argv.length > 0) actions.push(...shellCalls(commandLine(argv), call));
  if (actions.length === 0 && isTypedInto(call.words)) {
    const text = fields.text(...KEYSTROKES);
    if (text !== undefined) actions.push(...shellCalls(keysPressed(text), call, 'other'));
  }
  // Most tools name the shell here; some give it the text.
  const shell = fields.text('shell');
  if (actions.length === 0 && shell !== undefined && /\s/.test(shell.trim())) actions.push(...shellCalls(shell, call));
  return actions;
}

/** A string; a list of words; a list of strings; or an object or list with any of these inside. The content of `args` follows a string. */
function ofCommand(value: unknown, call: ShapedCall): Action[] {
  if (typeof value === 'string') {
    if (value.trim() === '') return [];
    const args = call.fields.get('args') ?? call.fields.get('arguments');
    const words = textsIn(args);
    const behind = words !== null ? ` ${words.map(quoted).join(' ')}` : typeof args === 'string' ? ` ${args}` : '';
    const list = textsIn(value);
    return list !== null ? ofList(list, call) : shellCalls(`${value}${behind}`, call);
  }
  const list = textsIn(value);
  return list === null ? innerTexts(value).flatMap((text) => shellCalls(text, call)) : ofList(list, call);
}

/** `[["git", "push"], ["ls"]]` and `{ text: "git push" }`: command lines in the value of a field that holds commands. A single word there is a setting. */
function innerTexts(value: unknown, depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth > 3) return [];
  if (depth > 0) {
    const words = textsIn(value);
    if (words !== null) return /\s/.test(words[0]?.trim() ?? '') ? words : [commandLine(words)];
  }
  return Object.values(value).flatMap((inner: unknown) => {
    if (typeof inner === 'string') return /\S\s+\S/.test(inner) ? [inner] : [];
    // Objects below are read by their own fields.
    return Array.isArray(inner) ? innerTexts(inner, depth + 1) : [];
  });
}

function ofList(list: readonly string[], call: ShapedCall): Action[] {
  const isTexts = /\s/.test(list[0]?.trim() ?? '');
  return isTexts ? list.flatMap((text) => shellCalls(text, call)) : shellCalls(commandLine(list), call);
}

/** A script is for a shell unless a field or the name says otherwise; then it is read both ways, as nothing keeps a tool from having a misleading name. */
function ofScript(text: string, call: ShapedCall): Action[] {
  const language = languageNamed(call.fields) ?? languageOfWords(call.words);
  if (language === null || language === 'bash') return shellCalls(text, call);
  // `ls -la` is not code, whatever the tool is called.
  const isCode = language === 'powershell' || language === 'cmd' || /[(=]/.test(text);
  const run = isCode ? runCode(language, text, cwdOf(call)) : [];
  return run.some((action) => action.kind === 'exec' && action.shell === 'powershell')
    ? run
    : [...run, ...shellCalls(text, call, 'other')];
}

type Reading = 'bash' | 'other';

/** One command, in every directory that the call may mean, and in every way that its line ends may be meant. */
function shellCalls(text: string, call: ShapedCall, reading: Reading = 'bash'): Action[] {
  // `:!ls` makes an editor run a command.
  const command = text.replace(/^\s*:+\s*(?:%|silent\s+|r(?:ead)?\s+)?!/, '');
  // A shell takes a carriage return for a letter, a terminal for the end of a line.
  const readings = command.includes('\r') ? [command, command.replace(/\r\n?/g, '\n')] : [command];
  return cwdsOf(call).flatMap((cwd) => readings.map((one) => shellCall(one, cwd, { ...call, reading })));
}

function shellCall(text: string, cwd: string, { fields, words, reading }: ShapedCall & { reading: Reading }): Action {
  const named = fields.text('shell', 'language', 'lang', 'interpreter') ?? '';
  const isPowerShell = /powershell|pwsh/i.test(named) || words.some((word) => /^(?:powershell|pwsh)$/.test(word));
  if (isPowerShell) return { kind: 'exec', command: text, cwd, shell: 'powershell' };
  const stdin = fields.texts(...STDIN).find((given) => given !== text);
  // What a shell is given to read is a script.
  const command = stdin === undefined || reading === 'other' ? text : `{ ${text}\n} <<< ${quoted(stdin)}`;
  if (/(?:^|[\\/])cmd(?:\.exe)?$/i.test(named))
    return { kind: 'exec', command: `cmd /c ${quoted(text)}`, cwd, shell: 'bash' };
  return { kind: 'exec', command, cwd, shell: reading };
}

const WHERE = 'process terminal term stdin session shell bash powershell pwsh zsh tmux pty tty console repl pane'.split(
  ' ',
);
const HOW = ['send', 'write', 'interact', 'input', 'type', 'feed', 'stdin', 'keys', 'paste', 'exec', 'execute'];

/** `interact_with_process`, `write_stdin`, `send_keys`: what is typed may be for a shell, or for any other program. */
function isTypedInto(words: readonly string[]): boolean {
  return words.some((word) => WHERE.includes(word)) && words.some((word) => HOW.includes(word));
}

/** What comes of keys: `{enter}`, `<Enter>`, `C-m` and a carriage return end a line. */
export function keysPressed(text: string): string {
  return text.replace(/\r\n?|\{(?:enter|return)\}|<(?:enter|return|cr)>|\s(?:C-m|Enter)\s*$/gi, '\n');
}
