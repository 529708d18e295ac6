import { isCommandLine } from './command-line.ts';

/** What a console's language puts in front of a command for a shell: `!cmd`, `:!cmd`, `\! cmd`, `.shell cmd`, `@exec "cmd"`, `ProxyCommand cmd`. */
const LEAVES = /^\s*(?:(?:[:\\@.]?!|[:\\@.]?(?:shell|system|exec|spawn|sh|\w+Command)\b)[\s"'`({]*)+/;

/** A function or a macro that starts what it gets as one string or several: `os.execute("cmd")`, `exec "rm", "-rf", "/"`. */
const CALLS =
  /\b\w*(?:system|exec|execute|popen|spawn|shell|command|syscall)\w*\s*[({[]*\s*((["'`]).+?\2(?:\s*,\s*(["'`]).+?\3)*)/gs;

/** Macros of TeX, rpm and make. */
const MACROS = /(?:\\write18\s*\{(.+?)\}|%\((.+?)\)|\$\((?:shell\s+)?(.+?)\))/gs;

/** `PostUp = cmd`, `hook: cmd`, `unixexec:path=/bin/sh,argv1=-c,argv2=cmd`. */
const SETTING = /^\s*\S*?(?:\s?[:=])\s*["']?(.+?)["']?\s*$/;

/**
 * The command lines in a string that an unknown program takes as commands, code or settings. Only those that destroy or start something
 * count (`isCommandLine`), and only where the string says that they are run: a string that mentions a command is not a command.
 */
export function commandsInText(text: string): string[] {
  if (text.length > MOST_TEXT || !/\s/.test(text.trim())) return [];
  const commands = [...text.matchAll(CALLS)].map(([, given = '']) => given.replace(/["'`](?:\s*,\s*)?["'`]?/g, ' '));
  for (const found of text.matchAll(MACROS)) commands.push(found.slice(1).find((inner) => inner !== undefined) ?? '');
  for (const line of text.split('\n')) {
    const behind = line.replace(LEAVES, '');
    if (behind === line) commands.push(...settingsIn(line));
    else commands.push(behind.replace(/["'`)}]+\s*;?\s*$/, ''));
  }
  return commands.filter(isCommandLine);
}

function settingsIn(line: string): string[] {
  const value = line.length > MOST_LINE ? undefined : SETTING.exec(line)?.[1];
  return value === undefined ? [] : [value, ...(/^\S*[:=]\S/.test(value) ? settingsIn(value) : [])];
}

/** A function or a macro that opens the file it names: `file("/x")`, `\verbatiminput{/x}`, `(load "/x")`. */
const OPENS =
  /(?<![\w\\:.-])[\w\\:.]*(?:file|read|open|slurp|load|include|input|import|source|cat)\w*\s*[({["'`]{1,2}((?:~|\/)[\w.~/-]+)/gi;

export function filesInText(text: string): string[] {
  return text.length > MOST_TEXT ? [] : [...text.matchAll(OPENS)].map(([, path = '']) => path);
}

/** A function whose name says that it deletes a file or a tree of them, and the place that it names: `Directory.Delete("/x", true)`. */
const DELETES =
  /(?<![\w\\:-])[\w.:]*(?:delete|remove|rm|unlink|erase|wipe)[\w.:]*\s*[({[]?\s*(["'`])((?:~|\/)[\w.~/-]*)\1/gi;

export function deletesInText(text: string): string[] {
  return text.length > MOST_TEXT ? [] : [...text.matchAll(DELETES)].map(([, , path = '']) => path);
}

const MOST_TEXT = 8_000;
const MOST_LINE = 500;
