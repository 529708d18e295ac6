import { containsOneOf } from '../../protocol/text/word-list.ts';
import type { Call, Machine } from '../run/machine.ts';
import type { Token } from './read/tokens.ts';

/** Calls that start a process and come back at once, in one language or another. */
const STARTS: readonly RegExp[] = [
  /\b(?:v?fork|_Fork|pcntl_fork|mcfork|mcparallel)\b/,
  /\b(?:spawn[lv]?p?e?|posix_spawn|Popen|popen|create_subprocess_exec|create_subprocess_shell)\b/,
  /\bProcess \(|\bThread \(|\bnew Worker\b|\. Start \(/,
  // The `&` at the end of a shell script.
  /"&"/,
  // R.
  /\bwait = (?:false|FALSE)/,
];
/** Names that mean this in one language only: Node's `exec` comes back, that of other languages waits or does not come back. */
const OWN_STARTS: Record<string, RegExp> = {
  node: /\b(?:exec|execFile)\b/,
  powershell: /\b(?:start|saps|Start - Process|Start - Job)\b/i,
};

/** Loops that end by nothing in their head. */
const ENDLESS: readonly RegExp[] = [
  /\bwhile (?:\( )*(?:[1-9]\d*|true|! 0|! false|fork|\$?true)\b|\bwhile \( \)/i,
  /\buntil (?:\( )?(?:0|false)\b/i,
  // C, JavaScript and the like; Go.
  /\bfor \( ; ; \)|\bfor \{/i,
  // Rust, Ruby, Lisp.
  /\bloop (?:\{|do\b|\()|\( loop \(/i,
  /\bsetInterval \(.*, \d \)/i,
  // Python's `itertools.count()`, `iter(int, 1)` and `cycle`; a range of 100,000 and more.
  /\bcount \( \)|\biter \( int ,|\bcycle\b|\brange \( (?:\d{6,}|\d+ (?:\*\*|\* \*) \d)/i,
  /\brepeat ;|\bredo\b|\bforever\b/i,
];

/** Something in the code leaves the loop, or waits for the process, for time or for input. */
const BOUNDED: readonly ((outline: string) => boolean)[] = [
  containsOneOf('break return exit _exit quit last leave'),
  containsOneOf('waitpid wait4 waitall wait2 join communicate poll await sleep usleep setTimeout after'),
  containsOneOf('accept recv receive select input read readline getline gets get Wait'),
  // `wait = FALSE` does not wait.
  (outline) => /\bwait\b(?! =)|\bStart - Sleep\b/.test(outline),
];

const DEFINED =
  /\b(?:def|function|sub|fn|func|fun|defun|define) (?:\( )?([\w$]+)|\b([\w$]+) = (?:- >|lambda\b|proc\b|function\b|\()|\( let ([\w$]+) \(|\b(main) \( [^()]*\) \{/g;
const CONDITION = /\b(?:if|unless|when|cond|case)\b|\?|& &|\band\b/;

/** Code that starts processes without end: in a loop that nothing bounds, or in a function that calls itself whatever happens. */
export function noteEndlessStarts(machine: Machine, call: Call, tokens: readonly Token[], language: string): void {
  const outline = tokens.map(written).join(' ');
  const starts = STARTS.some((pattern) => pattern.test(outline)) || OWN_STARTS[language]?.test(outline) === true;
  if (!starts || BOUNDED.some((bounds) => bounds(outline))) return;
  if (!ENDLESS.some((pattern) => pattern.test(outline)) && !callsItself(outline)) return;
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
    const after = outline.slice(match.index + whole.length).split(' ');
    // `(function f() { … })()` starts itself.
    const isStarted = started !== undefined || outline.slice(0, match.index).endsWith('( ');
    if (after.filter((word) => word === name).length >= (isStarted ? 1 : 2)) return true;
  }
  return false;
}
