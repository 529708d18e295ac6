import { CLIENT_VARIABLES } from '../../adapters/client-variables.ts';
import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { CommandHandler } from '../../protocol/handler.ts';
import { type Command, parseScript, type WordNode, type WordPart } from '../../shell/parse/parse.ts';
import { simpleCommands } from './shell-tree.ts';

/** A script that a command names: as the program itself, or as what an interpreter is to run. */
export interface ScriptReference {
  /** As written, quotes included. */
  text: string;
  /** Inside the command's text; null in exec form. */
  pos: number | null;
  /** Expanded as far as it can be known; null when it cannot. */
  path: string | null;
  /** Written without a leading slash, `~` or variable: found from the hook's current directory only. */
  isRelative: boolean;
  /** `python3` in `python3 guard.py`; null when the file is the program. */
  interpreter: string | null;
  /** After `&&`, in an `if`, …: it may be meant not to be there. */
  isConditional: boolean;
  /** A `cd` goes before it, so the hook's own directory does not matter. */
  isAfterCd: boolean;
}

export interface CommandPlaces {
  projectDir: string | null;
  home: string | null;
  pluginRoot: string | null;
}

/** Every script a handler's command is going to run, found without running anything. */
export function scriptsOf(handler: CommandHandler, places: CommandPlaces): ScriptReference[] {
  // A command line in exec form names no file at all.
  if (isCommandLine(handler)) return [];
  return handler.args === undefined ? inShell(handler.command, places) : inExecForm(handler, places);
}

/** A program and its arguments where a program belongs. */
export function isCommandLine({ command, args }: CommandHandler): boolean {
  if (args === undefined || !/\S\s+\S/.test(command)) return false;
  // A path with spaces is fine here.
  const isPath = command.startsWith('/') || command.startsWith('${');
  return !isPath || (!existsSync(command) && /\s-|\s\S*\$\{|\.\w+\s/.test(command));
}

/** Programs that run a script named on their command line. */
export const INTERPRETERS = /^(?:(?:ba|da|k|z)?sh|python[\d.]*|uv|node|bun|deno|tsx|ts-node|ruby|perl|pwsh)$/;

function inShell(command: string, places: CommandPlaces): ScriptReference[] {
  const script = parseScript(command);
  if ((script.errors?.length ?? 0) > 0) return [];
  let afterCd = false;
  return simpleCommands(script).flatMap(({ command: one, isConditional }) => {
    const words = wordsOf(one);
    const at = programIndex(words.map((word) => word.value));
    const program = words[at];
    if (program === undefined) return [];
    if (program.value === 'cd' || program.value === 'pushd') afterCd = true;
    const name = program.value.split('/').at(-1) ?? '';
    const isInterpreter = INTERPRETERS.test(name);
    const target = isInterpreter
      ? words[
          scriptOperand(
            words.map((word) => word.value),
            at,
          )
        ]
      : program;
    if (target === undefined || (!isInterpreter && !target.value.includes('/'))) return [];
    const expanded = expandWord(target, places);
    return [
      {
        text: target.text,
        pos: target.pos,
        path: expanded === null ? null : absolute(expanded, places),
        isRelative: isRelativeText(target.value),
        interpreter: isInterpreter ? name : null,
        isConditional,
        isAfterCd: afterCd,
      },
    ];
  });
}

function inExecForm({ command, args = [] }: CommandHandler, places: CommandPlaces): ScriptReference[] {
  const name = command.split('/').at(-1) ?? '';
  const isInterpreter = INTERPRETERS.test(name);
  const all = [command, ...args];
  const text = isInterpreter ? all[scriptOperand(all, 0)] : command;
  if (text === undefined || (!isInterpreter && !text.includes('/'))) return [];
  const expanded = expandPlaceholders(text, places);
  const facts = { text, pos: null, isConditional: false, isAfterCd: false };
  return [
    {
      ...facts,
      path: expanded === null || expanded.includes('$') ? null : absolute(expanded, places),
      isRelative: isRelativeText(text),
      interpreter: isInterpreter ? name : null,
    },
  ];
}

function wordsOf({ name, args }: Command): WordNode[] {
  return name === undefined ? [] : [name, ...args.filter((arg): arg is WordNode => arg.type === 'Word')];
}

/** Past `env A=1`, `exec`, `nohup`, `timeout 5`, `time`, `npx`, `pnpm exec`. */
function programIndex(words: readonly string[]): number {
  let at = 0;
  for (;;) {
    const word = words[at];
    if (word === 'env') for (at++; /^-|^\w+=/.test(words[at] ?? ''); at++);
    else if (word === 'timeout') at += words[at + 1]?.startsWith('-') === true ? words.length : 2;
    else if (word === 'exec' || word === 'nohup' || word === 'time' || word === 'command') at++;
    else if (word === 'npx' || word === 'bunx') for (at++; words[at]?.startsWith('-') === true; at++);
    else if ((word === 'pnpm' || word === 'yarn' || word === 'npm') && words[at + 1] === 'exec') at += 2;
    else return at;
  }
}

/** Options of interpreters that take the next word with them. */
const WITH_VALUE = new Set([
  '-r',
  '--require',
  '--import',
  '--loader',
  '--env-file',
  '-W',
  '-X',
  '-o',
  '-O',
  '--rcfile',
  '-I',
]);

/** The first operand of an interpreter; none with `-c`, `-e`, `-m`, where no file is run. */
function scriptOperand(words: readonly string[], from: number): number {
  // `uv run x.py` runs a file; `uv run pytest`, `bun run build` and `deno run` do not, or in another way.
  if (words[from] === 'uv')
    return words[from + 1] === 'run' ? words.findIndex((word, at) => at > from && word.endsWith('.py')) : -1;
  for (let at = from + 1; at < words.length; at++) {
    const word = words[at] ?? '';
    if (/^-(?:[a-zA-Z]*[cem]|-eval|-print|p)$/.test(word) || word === '-' || word === 'run' || word === '-s') return -1;
    if (WITH_VALUE.has(word)) at++;
    else if (!word.startsWith('-')) return /[./$]/.test(word) ? at : -1;
  }
  return -1;
}

function isRelativeText(text: string): boolean {
  return !/^[/~$%\\]|^[A-Za-z]:/.test(text.replace(/^["']+/, ''));
}

/** The word's value with the variables filled in whose value is known here. */
function expandWord(word: WordNode, places: CommandPlaces): string | null {
  if (word.parts === undefined) return withHome(word.value, places);
  const parts = word.parts.flatMap((part): readonly WordPart[] => (part.type === 'DoubleQuoted' ? part.parts : [part]));
  let text = '';
  for (const part of parts) {
    if (part.type === 'Literal') text += part.value;
    // The client fills in its own variables before any shell sees the quotes.
    else if (part.type === 'SingleQuoted') text += expandPlaceholders(part.value, places) ?? part.value;
    else if (part.type === 'SimpleExpansion') {
      const value = variable(part.text.slice(1), places);
      if (value === null) return null;
      text += value;
    } else if (part.type === 'ParameterExpansion') {
      const value = variable(part.parameter, places);
      if (value === null || (part.operation !== undefined && part.operation.type !== 'Default')) return null;
      text += value;
    } else return null;
  }
  return withHome(text, places);
}

function withHome(text: string, { home }: CommandPlaces): string | null {
  if (!text.startsWith('~/')) return text;
  return home === null ? null : join(home, text.slice(2));
}

function expandPlaceholders(text: string, places: CommandPlaces): string | null {
  let isUnknown = false;
  const filled = text.replace(/\$\{(\w+)\}/g, (whole, name: string) => {
    if (name !== CLIENT_VARIABLES.projectDir && name !== CLIENT_VARIABLES.pluginRoot) return whole;
    const value = variable(name, places);
    isUnknown ||= value === null;
    return value ?? '';
  });
  return isUnknown ? null : filled;
}

function variable(name: string, { projectDir, home, pluginRoot }: CommandPlaces): string | null {
  if (name === CLIENT_VARIABLES.projectDir || name === 'PWD') return projectDir;
  if (name === CLIENT_VARIABLES.pluginRoot) return pluginRoot;
  return name === 'HOME' ? home : null;
}

function absolute(path: string, { projectDir }: CommandPlaces): string | null {
  if (isAbsolute(path)) return path;
  if (/^[A-Za-z]:/.test(path)) return null;
  return projectDir === null ? null : resolve(projectDir, path);
}
