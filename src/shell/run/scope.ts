import type { Context, Place, Reach, Span } from '../analysis.ts';
import { addUnknown, eitherOf, lookup, originOf, type Unknowns } from '../expand/unknown.ts';
import { normalise } from '../files/paths.ts';
import type { SyntaxNode } from '../parse/parse.ts';
import type { Here, Machine } from './machine.ts';
import { isSameValue, listOf, textsOf, type Value } from './value.ts';
import type { Locals } from './variables.ts';

/** What a shell knows while it runs: variables, functions, aliases, directory. Forked for subshells. */
export type Scope = {
  vars: Map<string, Value>;
  functions: Map<string, Definition>;
  aliases: Map<string, string>;
  /** Null when a `cd` could not be followed. */
  cwd: string | null;
  /** Where `cwd` is null because two ways to this point disagree: the directories that they lead to. */
  perhaps?: readonly string[] | undefined;
  previous: string | null;
  stack: (string | null)[];
  /** Null for an agent's own text: `$@` is empty there; `$1` is too, but its author has a value in mind. */
  positional: string[] | null;
  /** In a separate process: what the shell that started it had set. Only what was exported is there, so a default may be used as well. */
  ofParent?: ReadonlySet<string>;
  /** `declare -n name=target`. */
  references?: Map<string, string>;
  /** `declare -i`, `-u`, `-l`, `-r`: letters by name. Replaced, never changed. */
  attributes?: ReadonlyMap<string, string>;
  /** What names were before the current function made them local. */
  locals?: Locals | undefined;
  /** What numbered descriptors hold (`3<<< text`), and where they write (`3> file`). Replaced, never changed. */
  inputs?: ReadonlyMap<number, Input>;
  outputs?: ReadonlyMap<number, string>;
  /** Names that the text has tested (`[ -n "$x" ]`), so that it does not go on with them empty. Replaced, never changed. */
  tested?: ReadonlySet<string>;
  /** After `set -u` the shell ends where a name is unset. */
  nounset?: boolean;
  /** `hash -p path name`. */
  hashed?: ReadonlyMap<string, string>;
  /** After `shopt -s dotglob` a star reaches hidden names. */
  dotglob?: boolean;
  /** After `shopt -s lastpipe` the last command of a pipeline runs in the shell itself. */
  lastpipe?: boolean;
  /** Texts that the shell runs later, by a trap or for a prompt. Replaced, never changed. */
  later?: readonly Later[] | undefined;
  /** `$_`: the last word of the command before. */
  lastWord?: string | undefined;
  /** After `exec > file` everything printed goes there. */
  stdout?: string;
};

/** The variables of a script when it was last read: it says something new only if they have changed. */
export type Later = { text: string; seen: ReadonlyMap<string, Value | undefined> };

export type Definition = { body: SyntaxNode; source: string; exported?: boolean };

/** How the analyser came to where it is; never changed, only replaced. */
export type Frame = {
  via: Reach;
  wrappers: readonly string[];
  place: Place;
  /** Host directories visible inside a container. */
  mounts: readonly { from: string; to: string }[];
  /** The host command's place in the original text, when the current text is another one. */
  span: Span | undefined;
  source: string;
  depth: number;
  /** Bodies of functions, names of aliases and script texts being executed, to stop recursion; a function redefined inside itself is another body. */
  active: readonly unknown[];
  /** The functions among them, with their words. */
  calls?: readonly { body: SyntaxNode; args: readonly string[] }[];
  /** Inside a pipeline or a background job: recursion here is a fork bomb. */
  concurrent: boolean;
  /** A second reading of a command whose words are not all known: its effects are listed apart. */
  assumed?: true;
  /** What is taken as empty in this reading, as written: `$BUILD`. */
  ifEmpty?: string | undefined;
  /** The line of the file on disk that is being run. */
  line?: number | undefined;
};

/** Standard input, consumed by `read`. */
export type Input = { text: string };

export type Io = {
  /** Null: inherited, nothing known about it. */
  stdin: Input | null;
  /** Someone reads what is printed. */
  capture: boolean;
  /** Standard output goes to a file or a pipe. */
  taken: boolean;
};

function fork(scope: Scope): Scope {
  return {
    ...scope,
    vars: new Map(scope.vars),
    functions: new Map(scope.functions),
    aliases: new Map(scope.aliases),
    stack: [...scope.stack],
    ...(scope.references === undefined ? {} : { references: new Map(scope.references) }),
    ...(scope.locals === undefined ? {} : { locals: copyOf(scope.locals) }),
  };
}

function copyOf({ names, outer }: Locals): Locals {
  return { names: new Map(names), outer: outer === undefined ? undefined : copyOf(outer) };
}

/** A fork on the machine's account: copying many variables many times must not be free. */
export function branch(machine: { budget: { steps: number } }, scope: Scope): Scope {
  machine.budget.steps -= (scope.vars.size + scope.functions.size) >> 4;
  return fork(scope);
}

/** After a branch that may or may not have run: what both ways agree on stays, the rest is one of two values. */
export function join({ unknowns }: Pick<Machine, 'unknowns'>, into: Scope, other: Scope): void {
  if (into.cwd !== other.cwd) {
    into.perhaps = [...new Set([...placesOf(into), ...placesOf(other)])].slice(0, MOST_PLACES);
    into.cwd = null;
  }
  for (const [name, value] of other.vars) {
    const mine = into.vars.get(name);
    // A variable set on one way only: the text has one value for it, which beats knowing nothing.
    if (mine === undefined) into.vars.set(name, value);
    else if (!isSameValue(mine, value)) into.vars.set(name, oneOfTwo(unknowns, name, mine, value));
  }
  into.later ??= other.later;
  for (const [name, body] of other.functions) if (!into.functions.has(name)) into.functions.set(name, body);
  for (const [name, text] of other.aliases) if (!into.aliases.has(name)) into.aliases.set(name, text);
}

function oneOfTwo(unknowns: Unknowns, name: string, a: Value, b: Value): Value {
  const value = eitherOf(
    unknowns,
    `$${name}`,
    [a, b].map((one) => textsOf(one).join(' ')),
  );
  return typeof a === 'string' && typeof b === 'string' ? value : listOf([value]);
}

/** An honest script rarely leaves more directories open. */
const MOST_PLACES = 4;

function placesOf({ cwd, perhaps }: Scope): readonly string[] {
  return cwd === null ? (perhaps ?? []) : [cwd];
}

/** Takes over everything, as when a branch surely ran. */
export function adopt(into: Scope, other: Scope): void {
  into.vars = other.vars;
  into.functions = other.functions;
  into.aliases = other.aliases;
  into.cwd = other.cwd;
  into.perhaps = other.perhaps;
  into.previous = other.previous;
  into.stack = other.stack;
  if (other.references !== undefined) into.references = other.references;
  if (other.inputs !== undefined) into.inputs = other.inputs;
  if (other.outputs !== undefined) into.outputs = other.outputs;
  if (other.dotglob !== undefined) into.dotglob = other.dotglob;
  if (other.lastpipe !== undefined) into.lastpipe = other.lastpipe;
  if (other.later !== undefined) into.later = other.later;
  if (other.attributes !== undefined) into.attributes = other.attributes;
  if (other.locals !== undefined) into.locals = other.locals;
}

/** What a script may or may not change, as it was before. */
export type Before = { vars: ReadonlyMap<string, Value>; positional: readonly string[] | null };

export function rememberVariables(machine: { budget: { steps: number } }, { vars, positional }: Scope): Before {
  machine.budget.steps -= vars.size >> 4;
  return { vars: new Map(vars), positional };
}

/**
 * After a script that may have run any number of times, or not at all: a variable that it changed has one of several values. A variable that the script alone
 * has set keeps its value, which beats knowing nothing.
 */
export function doubtChanges(machine: Pick<Machine, 'unknowns' | 'unknown'>, scope: Scope, before: Before): void {
  for (const [name, old] of before.vars) {
    const now = scope.vars.get(name);
    if (now === undefined || isSameValue(old, now)) continue;
    const text = textsOf(now).join(' ');
    const origin = originOf(machine.unknowns, text) ?? 'value';
    const either = lookup(machine.unknowns, eitherOf(machine.unknowns, `$${name}`, [textsOf(old).join(' '), text]));
    const value = addUnknown(machine.unknowns, { ...either, raw: `$${name}`, origin, otherwise: text });
    scope.vars.set(name, typeof now === 'string' && typeof old === 'string' ? value : listOf([value]));
  }
  if (before.positional !== null && scope.positional?.join('\0') !== before.positional.join('\0'))
    scope.positional = [machine.unknown('$@')];
}

/** Where a script begins: in the current directory, with nothing set and nothing around it. */
export function firstHere(text: string, { cwd, env }: Pick<Context, 'cwd'> & Partial<Pick<Context, 'env'>>): Here {
  return {
    scope: {
      vars: new Map(),
      functions: new Map(),
      aliases: new Map(),
      cwd: cwd.startsWith('/') ? normalise(cwd) : null,
      previous: env?.['OLDPWD'] ?? null,
      stack: [],
      positional: null,
    },
    frame: {
      via: 'direct',
      wrappers: [],
      place: 'local',
      mounts: [],
      span: undefined,
      source: text,
      depth: 0,
      active: [],
      concurrent: false,
    },
    io: { stdin: null, capture: false, taken: false },
  };
}
