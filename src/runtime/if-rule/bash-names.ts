import type { Node, Part, Script, Word } from './bash-syntax.ts';

/**
 * The programs of a script that is one plain command, substitutions in it included; undefined if it is anything more, or if a program
 * in it runs what its arguments say, for then the name tells nothing.
 */
export function commandNames(script: Script): string[] | undefined {
  const names: string[] = [];
  return collectScript(script, names) ? names : undefined;
}

function collectScript(script: Script, names: string[]): boolean {
  const [item] = script.items;
  return script.items.length === 1 && item !== undefined && collectCommand(item.node, names);
}

function collectCommand(node: Node, names: string[]): boolean {
  if (node.kind !== 'command' || node.assignments.length > 0 || node.redirects.length > 0) return false;
  const [name] = node.words;
  const [only] = name?.parts ?? [];
  if (name?.parts.length !== 1 || only?.kind !== 'bare' || !isPlainProgram(only.raw)) return false;
  names.push(only.raw);
  return node.words.slice(1).every((word) => collectWord(word, names));
}

function collectWord(word: Word, names: string[]): boolean {
  if (word.parts.length === 1 && word.parts[0]?.kind === 'variable') return true;
  return word.parts.every((part) => collectPart(part, names));
}

function collectPart(part: Part, names: string[]): boolean {
  if (part.kind === 'bare') return !part.raw.includes('\\');
  if (part.kind === 'double') return part.parts.every((inner) => inner.kind === 'text' || collectPart(inner, names));
  return (part.kind === 'substitution' || part.kind === 'process') && collectScript(part.script, names);
}

function isPlainProgram(name: string): boolean {
  if (!/^[\w./+-]+$/.test(name) || /^\d+$/.test(name)) return false;
  const base = name.slice(name.lastIndexOf('/') + 1);
  const family = base.replace(/\.exe$/, '').replace(/[\d.]+$/, '');
  return ![base, family].some((program) => RUNS_ARGUMENTS.has(program) || program.startsWith('zf_'));
}

/** Shell builtins that evaluate, declare or redirect, wrappers, shells and interpreters. */
const RUNS_ARGUMENTS = new Set(
  (
    '. : [ [[ alias autoload bind break builtin command compgen complete continue coproc declare disable emulate enable eval exec exit export fc ' +
    'float foreach functions getln getopts hash integer jobs let local logout mapfile nocorrect noglob print printf read readarray readonly repeat return set setopt shift shopt ' +
    'source sysopen sysread sysseek syswrite test trap typeset unset unsetopt vared wait zcompile zmodload zparseopts zpty zsocket zstyle ztcp ' +
    'caffeinate chroot chrt doas env fakechroot fakeroot find firejail flock ionice linux32 linux64 ltrace nice nohup nsenter parallel pkexec proot rlwrap runuser ' +
    'script setarch setpriv setsid socat stdbuf strace su sudo systemd-run taskset time timeout unbuffer unshare valgrind watch xargs expect tmux screen ' +
    'ash awk bash bun busybox cmd csh dash deno fish gawk ksh lua mawk mksh nawk node nodejs perl php powershell pwsh python rbash ruby sh tcsh toybox ' +
    'wsl zsh'
  ).split(' '),
);
