import type { Call, Machine } from '../run/machine.ts';
import type { Token } from './read/tokens.ts';

/** Calls that start a process and come back at once, in one language or another; a shell's `&` at the end of a script does the same. */
const STARTS =
  /\b(?:v?fork|_Fork|pcntl_fork|mcfork|mcparallel|spawn[lv]?p?e?|posix_spawn|Popen|popen|create_subprocess_(?:exec|shell))\b|\bProcess \(|\bThread \(|\bnew Worker\b|\. Start \(|"&"|\bwait = (?:false|FALSE)/;
/** Names that mean this in one language only: Node's `exec` comes back, that of other languages waits or does not come back. */
const OWN_STARTS: Record<string, RegExp> = {
  node: /\b(?:exec|execFile)\b/,
  powershell: /\b(?:start|saps|Start - Process|Start - Job)\b/i,
};

const ENDLESS =
  /\bwhile (?:\( )*(?:[1-9]\d*|true|! 0|! false|fork|\$?true)\b|\bwhile \( \)|\bfor \( ; ; \)|\bfor \{|\bloop (?:\{|do\b|\()|\( loop \(|\buntil (?:\( )?(?:0|false)\b|\bsetInterval \(.*, \d \)|\bcount \( \)|\biter \( int ,|\bcycle\b|\brepeat ;|\bredo\b|\bforever\b|\brange \( (?:\d{6,}|\d+ (?:\*\*|\* \*) \d)/i;

/** Something in the code waits for the process, for time or for input, or leaves the loop. */
const BOUNDED =
  /\b(?:break|return|exit|_exit|quit|last|leave|wait(?! =)|waitpid|wait4|waitall|wait2|join|communicate|sleep|usleep|setTimeout|accept|recv|select|poll|await|readline|input|receive|getline|gets|read|after|get|Wait|Start - Sleep)\b/;

const DEFINED =
  /\b(?:def|function|sub|fn|func|fun|defun|define) (?:\( )?([\w$]+)|\b([\w$]+) = (?:- >|lambda\b|proc\b|function\b|\()|\( let ([\w$]+) \(|\b(main) \( [^()]*\) \{/g;
const CONDITION = /\b(?:if|unless|when|cond|case)\b|\?|& &|\band\b/;

/** Code that starts processes without end: in a loop that nothing bounds, or in a function that calls itself whatever happens. */
export function noteEndlessStarts(machine: Machine, call: Call, tokens: readonly Token[], language: string): void {
  const outline = tokens.map(written).join(' ');
  if (!STARTS.test(outline) && OWN_STARTS[language]?.test(outline) !== true) return;
  if (BOUNDED.test(outline) || !(ENDLESS.test(outline) || callsItself(outline))) return;
  machine.emit(call, { kind: 'process', operation: 'fork-bomb', target: language });
}

/** The code without its strings; of a string only a shell's `&` at the end counts. */
function written(token: Token): string {
  if (token.kind === 'name' || token.kind === 'number' || token.kind === 'op') return token.value;
  if (token.kind === 'line') return ';';
  return (token.kind === 'text' || token.kind === 'shell') && /[^&]&\s*$/.test(token.value) ? '"&"' : '""';
}

/** The function calls itself and is called afterwards; a named `let` of Scheme (`let f (…)`) needs only the first. */
function callsItself(outline: string): boolean {
  if (CONDITION.test(outline)) return false;
  for (const match of outline.matchAll(DEFINED)) {
    // The system starts what is called `main`, and a loop of Scheme starts itself.
    const [whole, defined, assigned, loop, main] = match;
    const started = loop ?? main;
    const name = defined ?? assigned ?? started ?? '';
    const behind = outline.slice(match.index + whole.length).split(' ');
    // `(function f() { … })()` starts itself.
    const isStarted = started !== undefined || outline.slice(0, match.index).endsWith('( ');
    if (behind.filter((word) => word === name).length >= (isStarted ? 1 : 2)) return true;
  }
  return false;
}
