import type { Action } from '../../protocol/agent-event.ts';
import { absolute } from '../absolute-path.ts';
import { languageNamed, languageOfWords, runCode } from './languages.ts';
import { textsIn } from './fields.ts';
import { commandLine, quoted } from './quote.ts';
import type { ShapedCall } from './read-by-shape.ts';

/** Fields that hold a command line and nothing else. */
const COMMANDS =
  'command cmd commandline commandtext commandstring shellcommand bashcommand terminalcommand shellscript bashscript shellcmd bash sh cmdline'.split(
    ' ',
  );
/** `cli_command`, `aws_command`, `kubectlCmd`: whatever is in front. Patterns and descriptions of a command are none. */
const ANY_COMMAND =
  /^(?!sub|slash|last|prev|test|build|start|install|voice|has|is|no).+(?:command|cmd|commandline|cmdline)$/;
const LISTS = ['commands', 'cmds', 'commandlist', 'shellcommands'];
const SCRIPTS = ['script', 'scripttext', 'scriptcontent', 'scriptsource'];
const PROGRAMS = ['program', 'executable', 'binary', 'exe', 'process', 'executablepath'];
const KEYSTROKES = ['input', 'text', 'chars', 'keys', 'data', 'line', 'content', 'message'];

/** Every field that is a command is a shell call, in any tool. */
export function commandsOf(call: ShapedCall): Action[] {
  const { fields } = call;
  const found: Action[] = [];
  const others = fields.names.filter((name) => ANY_COMMAND.test(name) && !COMMANDS.includes(name));
  for (const name of [...COMMANDS, ...others]) found.push(...ofCommand(fields.get(name), call));
  for (const name of LISTS) {
    const value = fields.get(name);
    for (const text of textsIn(value) ?? (typeof value === 'string' ? [value] : [])) found.push(shellCall(text, call));
  }
  for (const name of SCRIPTS) {
    const text = fields.text(name);
    if (text !== undefined) found.push(...ofScript(text, call));
  }
  const argv = textsIn(fields.get('argv')) ?? [];
  const program = fields.text(...PROGRAMS);
  const args = textsIn(fields.get('args')) ?? textsIn(fields.get('arguments')) ?? [];
  if (program !== undefined && argv.length + args.length > 0)
    found.push(shellCall(commandLine([program, ...argv, ...args]), call));
  else if (argv.length > 0) found.push(shellCall(commandLine(argv), call));
  if (found.length === 0 && isTypedInto(call.words)) {
    const text = fields.text(...KEYSTROKES);
    if (text !== undefined) found.push(shellCall(text, call, 'other'));
  }
  // Most tools name the shell here; some give it the text.
  const shell = fields.text('shell');
  if (found.length === 0 && shell !== undefined && /\s/.test(shell.trim())) found.push(shellCall(shell, call));
  return found;
}

/** A text; a list of words; or a list of texts. What `args` holds comes behind it. */
function ofCommand(value: unknown, call: ShapedCall): Action[] {
  if (typeof value === 'string') {
    if (value.trim() === '') return [];
    const args = call.fields.get('args') ?? call.fields.get('arguments');
    const words = textsIn(args);
    const behind = words !== null ? ` ${words.map(quoted).join(' ')}` : typeof args === 'string' ? ` ${args}` : '';
    const list = textsIn(value);
    return list !== null ? ofList(list, call) : [shellCall(`${value}${behind}`, call)];
  }
  const list = textsIn(value);
  return list === null ? [] : ofList(list, call);
}

function ofList(list: readonly string[], call: ShapedCall): Action[] {
  const isTexts = /\s/.test(list[0]?.trim() ?? '');
  return isTexts ? list.map((text) => shellCall(text, call)) : [shellCall(commandLine(list), call)];
}

/** A script is for a shell unless a field or the name says otherwise; then it is read both ways, as nothing keeps a tool from having a misleading name. */
function ofScript(text: string, call: ShapedCall): Action[] {
  const language = languageNamed(call.fields) ?? languageOfWords(call.words);
  if (language === null || language === 'bash') return [shellCall(text, call)];
  // `ls -la` is no code, whatever the tool is called.
  const isCode = language === 'powershell' || language === 'cmd' || /[(=]/.test(text);
  const run = isCode ? runCode(language, text, cwdOf(call)) : [];
  return run.some((action) => action.kind === 'exec' && action.shell === 'powershell')
    ? run
    : [...run, shellCall(text, call, 'other')];
}

function shellCall(text: string, call: ShapedCall, reading: 'bash' | 'other' = 'bash'): Action {
  // `:!ls` makes an editor run a command.
  const command = text.replace(/^\s*:+\s*(?:%|silent\s+|r(?:ead)?\s+)?!/, '');
  const named = call.fields.text('shell', 'language', 'lang', 'interpreter') ?? '';
  const cwd = cwdOf(call);
  const isPowerShell = /powershell|pwsh/i.test(named) || call.words.some((word) => /^(?:powershell|pwsh)$/.test(word));
  if (isPowerShell) return { kind: 'exec', command, cwd, shell: 'powershell' };
  if (/(?:^|[\\/])cmd(?:\.exe)?$/i.test(named))
    return { kind: 'exec', command: `cmd /c ${quoted(command)}`, cwd, shell: 'bash' };
  return { kind: 'exec', command, cwd, shell: reading };
}

export function cwdOf({ fields, place }: ShapedCall): string {
  const named = fields.text('cwd', 'workdir', 'workingdirectory', 'workingdir', 'directory', 'dir', 'dirpath');
  return named === undefined ? place.cwd : absolute(named, place);
}

const WHERE = ['process', 'terminal', 'stdin', 'session', 'shell', 'tmux', 'pty', 'tty', 'console', 'repl', 'pane'];
const HOW = ['send', 'write', 'interact', 'input', 'type', 'feed', 'stdin', 'keys', 'paste'];

/** `interact_with_process`, `write_stdin`, `send_keys`: what is typed may be for a shell, or for any other program. */
function isTypedInto(words: readonly string[]): boolean {
  return words.some((word) => WHERE.includes(word)) && words.some((word) => HOW.includes(word));
}
