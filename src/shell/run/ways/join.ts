import { eitherOf, type Unknowns } from '../../expand/unknown.ts';
import { eitherLoaded } from '../../files/loaded-files.ts';
import { directoryOf, eitherDirectory } from './directories.ts';
import type { Here, Machine } from '../machine.ts';
import { branch, type Definition, type Either, type Input, type Scope } from '../scope.ts';
import { asItems, isSameValue, keysOf, listOf, textsOf, type Value } from '../value.ts';
import { type Locals, PERHAPS_READONLY } from '../variables.ts';

/** Two ways to the same point of a script. `mine` is the one that goes on. */
type Ways = {
  unknowns: Unknowns;
  mine: Scope;
  other: Scope;
  /** More meets here than is kept. */
  cut: () => void;
};

type Meeting<Field extends keyof Scope> = (mine: Scope[Field], other: Scope[Field], ways: Ways) => Scope[Field];

/**
 * What each field of a shell's state is after two ways, of which either may have been taken. What only one way has set
 * stays, which beats knowing nothing; where both have set something else, later commands are judged with either. What
 * makes a later command less dangerous (`set -u`, a name that was tested, `readonly`) holds only if both ways have it.
 */
const MEETINGS: { readonly [Field in keyof Scope]: Meeting<Field> } = {
  vars: eitherVariables,
  functions: (mine, other, ways) => merged(mine, other, (a, b) => eitherFunction(a, b, ways)),
  aliases: (mine, other, ways) => merged(mine, other, (a, b) => eitherText(a, b, ways)),
  hashed: (mine, other, ways) => merged(mine, other, (a, b) => eitherText(a, b, ways)),
  cwd: (_mine, _other, ways) => currentDirectory(ways).path,
  perhaps: (_mine, _other, ways) => currentDirectory(ways).perhaps,
  stays: (mine, other) => mine ?? other,
  previous: (mine, other) => (mine === null || other === null ? (mine ?? other) : eitherDirectory(mine, other)),
  stack: (mine, other) => longer(mine, other).map((one, i) => eitherDirectory(mine[i] ?? one, other[i] ?? one)),
  positional: eitherWords,
  references: (mine, other) => merged(mine, other, (target) => target),
  attributes: eitherAttributes,
  kept: (mine, other) => merged(mine, other, (value) => value),
  locals: eitherLocals,
  inputs: (mine, other, { unknowns }) => merged(mine, other, (a, b) => eitherInput(unknowns, a, b)),
  outputs: (mine, other, ways) => merged(mine, other, (a, b) => eitherText(a, b, ways)),
  stdout: (mine, other, ways) =>
    mine === undefined || other === undefined ? (mine ?? other) : eitherText(mine, other, ways),
  loaded: eitherLoaded,
  copied: (mine, other) => new Map([...mine].filter(([copy, original]) => other.get(copy) === original)),
  tested: (mine, other) => new Set([...mine].filter((name) => other.has(name))),
  nounset: (mine, other) => mine && other,
  dotglob: (mine, other) => mine || other,
  lastpipe: (mine, other) => mine || other,
  later: (mine, other) => [...mine, ...other.filter(({ text }) => !mine.some((one) => one.text === text))],
  lastWord: (mine, other, { unknowns }) =>
    mine === undefined || other === undefined ? (mine ?? other) : eitherOf(unknowns, '$_', [mine, other]),
  // Both ways are in one process.
  ofParent: (mine) => mine,
};

const FIELDS = Object.keys(MEETINGS) as (keyof Scope)[];

/** An honest script rarely leaves more directories open. */
const MOST_PLACES = 16;

/** After commands that may or may not have run: what both ways agree on stays, the rest is one of two values. */
export function join(machine: Pick<Machine, 'unknowns' | 'mark'>, into: Here, other: Here): void {
  const { unknowns } = machine;
  const cut = () => machine.mark('too-many', 'ways to one point', into.frame);
  const met = { ...into.scope };
  for (const field of FIELDS) meet(met, field, { unknowns, mine: into.scope, other: other.scope, cut });
  adopt(into.scope, met);
  const [mine, theirs] = [into.io.stdin, other.io.stdin];
  into.io.stdin = mine === null || theirs === null ? (mine ?? theirs) : eitherInput(unknowns, mine, theirs);
}

function meet<Field extends keyof Scope>(met: Pick<Scope, Field>, field: Field, ways: Ways): void {
  const meeting: Meeting<Field> = MEETINGS[field];
  // Two fields are the current directory, and only together they say whether it is the same one.
  if (ways.mine[field] !== ways.other[field] || field === 'perhaps')
    met[field] = meeting(ways.mine[field], ways.other[field], ways);
}

/** Takes over everything, as when a branch surely ran. */
export function adopt(into: Scope, other: Scope): void {
  Object.assign(into, other);
}

/** The shell and its standard input (`exec < file`) as they are now, for a way of their own or to be looked at later. */
export function wayOf(machine: Machine, here: Here): Here {
  return { ...here, scope: branch(machine, here.scope), io: { ...here.io } };
}

/** After several ways, of which one surely ran. */
export function joinAll(machine: Machine, into: Here, ways: readonly Here[]): void {
  const [first, ...rest] = ways;
  if (first === undefined) return;
  const result = wayOf(machine, first);
  for (const way of rest) join(machine, result, way);
  adopt(into.scope, result.scope);
  into.io.stdin = result.io.stdin;
}

/**
 * After `&&`, where commands may not have run. What comes next is written for the case that they did, so it relies on what they tested, and goes on in the
 * directory that they went to, unless a question was `asked`: `[ -d x ] && cd x; …`.
 */
export function doubtChanges(machine: Machine, here: Here, before: Here, asked: boolean): void {
  const { cwd, perhaps, previous, stack, tested, nounset } = here.scope;
  const directory = asked ? {} : { cwd, perhaps, previous, stack };
  join(machine, here, { ...before, scope: { ...before.scope, ...directory, tested, nounset } });
}

/** The way goes on in the directory where another one is. */
export function relyOnDirectory(way: Here, { scope }: Here): void {
  const { cwd, perhaps, previous, stack } = scope;
  adopt(way.scope, { ...way.scope, cwd, perhaps, previous, stack });
}

function eitherVariables(mine: Scope['vars'], other: Scope['vars'], ways: Ways): Scope['vars'] {
  return merged(mine, other, (a, b, name) => (isSameValue(a, b) ? a : eitherValue(ways, name, a, b)));
}

/** Longer arrays become one unknown item. */
const MOST_ITEMS = 512;

function eitherValue({ unknowns, cut }: Ways, name: string, mine: Value, other: Value): Value {
  const either = (a: string, b: string): string => eitherOf(unknowns, `$${name}`, [a, b], a);
  if (typeof mine === 'string' && typeof other === 'string') return either(mine, other);
  const [a, b] = [asItems(mine), asItems(other)];
  const keys = [...new Set([...keysOf(a), ...keysOf(b)])];
  if (keys.length > MOST_ITEMS) cut();
  if (keys.length > MOST_ITEMS) return listOf([either(textsOf(a).join(' '), textsOf(b).join(' '))]);
  const items = keys.map((key) => {
    const [one = '', two = ''] = [a.items.get(key), b.items.get(key)];
    return [key, one === two ? one : either(one, two)] as const;
  });
  return { keyed: a.keyed || b.keyed, items: new Map(items) };
}

function currentDirectory({ mine, other, cut }: Ways): ReturnType<typeof directoryOf> {
  const either = eitherDirectory(directoryOf(mine), directoryOf(other));
  if (either.perhaps.length > MOST_PLACES) cut();
  return { path: either.path, perhaps: either.perhaps.slice(0, MOST_PLACES) };
}

/** Word by word: `$2` of the one way or of the other. */
function eitherWords(mine: Scope['positional'], other: Scope['positional'], { unknowns }: Ways): Scope['positional'] {
  if (mine === null || other === null) return mine ?? other;
  return longer(mine, other).map((_word, i) => {
    const [a = '', b = ''] = [mine[i], other[i]];
    return a === b ? a : eitherOf(unknowns, `$${i + 1}`, [a, b]);
  });
}

/** An honest script rarely has more ways. */
const MOST_WAYS = 16;

function eitherText(mine: Either, other: Either, { cut }: Ways): Either {
  if (mine === other) return mine;
  const [first, ...rest] = mine;
  const others = [...new Set([...rest, ...other])].filter((text) => text !== first);
  if (others.length > MOST_WAYS) cut();
  return [first, ...others.slice(0, MOST_WAYS)];
}

function eitherFunction(mine: Definition, other: Definition, { cut }: Ways): Definition {
  const found = new Map([...(mine.others ?? []), other, ...(other.others ?? [])].map((one) => [one.body, one]));
  found.delete(mine.body);
  if (found.size === 0) return mine;
  if (found.size > MOST_WAYS) cut();
  const others = [...found.values()].slice(0, MOST_WAYS);
  return { ...mine, others, exported: mine.exported === true || other.exported === true };
}

function eitherInput(unknowns: Unknowns, mine: Input, other: Input): Input {
  return mine.text === other.text ? mine : { text: eitherOf(unknowns, '$(<&3)', [mine.text, other.text]) };
}

function eitherAttributes(mine: Scope['attributes'], other: Scope['attributes']): Scope['attributes'] {
  const names = new Set([...mine.keys(), ...other.keys()]);
  return new Map(Array.from(names, (name) => [name, eitherLetters(mine.get(name) ?? '', other.get(name) ?? '')]));
}

/** Readonly on one way becomes perhaps readonly. Capitals and what is exported hold only if both ways have them: names of programs are in small letters. */
function eitherLetters(mine: string, other: string): string {
  const letters = [...new Set(mine + other)].map((letter) => {
    const isBoth = mine.includes(letter) && other.includes(letter);
    return isBoth || !/[rucx]/.test(letter) ? letter : letter === 'r' ? PERHAPS_READONLY : '';
  });
  return letters.join('');
}

/** A name is restored at the end of the function only if it is local on both ways. */
function eitherLocals(mine: Locals | undefined, other: Locals | undefined): Locals | undefined {
  if (mine === undefined || other === undefined) return mine;
  const names = new Map([...mine.names].filter(([name]) => other.names.has(name)));
  return { names, outer: eitherLocals(mine.outer, other.outer) };
}

function longer<Item>(a: readonly Item[], b: readonly Item[]): readonly Item[] {
  return a.length < b.length ? b : a;
}

/** The names of both ways. */
function merged<Key, Item>(
  mine: ReadonlyMap<Key, Item>,
  other: ReadonlyMap<Key, Item>,
  either: (mine: Item, other: Item, key: Key) => Item,
): Map<Key, Item> {
  const all = new Map(mine);
  for (const [key, theirs] of other) {
    const ours = all.get(key);
    if (ours !== theirs) all.set(key, ours === undefined ? theirs : either(ours, theirs, key));
  }
  return all;
}
