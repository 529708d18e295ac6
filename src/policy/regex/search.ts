import { isAscii } from '../../protocol/text/encoding.ts';
import { accepts, type RegexProgram, type RegexStep } from './program.ts';

export interface Match {
  start: number;
  end: number;
  /** The first group, or the whole match without one. */
  text: string;
}

/** Does the expression occur in the text? Time is at most text × program: a policy cannot make the hook hang. */
export function testRegex(program: RegexProgram, text: string): boolean {
  return search(program, text, 0) !== null;
}

/** The last occurrence: reports print their total at the end. */
export function lastMatch(program: RegexProgram, text: string): Match | null {
  let last: Match | null = null;
  let from = 0;
  while (from <= text.length) {
    const match = search(program, text, from);
    if (match === null) return last;
    last = match;
    from = match.end > match.start ? match.end : match.end + 1;
  }
  return last;
}

interface Thread {
  at: number;
  slots: number[];
}

/** Simulates all paths side by side, one character at a time (Thompson, Pike); the first path in order of preference wins. */
function search(program: RegexProgram, text: string, from: number): Match | null {
  if (!mayMatch(program, text, from)) return null;
  const { steps } = program;
  let current: Thread[] = [];
  let found: number[] | null = null;
  const simulation: Simulation = { program, text, marks: new Int32Array(steps.length).fill(-1) };
  for (let i = from; i <= text.length; i++) {
    // A lower-priority start is only of use while nothing has matched, and only where the text can begin to match.
    if (found === null && mayStart(program.firstCodes, text, i))
      addThread(simulation, i, { at: 0, slots: [-1, -1, -1, -1] }, current);
    if (current.length === 0) {
      if (found !== null) break;
      continue;
    }
    const next: Thread[] = [];
    const code = i < text.length ? text.charCodeAt(i) : -1;
    for (const thread of current) {
      const step = steps[thread.at] as RegexStep;
      if (step.op === 'match') {
        found = thread.slots;
        break;
      }
      if (code >= 0 && step.op === 'set' && accepts(step, code, program.pattern.ignoreCase)) {
        addThread(simulation, i + 1, { at: thread.at + 1, slots: thread.slots }, next);
      }
    }
    current = next;
  }
  return found === null ? null : toMatch(text, found);
}

function mayMatch({ needs, pattern }: RegexProgram, text: string, from: number): boolean {
  if (needs === null) return true;
  const searched = pattern.ignoreCase ? inLowerCase(text) : text;
  return searched === null || needs.some((literal) => searched.includes(literal, from));
}

/** Null: not ASCII, where letters have more than two forms. */
function inLowerCase(text: string): string | null {
  return isAscii(text) ? text.toLowerCase() : null;
}

function mayStart(first: Uint8Array | null, text: string, i: number): boolean {
  if (first === null) return true;
  if (i >= text.length) return false;
  const code = text.charCodeAt(i);
  return code >= 128 || first[code] === 1;
}

/** `marks` holds the position at which each step was last added. */
interface Simulation {
  program: RegexProgram;
  text: string;
  marks: Int32Array;
}

/** Follows everything that uses up no character. */
function addThread({ program, text, marks }: Simulation, i: number, from: Thread, list: Thread[]): void {
  const stack: Thread[] = [from];
  while (stack.length > 0) {
    const thread = stack.pop() as Thread;
    if (marks[thread.at] === i) continue;
    marks[thread.at] = i;
    const step = program.steps[thread.at] as RegexStep;
    const go = (at: number, slots = thread.slots) => stack.push({ at, slots });
    if (step.op === 'jump') go(step.to);
    else if (step.op === 'split') {
      go(step.second);
      go(step.first);
    } else if (step.op === 'save') {
      const slots = thread.slots.slice();
      slots[step.slot] = i;
      go(thread.at + 1, slots);
    } else if (step.op === 'assert') {
      if (holds(step.what, text, i, program.pattern.multiline)) go(thread.at + 1);
    } else list.push(thread);
  }
}

function holds(what: 'start' | 'end' | 'word' | 'not-word', text: string, i: number, multiline: boolean): boolean {
  if (what === 'start') return i === 0 || (multiline && text.charCodeAt(i - 1) === 10);
  if (what === 'end') return i === text.length || (multiline && text.charCodeAt(i) === 10);
  return (isWord(text, i - 1) !== isWord(text, i)) === (what === 'word');
}

function isWord(text: string, i: number): boolean {
  return i >= 0 && i < text.length && /\w/.test(text.charAt(i));
}

function toMatch(text: string, slots: number[]): Match {
  const [start, end, first, last] = slots as [number, number, number, number];
  const grouped = first >= 0 && last >= first;
  return { start, end, text: grouped ? text.slice(first, last) : text.slice(start, end) };
}
