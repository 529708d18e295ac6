import { CLIENT_VARIABLE_PREFIX, CLIENT_VARIABLES } from '../../../adapters/client-variables.ts';
import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import type { CommandHandler } from '../../../protocol/handler.ts';
import type { RunContext } from '../handler-run.ts';

export type CommandLaunch = { file: string; args: string[]; env?: Record<string, string> } | { problem: string };

/** Which program to start for a handler: a shell with the command, or in exec form the program itself. */
export function launchOf(handler: CommandHandler, context: RunContext): CommandLaunch {
  if (handler.command === '') return { problem: 'the command is empty' };
  const foreign = pluginPlaceholder([handler.command, ...(handler.args ?? [])].join(' '));
  if (foreign !== undefined && context.origin.plugin === undefined) {
    return { problem: `the command names ${foreign}, but the hook does not belong to a plugin` };
  }
  if (handler.args !== undefined) return execForm(handler.command, handler.args, context);
  if (handler.shell === 'powershell') return powershell(handler.command, context);
  const command = expand(handler.command, context);
  // Observed: `shell: "bash"` is /bin/sh all the same.
  if (process.platform !== 'win32') return { file: '/bin/sh', args: ['-c', withPrefix(command, context)] };
  const bash = findOnPath('bash.exe', context);
  return bash === null ? powershell(handler.command, context) : { file: bash, args: ['-c', command] };
}

function execForm(command: string, args: readonly string[], context: RunContext): CommandLaunch {
  const program = expand(command, context);
  const file = program.includes('/') ? resolve(context.cwd, program) : findOnPath(program, context);
  if (file === null) return { problem: `ENOENT: no program "${program}" on PATH` };
  const problem = process.platform === 'win32' ? null : whyNotRunnable(file);
  return problem === null ? { file, args: args.map((arg) => expand(arg, context)) } : { problem };
}

const PLACEHOLDER = /\$\{(\w+)\}/g;

function pluginPlaceholder(text: string): string | undefined {
  const ofPlugins: readonly string[] = [CLIENT_VARIABLES.pluginRoot, CLIENT_VARIABLES.pluginData];
  return [...text.matchAll(PLACEHOLDER)].find(([, name = '']) => ofPlugins.includes(name))?.[0];
}

/** `${NAME}` of the protocol's own variables; everything else is the shell's business. */
function expand(text: string, context: RunContext): string {
  const { plugin } = context.origin;
  const values = new Map<string, string | undefined>([
    [CLIENT_VARIABLES.projectDir, context.projectDir],
    [CLIENT_VARIABLES.pluginRoot, plugin?.root],
    [CLIENT_VARIABLES.pluginData, plugin?.data],
  ]);
  return text.replace(PLACEHOLDER, (whole, name: string) => values.get(name) ?? whole);
}

function withPrefix(command: string, context: RunContext): string {
  const prefix = context.env[CLIENT_VARIABLES.shellPrefix];
  return prefix === undefined || prefix === '' ? command : `${prefix} '${command.replaceAll("'", "'\\''")}'`;
}

/** In PowerShell `${NAME}` would be an empty variable of the shell: the environment has to be named. */
function powershell(command: string, context: RunContext): CommandLaunch {
  const file = findOnPath('pwsh', context) ?? findOnPath('powershell.exe', context);
  if (file === null) return { problem: 'ENOENT: PowerShell (pwsh) is not installed' };
  const text = command.replace(PLACEHOLDER, (whole, name: string) =>
    name.startsWith(CLIENT_VARIABLE_PREFIX) ? `\${env:${name}}` : whole,
  );
  return { file, args: ['-NoProfile', '-NonInteractive', '-Command', text] };
}

function findOnPath(program: string, context: RunContext): string | null {
  if (isAbsolute(program)) return program;
  for (const dir of (context.env['PATH'] ?? '').split(delimiter)) {
    if (dir === '') continue;
    const file = join(dir, program);
    if (whyNotRunnable(file) === null || isScriptWithoutShebang(file)) return file;
  }
  return null;
}

/** Node's own spawn would hand a script without `#!` to a shell; the client does not. */
function whyNotRunnable(file: string): string | null {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return `ENOENT: no such file '${file}'`;
  if (stat.isDirectory()) return `EACCES: '${file}' is a directory`;
  try {
    accessSync(file, constants.X_OK);
  } catch {
    return `EACCES: '${file}' is not executable`;
  }
  return isScriptWithoutShebang(file) ? `ENOEXEC: '${file}' is neither a program nor a script with #!` : null;
}

function isScriptWithoutShebang(file: string): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const head = Buffer.alloc(4);
    const handle = openSync(file, 'r');
    readSync(handle, head, 0, 4, 0);
    closeSync(handle);
    return head.subarray(0, 2).toString('latin1') !== '#!' && head.toString('latin1') !== '\u007FELF';
  } catch {
    return false;
  }
}
