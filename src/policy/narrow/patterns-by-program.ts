import type { Invocation } from '../../shell/index.ts';
import type { CommandPattern } from '../language/command-pattern.ts';
import { isGlob } from '../match/glob.ts';
import { startedBy } from '../match/launchers.ts';
import { namesOf } from '../match/match-command.ts';

/** Those that may fit: most patterns speak of another program, and that is settled before anything else is compared. */
export function patternsFor(patterns: readonly CommandPattern[], invocation: Invocation): readonly CommandPattern[] {
  const called = namesIn(invocation);
  if (called === null) return patterns;
  const { named, open } = sorted.get(patterns) ?? sortPatterns(patterns);
  const fitting = new Set(open);
  for (const name of called) for (const pattern of named.get(name) ?? []) fitting.add(pattern);
  return [...fitting];
}

const names = new WeakMap<Invocation, Set<string> | null>();

/** Every name a pattern could call this command by; null when its program is only known at run time. */
export function namesIn(invocation: Invocation): Set<string> | null {
  const known = names.get(invocation);
  if (known !== undefined) return known;
  const made =
    invocation.program === ''
      ? null
      : new Set([
          ...invocation.wrappers,
          ...startedBy(invocation).flatMap(({ program }, index) =>
            namesOf(program, index === 0 ? invocation.path : ''),
          ),
        ]);
  names.set(invocation, made);
  return made;
}

interface Sorted {
  named: Map<string, CommandPattern[]>;
  /** With a program such as `python*`. */
  open: CommandPattern[];
}

const sorted = new WeakMap<readonly CommandPattern[], Sorted>();

function sortPatterns(patterns: readonly CommandPattern[]): Sorted {
  const made: Sorted = { named: new Map(), open: [] };
  for (const pattern of patterns) {
    if (pattern.program.some(isGlob)) made.open.push(pattern);
    for (const name of pattern.program) made.named.set(name, [...(made.named.get(name) ?? []), pattern]);
  }
  sorted.set(patterns, made);
  return made;
}
