import { literalsIn } from './literals.ts';
import { type RegexNode, parseRegex, type Pattern, PatternError } from './syntax.ts';

export type RegexStep =
  | { op: 'set'; ranges: number[]; negated: boolean }
  | { op: 'assert'; what: 'start' | 'end' | 'word' | 'not-word' }
  | { op: 'split'; first: number; second: number }
  | { op: 'jump'; to: number }
  | { op: 'save'; slot: number }
  | { op: 'match' };

export interface RegexProgram {
  steps: RegexStep[];
  pattern: Pattern;
  /** A string that contains none of these cannot match; found much faster than by running the program. In lower case where case does not count. Null: none known. */
  needs: readonly string[] | null;
  /** The ASCII characters a match can begin with; null when it can be empty. Most of a long text is passed over by this alone. */
  firstCodes: Uint8Array | null;
}

const MAX_STEPS = 2_000;

/** `/re/flags` → program. Throws PatternError; texts of a compiled policy have been checked. */
export function programOf(text: string): RegexProgram {
  const pattern = parseRegex(text);
  const steps = stepsOf(pattern.node);
  const literals = literalsIn(pattern.node);
  const needs = pattern.ignoreCase ? (literals?.map((literal) => literal.toLowerCase()) ?? null) : literals;
  return { steps, pattern, needs, firstCodes: firstCodes(steps, pattern.ignoreCase) };
}

/** Throws PatternError for an expression that has too many. */
export function stepsOf(node: RegexNode): RegexStep[] {
  const steps: RegexStep[] = [{ op: 'save', slot: 0 }];
  emit(node, steps);
  steps.push({ op: 'save', slot: 1 }, { op: 'match' });
  return steps;
}

function emit(node: RegexNode, steps: RegexStep[]): void {
  if (steps.length > MAX_STEPS) throw new PatternError('the expression is too large');
  switch (node.kind) {
    case 'set':
      steps.push({ op: 'set', ranges: node.ranges, negated: node.negated });
      return;
    case 'assert':
      steps.push({ op: 'assert', what: node.what });
      return;
    case 'sequence':
      for (const part of node.of) emit(part, steps);
      return;
    case 'group':
      // Only the first group is ever asked for (`extract`).
      if (node.index !== 1) return emit(node.of, steps);
      steps.push({ op: 'save', slot: 2 });
      emit(node.of, steps);
      steps.push({ op: 'save', slot: 3 });
      return;
    case 'choice':
      emitChoice(node.of, steps);
      return;
    case 'repeat':
      emitRepeat(node, steps);
  }
}

function emitChoice(options: RegexNode[], steps: RegexStep[]): void {
  const ends: { op: 'jump'; to: number }[] = [];
  for (const [index, option] of options.entries()) {
    if (index === options.length - 1) {
      emit(option, steps);
      break;
    }
    const split = { op: 'split' as const, first: steps.length + 1, second: 0 };
    steps.push(split);
    emit(option, steps);
    const end = { op: 'jump' as const, to: 0 };
    steps.push(end);
    ends.push(end);
    split.second = steps.length;
  }
  for (const end of ends) end.to = steps.length;
}

function emitRepeat(node: RegexNode & { kind: 'repeat' }, steps: RegexStep[]): void {
  for (let i = 0; i < node.min; i++) emit(node.of, steps);
  const fork = () => ({ op: 'split' as const, first: 0, second: 0 });
  const aim = (split: { first: number; second: number }, inside: number, outside: number) => {
    split.first = node.lazy ? outside : inside;
    split.second = node.lazy ? inside : outside;
  };
  if (node.max === Infinity) {
    const split = fork();
    const start = steps.length;
    steps.push(split);
    emit(node.of, steps);
    steps.push({ op: 'jump', to: start });
    aim(split, start + 1, steps.length);
    return;
  }
  const splits: { at: number; split: ReturnType<typeof fork> }[] = [];
  for (let i = node.min; i < node.max; i++) {
    const split = fork();
    splits.push({ at: steps.length, split });
    steps.push(split);
    emit(node.of, steps);
  }
  for (const { at, split } of splits) aim(split, at + 1, steps.length);
}

function firstCodes(steps: readonly RegexStep[], ignoreCase: boolean): Uint8Array | null {
  const codes = new Uint8Array(128);
  const seen = new Set<number>();
  const stack = [0];
  while (stack.length > 0) {
    const at = stack.pop() as number;
    if (seen.has(at)) continue;
    seen.add(at);
    const step = steps[at] as RegexStep;
    if (step.op === 'match') return null;
    if (step.op === 'jump') stack.push(step.to);
    else if (step.op === 'split') stack.push(step.first, step.second);
    else if (step.op !== 'set') stack.push(at + 1);
    else for (let code = 0; code < 128; code++) if (accepts(step, code, ignoreCase)) codes[code] = 1;
  }
  return codes;
}

export function accepts(step: RegexStep & { op: 'set' }, code: number, ignoreCase: boolean): boolean {
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
