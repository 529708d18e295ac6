import type {
  Analysis,
  DeleteVia,
  Effect,
  MarkKind,
  Place,
  Reach,
  ReadVia,
  ScriptText,
  WriteVia,
} from '../analysis.ts';
import type { ScriptFile } from './script-files.ts';
import type { Link } from '../files/links.ts';
import type { SyntaxNode } from '../parse/parse.ts';
import type { JustCopied } from '../files/just-copied.ts';
import type { Archives } from '../files/archives.ts';
import type { Stashed } from '../programs/git/stashed.ts';
import type { Frame, Io, Scope } from './scope.ts';
import type { Value } from './value.ts';
import type { Origin, Unknowns } from '../expand/unknown.ts';

/*
 * Three values go through the whole analysis of a text:
 * - `Machine`: the computer. There is one for the text, and it holds what no subshell can undo: what is on disk, what the analysis has found, what it
 *   may still cost. Files of programs ask it for everything they need.
 * - `Here`: the shell that reads the current command. A subshell, a stage of a pipeline or a wrapper has its own.
 * - `Call`: one program about to run there, with its words.
 *
 * Functions of programs take the call first, since it is what they are about; all others take the machine first.
 */

/** The shell that reads the current command: what it knows (`scope`), how the analysis came to it (`frame`), and where its input and output go (`io`). */
export type Here = { scope: Scope; frame: Frame; io: Io };

/** One program about to run, as the effect and wrapper files see it. */
export type Call = Here & {
  program: string;
  /** Cooked; unknown parts are private-range characters (unknown.ts). */
  args: string[];
  /** Index of the invocation. */
  index: number;
  assignments: Map<string, string>;
  /** Arrays among the words: `declare a=(…)`. */
  arrays?: ReadonlyMap<string, Value>;
  /** Code of another language puts here what it prints. */
  printed?: string[];
  /** The lines that code of another language is run for, one after the other: `perl -ne code`. */
  lines?: string;
  /** The file that this code has opened for writing, absolute. */
  opened?: string;
};

export type Machine = Findings & Environment & Disk & Work & Requests;

/** What the analysis has come to so far. */
type Findings = {
  analysis: Analysis;
  /** What is known about each unknown value, by the character that stands for it (`expand/unknown.ts`). */
  unknowns: Unknowns;
};

/** What is known before the text runs. */
type Environment = {
  readonly home: string | null;
  /** Where the work tree is taken to begin. */
  readonly project: string | null;
  readonly env: Readonly<Record<string, string>>;
  /** Looks at the disk; null where nothing may. */
  readonly scriptAt: ((path: string) => ScriptText) | null;
};

/** What earlier commands of the text have left behind; every shell and program of the text finds it. */
type Disk = {
  /** Text of written files, so that write-then-run is seen. */
  files: Map<string, string>;
  /** Files that were written, and whose text is too much to keep. */
  forgotten: Set<string>;
  /** Copies of known programs, with the program's name. */
  copies: Map<string, string>;
  /** Where the text of what was copied or moved is on the real disk. */
  originals: Map<string, string>;
  /** Links and mounts. */
  links: Link[];
  archives: Archives;
  /** Paths whose text goes to commands of this text: `exec 9> >(sh)`, a named pipe, a coprocess. */
  sinks: Map<string, (call: Call, text: string) => void>;
  /** What git's aliases mean. */
  gitAliases: Map<string, string>;
  /** Directories that came from the network: a clone, an unpacked archive. */
  downloads: string[];
  /** Directories made or entered, so that `cp a d` after `mkdir d` lands inside. */
  directories: Set<string>;
  /** Files and directories that a program gives a random name: the name by which the text is followed, and what can be said of it. */
  randomNames: Map<string, string>;
  /** What the command in front of `&&` has copied, while the one behind it runs. */
  copied: JustCopied | null;
  /** What `git stash` has put away in this chain of `&&`. */
  stashed: Stashed | null;
};

/** What is being read, and what the rest may cost. */
type Work = {
  /** The file on disk whose text is being run. */
  scriptFile: ScriptFile | null;
  budget: Budget;
  /** How many files on disk may still be read. */
  scriptsLeft: number;
};

/** What the files of programs may ask for; `create-machine.ts` says where each is done. */
type Requests = {
  /** A character that stands for an unknown value. */
  unknown: (raw: string, origin?: Origin, hint?: string) => string;
  /** Text for people, in which unknown values look as they were written. */
  render: (text: string) => string;
  /** Notes an effect of the call. */
  emit: (call: Call, effect: EffectBody) => void;
  /** `idle`: the shell refuses this text before anything of it runs. */
  mark: (kind: MarkKind, detail: string, frame?: Frame, more?: { idle: boolean }) => void;
  /** `read`, `write` and `remove` take a path as the program gets it, and note the effect on every place to which it may lead. */
  read: (call: Call, path: string, via?: ReadVia) => void;
  write: (call: Call, path: string, via: WriteVia, more?: WriteMore) => void;
  remove: (call: Call, path: string, via: DeleteVia, more?: { recursive?: boolean; force?: boolean }) => void;
  /** Resolved against the call's directory; `"?"` when unknown. */
  locate: (call: Call, text: string) => string;
  /** The text of a file that this text has written. */
  content: (call: Call, path: string) => string | undefined;

  /** Runs another program: what a wrapper wraps. */
  run: (call: Call, argv: string[], reached: Reached) => string;
  /** Runs shell text. */
  script: (call: Call, text: string, reached: Reached) => string;
  /** Runs a file whose text was written earlier in the same command. */
  runFile: (call: Call, text: string, path: string) => string;
  /** Runs `$(…)`, backticks, `<(…)` or `>(…)`; returns the text that takes its place. */
  substitute: (node: SyntaxNode, here: Here) => string;
  /** Text in which only `$…` and backticks are special, like an unquoted here-document. */
  expandText: (text: string, here: Here) => string;
  /** Runs a part of a parsed tree; here so that files below the walk need not import it. */
  walk: (node: SyntaxNode, here: Here) => string;
  /** Text that a program of another language runs as code. */
  code: (call: Call, program: string, text: string, args?: string[]) => void;
};

/** An effect without the fields that `emit` fills in. */
export type EffectBody = Effect extends infer E ? (E extends Effect ? Omit<E, 'by' | 'place'> : never) : never;

/** How a call reaches what it starts. An absent field is as for the call itself. */
export type Reached = {
  /** Name added to the wrappers of what is reached. */
  wrapper?: string;
  via?: Reach;
  place?: Place;
  mounts?: Frame['mounts'];
  scope?: Scope;
  /** Text on standard input; null for "not ours". */
  stdin?: string | null;
  positional?: string[];
  /** The file whose text runs: its `$0`, and in bash `BASH_SOURCE`. */
  file?: string;
  capture?: boolean;
  assignments?: Map<string, string>;
  /** Runs in the shell itself, so `cd` and assignments stay: eval, source. */
  inPlace?: boolean;
};

/** What is left of the work one text may cause. `steps` counts nodes walked and variables copied, `chars` text built by expansion. */
export type Budget = {
  commands: number;
  fields: number;
  steps: number;
  chars: number;
  /** Effects on paths: each of them is compared with all rules. */
  paths: number;
  /** How often a function may still be followed into itself. */
  recursions: number;
};

export type WriteMore = {
  append?: boolean;
  /** Written over the beginning of what is there: `1<> file`. */
  over?: boolean;
  empties?: boolean;
  content?: string | undefined;
};
