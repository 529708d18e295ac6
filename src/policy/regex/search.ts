import { isAscii } from '../../protocol/text/ascii.ts';
import { type Program, programOf, type Step } from './program.ts';

export interface Match {
  start: number;
  end: number;
  /** The first group, or the whole match when there is none. */
  text: string;
}

/** Does `/re/flags` occur in the text? Time is at most text × program: a policy cannot make the hook hang. */
export function testRegex(regex: string, text: string): boolean {
  return search(programOf(regex), text, 0) !== null;
}

/** The last occurrence: reports print their total at the end. */
export function lastMatch(regex: string, text: string): Match | null {
  const program = programOf(regex);
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
function search(program: Program, text: string, from: number): Match | null {
  if (!mayMatch(program, text, from)) return null;
  const { steps } = program;
  let current: Thread[] = [];
  let found: number[] | null = null;
  const marks = new Int32Array(steps.length).fill(-1);
  const first = firstCodesOf(program);
  for (let i = from; i <= text.length; i++) {
    // A lower-priority start is only of use while nothing has matched, and only where the text can begin to match.
    if (found === null && mayStart(first, text, i))
      addThread(program, text, i, { at: 0, slots: [-1, -1, -1, -1] }, current, marks);
    if (current.length === 0) {
      if (found !== null) break;
      continue;
    }
    const next: Thread[] = [];
    const code = i < text.length ? text.charCodeAt(i) : -1;
    for (const thread of current) {
      const step = steps[thread.at] as Step;
      if (step.op === 'match') {
        found = thread.slots;
        break;
      }
      if (code >= 0 && step.op === 'set' && accepts(step, code, program.pattern.ignoreCase)) {
        addThread(program, text, i + 1, { at: thread.at + 1, slots: thread.slots }, next, marks);
      }
    }
    current = next;
  }
  return found === null ? null : toMatch(text, found);
}

function mayMatch({ needs, pattern }: Program, text: string, from: number): boolean {
  if (needs === null) return true;
  const given = pattern.ignoreCase ? inLowerCase(text) : text;
  return given === null || needs.some((literal) => given.includes(literal, from));
}

/** Several expressions are tried on one text. Null: not ASCII, where letters have more than two forms. */
function inLowerCase(text: string): string | null {
  if (last.text !== text) last = { text, lower: isAscii(text) ? text.toLowerCase() : null };
  return last.lower;
}

let last: { text: string; lower: string | null } = { text: '', lower: '' };

const firsts = new WeakMap<Program, Uint8Array | null>();

/** The ASCII characters a match can begin with; null when it can be empty. Most of a long text is passed over by this alone. */
function firstCodesOf(program: Program): Uint8Array | null {
  const known = firsts.get(program);
  if (known !== undefined) return known;
  const made = firstCodes(program);
  firsts.set(program, made);
  return made;
}

function firstCodes({ steps, pattern }: Program): Uint8Array | null {
  const codes = new Uint8Array(128);
  const seen = new Set<number>();
  const stack = [0];
  while (stack.length > 0) {
    const at = stack.pop() as number;
    if (seen.has(at)) continue;
    seen.add(at);
    const step = steps[at] as Step;
    if (step.op === 'match') return null;
    if (step.op === 'jump') stack.push(step.to);
    else if (step.op === 'split') stack.push(step.first, step.second);
    else if (step.op !== 'set') stack.push(at + 1);
    else for (let code = 0; code < 128; code++) if (accepts(step, code, pattern.ignoreCase)) codes[code] = 1;
  }
  return codes;
}

function mayStart(first: Uint8Array | null, text: string, i: number): boolean {
  if (first === null) return true;
  if (i >= text.length) return false;
  const code = text.charCodeAt(i);
  return code >= 128 || first[code] === 1;
}

/** Follows everything that uses up no character. `marks` holds the position at which a step was last added. */
function addThread(program: Program, text: string, i: number, from: Thread, list: Thread[], marks: Int32Array): void {
  const stack: Thread[] = [from];
  while (stack.length > 0) {
    const thread = stack.pop() as Thread;
    if (marks[thread.at] === i) continue;
    marks[thread.at] = i;
    const step = program.steps[thread.at] as Step;
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

function accepts(step: Step & { op: 'set' }, code: number, ignoreCase: boolean): boolean {
  const hit = inRanges(step.ranges, code) || (ignoreCase && inRanges(step.ranges, otherCase(code)));
  return hit !== step.negated;
}

function inRanges(ranges: number[], code: number): boolean {
  for (let i = 0; i < ranges.length; i += 2) {
    if (code >= (ranges[i] as number) && code <= (ranges[i + 1] as number)) return true;
  }
  return false;
}

function otherCase(code: number): number {
  const c = String.fromCharCode(code);
  const lower = c.toLowerCase();
  return (lower === c ? c.toUpperCase() : lower).charCodeAt(0);
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
