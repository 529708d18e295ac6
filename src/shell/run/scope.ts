import type { Context, Place, Reach, Span } from '../analysis.ts';
import type { LoadedFile } from '../files/loaded-files.ts';
import { normalise } from '../files/paths.ts';
import type { SyntaxNode } from '../parse/parse.ts';
import type { Directory } from './ways/directories.ts';
import type { Here } from './machine.ts';
import type { Value } from './value.ts';
import type { Locals } from './variables.ts';

/**
 * What a shell knows while it runs. Every field is always there, so that a copy is whole; `ways/join.ts` says what becomes of
 * each where two ways meet. Maps and lists are replaced where they are readonly; `fork` copies the others.
 */
export type Scope = {
  vars: Map<string, Value>;
  functions: Map<string, Definition>;
  aliases: Map<string, Either>;
  /** Null when a `cd` could not be followed. */
  cwd: string | null;
  /** Where `cwd` is null because two ways to this point disagree: the directories that they lead to. */
  perhaps: readonly string[];
  /** After a `cd` to a variable that nobody has set: where the shell stays if it is empty. */
  stays: { path: string; variable: string } | undefined;
  /** Where `cd -` goes; null before the first `cd`. */
  previous: Directory | null;
  stack: readonly Directory[];
  /** Null for an agent's own script: `$@` is empty there; `$1` is too, but its author has a value in mind. */
  positional: string[] | null;
  /** In a separate process: what the shell that started it had set. Only what was exported is there, so a default may be used as well. */
  ofParent: ReadonlySet<string> | undefined;
  /** `declare -n name=target`. */
  references: Map<string, string>;
  /** `declare -i`, `-u`, `-l`, `-r`: letters by name. */
  attributes: ReadonlyMap<string, string>;
  /** What variables hold if the way was taken that made them readonly, where only one way did. */
  kept: ReadonlyMap<string, Value>;
  /** What names were before the current function made them local. */
  locals: Locals | undefined;
  /** What numbered descriptors hold (`3<<< text`), and where they write (`3> file`). */
  inputs: ReadonlyMap<number, Input>;
  outputs: ReadonlyMap<number, Either>;
  /** Files of settings whose values are among the variables. */
  loaded: readonly LoadedFile[];
  /** Files that the script has made as copies, by what they are copies of: what was there before is gone, whatever is changed in them next. */
  copied: ReadonlyMap<string, string>;
  /** Names that the script has tested (`[ -n "$x" ]`), so that it does not go on with them empty. */
  tested: ReadonlySet<string>;
  /** After `set -u` the shell ends where a name is unset. */
  nounset: boolean;
  /** `hash -p path name`. */
  hashed: ReadonlyMap<string, Either>;
  /** After `shopt -s dotglob` a star reaches hidden names. */
  dotglob: boolean;
  /** After `shopt -s lastpipe` the last command of a pipeline runs in the shell itself. */
  lastpipe: boolean;
  /** Scripts that the shell runs later, by a trap or for a prompt. */
  later: readonly Later[];
  /** `$_`: the last word of the command before. */
  lastWord: string | undefined;
  /** After `exec > file` everything printed goes there. */
  stdout: Either | undefined;
};

/** One of several strings, because the ways to this point disagree; mostly there is only one. */
export type Either = readonly [string, ...string[]];

/** A script that runs later. It says something new only if what was `seen` when it was last read has changed. */
export type Later = { text: string; seen: Seen; started?: { node: SyntaxNode; at: Here } };

/** What a script for later uses. */
export type Seen = {
  values: ReadonlyMap<string, Value | undefined>;
  cwd: string | null;
  functions: ReadonlyMap<string, SyntaxNode | undefined>;
  files: ReadonlyMap<string, string>;
};

export type Definition = {
  body: SyntaxNode;
  source: string;
  exported?: boolean;
  /** What the name means on other ways to this point. */
  others?: readonly Definition[];
};

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
  /** Where `return`, `break` and `continue` go on. */
  landings: Landings;
  /** Inside a pipeline or a background job: recursion here is a fork bomb. */
  concurrent: boolean;
  /** A second reading of a command whose words are not all known: its effects are listed apart. */
  assumed?: true;
  /** What is taken as empty in this reading, as written: `$BUILD`. */
  ifEmpty?: string | undefined;
  /** The line of the file on disk that is being run. */
  line?: number | undefined;
};

/**
 * Where `return`, `break` and `continue` go on: at the end of the function or of the sourced file, and at the end of a round. Every way that leaves early
 * waits there, with the shell as it was when it left.
 */
export type Landings = {
  returns: Here[] | undefined;
  /** Innermost last. */
  loops: readonly Loop[];
};

/** Where `continue` goes, and where `break` goes. */
export type Loop = { next: Here[]; end: Here[] };

/** Another process: what leaves there arrives nowhere in this shell. */
export const NO_LANDINGS: Landings = { returns: undefined, loops: [] };

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
    references: new Map(scope.references),
    locals: scope.locals === undefined ? undefined : copyOf(scope.locals),
  };
}

function copyOf({ names, outer }: Locals): Locals {
  return { names: new Map(names), outer: outer === undefined ? undefined : copyOf(outer) };
}

/** A copy that the budget pays for: copying many variables many times must not be free. */
export function branch(machine: { budget: { steps: number } }, scope: Scope): Scope {
  machine.budget.steps -= (scope.vars.size + scope.functions.size) >> 4;
  return fork(scope);
}

/** The same call where it is not certain that it runs, or with these words: its effects are listed apart from what the text surely does. */
export function asGuess<C extends { frame: Frame }>(call: C): C {
  return { ...call, frame: { ...call.frame, assumed: true } };
}

/** Where a script begins: in the current directory, with nothing set and nothing around it. */
export function firstHere(text: string, { cwd, env }: Pick<Context, 'cwd'> & Partial<Pick<Context, 'env'>>): Here {
  return {
    scope: {
      vars: new Map(),
      functions: new Map(),
      aliases: new Map(),
      cwd: cwd.startsWith('/') ? normalise(cwd) : null,
      perhaps: [],
      stays: undefined,
      previous: env?.['OLDPWD'] === undefined ? null : { path: env['OLDPWD'], perhaps: [] },
      stack: [],
      positional: null,
      ofParent: undefined,
      references: new Map(),
      attributes: new Map(),
      kept: new Map(),
      locals: undefined,
      inputs: new Map(),
      outputs: new Map(),
      loaded: [],
      copied: new Map(),
      tested: new Set(),
      nounset: false,
      hashed: new Map(),
      dotglob: false,
      lastpipe: false,
      later: [],
      lastWord: undefined,
      stdout: undefined,
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
      landings: NO_LANDINGS,
      concurrent: false,
    },
    io: { stdin: null, capture: false, taken: false },
  };
}
