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
import type { Frame, Io, Scope } from './scope.ts';
import type { Value } from './value.ts';
import type { Origin, Unknowns } from '../expand/unknown.ts';

/** One program about to run, as the effect and wrapper files see it. */
export type Call = {
  program: string;
  /** Cooked; unknown parts are private-range characters (unknown.ts). */
  args: string[];
  scope: Scope;
  frame: Frame;
  io: Io;
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

/** Where the walk stands. */
export type Here = { scope: Scope; frame: Frame; io: Io };

type EffectBody = Effect extends infer E ? (E extends Effect ? Omit<E, 'by' | 'place'> : never) : never;

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
  /** How often a function may still be followed into itself. */
  recursions: number;
};

/** The analyser's state and what the per-program files may ask of it. */
export type Machine = {
  analysis: Analysis;
  unknowns: Unknowns;
  home: string | null;
  /** Where the work tree is taken to begin. */
  project: string | null;
  env: Readonly<Record<string, string>>;
  /** Text of files written earlier in the same command, so that write-then-run is seen. */
  files: Map<string, string>;
  /** Copies of known programs made earlier in the same command, with the program's name. */
  copies: Map<string, string>;
  /** Where the text of what was copied or moved earlier in the same command is on disk. */
  originals: Map<string, string>;
  /** What the command in front of `&&` has copied, while the one behind it runs. */
  copied: JustCopied | null;
  /** Links and mounts made earlier in the same command. */
  links: Link[];
  /** Paths whose text goes to commands of this text: `exec 9> >(sh)`, a named pipe, a coprocess. */
  sinks: Map<string, (call: Call, text: string) => void>;
  /** What git's aliases mean, as set earlier in the same command. */
  gitAliases: Map<string, string>;
  /** Directories that came from the network earlier in the same command: a clone, an unpacked archive. */
  downloads: string[];
  /** Directories made or entered earlier, so that `cp a d` after `mkdir d` lands inside. */
  directories: Set<string>;
  /** Files and directories that a program gives a random name: the name by which the text is followed, and what can be said of it. */
  randomNames: Map<string, string>;
  /** Commands left; guards against loops and huge texts. */
  budget: Budget;
  /** Looks at the disk; null where nothing may. */
  scriptAt: ((path: string) => ScriptText) | null;
  /** The file on disk whose text is being run. */
  scriptFile: ScriptFile | null;
  /** How many files on disk may still be read. */
  scriptsLeft: number;

  unknown: (raw: string, origin?: Origin, hint?: string) => string;
  render: (text: string) => string;
  emit: (call: Call, effect: EffectBody) => void;
  /** `idle`: the shell refuses this text before anything of it runs. */
  mark: (kind: MarkKind, detail: string, frame?: Frame, idle?: boolean) => void;
  read: (call: Call, path: string, via?: ReadVia) => void;
  write: (call: Call, path: string, via: WriteVia, more?: WriteMore) => void;
  remove: (call: Call, path: string, via: DeleteVia, more?: { recursive?: boolean; force?: boolean }) => void;
  /** Resolved against the call's directory; `"?"` when unknown. */
  locate: (call: Call, text: string) => string;
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

export type WriteMore = {
  append?: boolean;
  /** Written over the beginning of what is there: `1<> file`. */
  over?: boolean;
  empties?: boolean;
  content?: string | undefined;
};
