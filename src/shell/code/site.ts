import type { Call, Machine } from '../run/machine.ts';
import type { Language } from './languages.ts';
import type { CallInCode, Evaluator } from './evaluate/evaluator.ts';
import type { Value } from './value.ts';

/** One call in foreign code, and where it was found. */
export type Site = {
  program: string;
  language: Language;
  evaluator: Evaluator;
  found: CallInCode;
  args: string[];
  processes: Process[];
  /** What the code does that could not be resolved, noted as it is read. */
  unresolved: Unresolved;
};

/** What could not be resolved, and whether the code talks to another machine, from which the missing value may come. */
type Unresolved = {
  /** It reads an unknown path. */
  reads: boolean;
  /** It runs an unknown text as code. */
  runs: boolean;
  /** It talks to another machine. */
  connects: boolean;
  /** A program that it starts talks to another machine, and may print what came from there. */
  fetches: boolean;
};

/** What the code started, as words or as text for a shell: it may be fed later. */
export type Process = { words: string[] } | { text: string };

/** What is noted while the code is read, for guesses when all of it is known. */
export type Noted = {
  processes: Process[];
  unresolved: Unresolved;
  /** Every text that the code holds or makes. */
  texts: Set<string>;
};

/** Another call that this one leads to. */
export type Again = (name: string, args: Value[], receiver?: Value) => Value;

/** A call in foreign code that is to be worked out: `call` is the command that runs the code. */
export type FoundCall = { machine: Machine; call: Call; site: Site; again: Again };

/** The values that a rule's place names. */
export function argument(site: Site, place: string): Value[] {
  const { args, receiver } = site.found;
  if (place === 'self') return receiver === undefined ? [] : [receiver];
  if (place === 'all' || place === 'joined') return args;
  // `last` for `new Function('a', 'code')`, a name for `run(args=[…])`.
  const value =
    place === 'last'
      ? args.at(-1)
      : /^\d/.test(place)
        ? (args[Number(place)] ?? (place === '0' ? site.found.named.get('args') : undefined))
        : site.found.named.get(place);
  return value === undefined ? [] : [value];
}
