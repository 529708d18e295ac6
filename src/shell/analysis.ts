import type { GitEffect } from './git-effect.ts';

export type { GitEffect } from './git-effect.ts';

/**
 * What the analyser says about one command text. Pure data: it can be stored, compared and printed.
 *
 * Paths in effects are absolute and normalised against the cwd the command itself would have at that point. Three forms are not plain paths:
 * `"?"` (cannot be known statically; see `raw` and `hint`), `"X/**"` (some files below X), and a path that still holds `*`, `?` or `[…]` (a glob the shell would expand).
 */
export type Analysis = {
  /** Every program the text would start, in the order in which bash would meet it; substitutions come before the command that holds them. */
  invocations: Invocation[];
  effects: Effect[];
  /** What the text would also do if an unknown value is empty or a pattern reaches a known program. Absent when there is no such reading. */
  assumed?: Effect[];
  /** Pipelines of two or more stages; each stage lists the indexes of its invocations. */
  pipes: Pipe[];
  /** Everything the analyser could not tell. */
  marks: Mark[];
  /** False when some text could not be read at all (parse error, too long, too deep). Never read `false` as "does nothing". */
  understood: boolean;
};

/** A word after bash's own cooking: quotes removed, variables, braces and tildes expanded where known. */
export type Word = {
  /** Unknown parts are shown as they were written (`$X`, `$(date)`); read `dynamic` before you trust the text. */
  text: string;
  /** Some part is only known at run time. */
  dynamic: boolean;
  /** Holds an unquoted pattern which bash would replace by file names. */
  glob?: boolean;
};

/** How an invocation is reached. */
export type Reach =
  | 'direct'
  /** Started by sudo, env, timeout, nohup, ssh, docker exec … */
  | 'wrapper'
  /** Inside `$(…)`, backticks or `<(…)`. */
  | 'substitution'
  | 'function'
  | 'alias'
  /** Text given to a shell: `bash -c`, `eval`, a here-document, a pipe, a file written earlier in the same command. */
  | 'script'
  /** `os.system(…)`, `child_process`, awk `system()`, sed `e` … */
  | 'interpreter'
  /** Arguments come from a list: xargs, parallel, find -exec. */
  | 'batch'
  /** A program named by an option of another one: `git rebase -x`, `tar --to-command`, `rsync -e`. */
  | 'option'
  /** A program named by a variable: `PAGER=`, `GIT_SSH_COMMAND=`. */
  | 'variable'
  /** Runs later: trap, crontab, at. */
  | 'deferred';

/** On which machine a command or effect happens. Only `local` touches the files of this machine. */
export type Place = 'local' | 'remote' | 'container';

export type Span = { start: number; end: number };

export type Invocation = {
  /** Base name, cooked: `rm` for `\rm`, `'r'm`, `/bin/rm`. Empty when not statically known. */
  program: string;
  /** As cooked but not cut: `/bin/rm`. */
  path: string;
  /** Arguments without the program. */
  argv: Word[];
  /** Programs between the shell and this one, outermost first: `['sudo', 'env']`. */
  wrappers: string[];
  /** Null when a `cd` could not be followed. */
  cwd: string | null;
  /** Where in the original text; for nested script text, the command that holds it. */
  span: Span;
  via: Reach;
  place: Place;
  /** `A=1 cmd`, and `env A=1 cmd`. */
  assignments: Assignment[];
  /** Text on standard input when it is known (here-document, here-string, `echo … |`). */
  stdin?: Word;
  /** Its words and variables name a database that tests make anew (`support/databases/test-database.ts`). */
  database?: 'test';
  /** A second reading of the words: an unknown value taken as empty, or a known program that a pattern may reach. */
  assumed?: true;
  /** The name is that of a function or an alias of the text. */
  defined?: true;
  /** What it prints on standard output goes to `/dev/null`. */
  discarded?: true;
  script?: ScriptPlace;
};

/** A file on disk that the text runs, and the line in it: `bash x.sh`, `npm run x`. The line is absent where code of another language hides it. */
export type ScriptPlace = { file: string; line?: number };

export type Assignment = { name: string; value: Word };

export type Pipe = { stages: number[][] };

export type Caused = {
  /** Index into `invocations`; -1 for a redirect without a command. */
  by: number;
  place: Place;
  /** Caused by a line of this file, not by the text itself. */
  script?: ScriptPlace;
  /** Only under a second reading. Set where the effects of both readings are in one list. */
  assumed?: true;
  /** The second reading is that this unknown value, as written, is empty: `$BUILD`. */
  ifEmpty?: string;
};

type OnPath = Caused & {
  path: string;
  /** The word as written with known parts filled in; tells `"$TMPDIR/x"` from `"$HOME/x"` when `path` is `"?"`. */
  raw: string;
  /** When `path` is `"?"` but is below a known directory: `"/p/logs/**"`. When it is `"X/**"`, which of those files: a name or pattern below it. */
  hint?: string;
  /** The file is a copy of this one, which an earlier part of the text has surely made; what was there before is gone. */
  copyOf?: string;
  /** When `path` is `"?"`: the names it surely ends with. `"$X/.env"` ends with `"/.env"`. */
  ending?: string;
};

export type ReadVia =
  | 'argument'
  | 'redirect'
  | 'copy'
  | 'upload'
  | 'archive'
  | 'script'
  | 'interpreter'
  | 'search'
  | 'mount'
  /** Its values were loaded into variables, which are printed: `. ./.env; env`. */
  | 'variables'
  /** The program works with the file and shows nothing of what is in it: a key that is handed over, a count, a checksum, an attribute. */
  | 'use';

export type WriteVia =
  | 'redirect'
  /** A redirect whose text is a here-document: `cat > f <<EOF`. */
  | 'heredoc'
  | 'tee'
  | 'in-place'
  | 'copy'
  | 'move'
  | 'link'
  | 'create'
  | 'truncate'
  | 'download'
  | 'extract'
  | 'archive'
  /** `-o file` of a program. */
  | 'output'
  | 'patch'
  | 'format'
  | 'editor'
  | 'git'
  | 'interpreter';

export type DeleteVia =
  | 'rm'
  /** Only a directory that holds nothing. */
  | 'rmdir'
  | 'move'
  | 'find'
  | 'git'
  | 'sync'
  | 'compress'
  | 'interpreter'
  | 'trash'
  | 'shred'
  | 'other';

export type Effect =
  | (OnPath & { kind: 'read'; via: ReadVia })
  | (OnPath & {
      kind: 'write';
      via: WriteVia;
      append: boolean;
      /** The former content is thrown away without a new one being put there: `: > f`, `cp /dev/null f`, `truncate -s 0 f`. */
      empties: boolean;
    })
  | (OnPath & { kind: 'delete'; via: DeleteVia; recursive: boolean; force: boolean })
  /** Comes with a `delete` of `from` and a `write` of `path`. */
  | (OnPath & { kind: 'move'; from: string })
  /** chmod, chown, chattr, setfacl. */
  | (OnPath & { kind: 'permission'; change: string; recursive: boolean })
  | (Caused & {
      kind: 'network';
      direction: 'download' | 'upload' | 'connect' | 'listen';
      /** Null when not statically known. */
      host: string | null;
      url: string | null;
      /** Secrets that go along: variables by name, printed tokens, keys in full. */
      carries?: string[];
    })
  | (Caused & { kind: 'privilege'; by: number; program: string; user: string | null })
  | GitEffect
  | (Caused & {
      kind: 'code';
      /** Where the executed text comes from; `network` and `decoded` are the ones to fear, `fetched` is a file of a clone or archive that the same text got from the network, `unknown` is text we could not follow. */
      source: 'network' | 'decoded' | 'fetched' | 'file' | 'stdin' | 'unknown';
      /** bash, python, node … */
      interpreter: string;
    })
  | (Caused & {
      kind: 'disk';
      /** `change`: what is on it is repaired, labelled or resized, or an unknown program works on it. */
      operation: 'overwrite' | 'format' | 'partition' | 'wipe' | 'mount' | 'unmount' | 'remove' | 'change' | 'inspect';
      /** Of `mount` and `unmount` also the directory that gets another content. */
      device: string;
    })
  | (Caused & {
      kind: 'process';
      operation: 'kill' | 'fork-bomb' | 'power' | 'service' | 'firewall' | 'kernel' | 'account';
      target: string;
    })
  | (Caused & {
      kind: 'persistence';
      what: 'cron' | 'at' | 'service' | 'shell-startup' | 'git-hook' | 'ssh-key' | 'login-item';
      target: string;
    })
  | (Caused & {
      kind: 'package';
      manager: string;
      operation: 'install' | 'remove' | 'publish' | 'run';
      packages: string[];
    })
  /** A variable that is set for a command or for those after it: NODE_ENV, LD_PRELOAD, GIT_SSH_COMMAND … An empty value may mean `unset`. */
  | (Caused & { kind: 'environment'; name: string; value: string })
  | (Caused & { kind: 'container'; image: string; privileged: boolean; mounts: { from: string; to: string }[] });

export type MarkKind =
  /** The program itself is only known at run time. */
  | 'dynamic-command'
  /** A path that is written, read or deleted is only known at run time. */
  | 'dynamic-path'
  /** Options or arguments that decide what happens are only known at run time. */
  | 'dynamic-argument'
  /** Executed text is only known at run time (`eval "$x"`, `bash -c "$x"`). */
  | 'dynamic-script'
  /** An operand default was used because the variable is not set in the text: `${x:-rm}`. */
  | 'assumed-default'
  | 'parse-error'
  /** A here-document that is never closed. */
  | 'open-text'
  | 'too-long'
  | 'too-deep'
  /** An invisible character, or one that makes the text look different from what it is. */
  | 'hidden-character'
  /** The budget of commands, loop rounds or expansions was used up. */
  | 'too-many'
  | 'unknown-interpreter-code'
  /** A file that the text runs is too large to be read, or could not be followed to its end. */
  | 'unread-script'
  /** The text is for PowerShell or cmd and was only tokenised. */
  | 'other-shell';

export type Mark = {
  kind: MarkKind;
  detail: string;
  span?: Span;
  /** Proved: the shell refuses the text before anything of it runs, so nothing goes unseen. */
  idle?: true;
};

export type Context = {
  cwd: string;
  home?: string;
  /** Known environment. `HOME`, `PWD`, `USER`, `SHELL` have fallbacks; everything else absent here is unknown. */
  env?: Record<string, string>;
  /** The project's root, where the agent names one. */
  project?: string | undefined;
  /** The text of a file that is about to run. Absent: no file on disk is looked at. */
  scriptAt?: (path: string) => ScriptText;
};

export type ScriptText = { text: string } | 'absent' | 'unread';
