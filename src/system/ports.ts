/**
 * What the hook asks of the machine it runs on. There are two machines: `node/system.ts` (Node) and `native/system.ts` (QuickJS inside our own C program).
 * A composition root picks one and passes it down; code that runs on both knows only these types. Both throw the same errors, word for word, because
 * their messages reach people.
 */
export interface System {
  /** As Node names it: `linux`, `darwin`, `win32` … */
  platform: string;
  files: Files;
  environment: () => Readonly<Record<string, string | undefined>>;
  processId: () => number;
  /** Is there a process of this number? Null: unknown. */
  isRunning: (pid: number) => boolean | null;
  /** Null where users have no number (Windows). */
  userId: () => number | null;
  /** The home directory by the environment, else by the account. */
  home: () => string;
  /** The home directory of the account, whatever the environment says; null: unknown. */
  accountHome: () => string | null;
  /** SHA-256 of the text in UTF-8, as 64 hexadecimal digits. */
  sha256: (text: string) => string;
  /** `protocol/text/text-key.ts`, by whatever is fastest here. */
  textKey: (text: string) => string;
  /** The date and the time of day in a zone, `null` being the machine's own. Throws on an unknown zone. */
  localTime: (zone: string | null, now: Date) => LocalTime;
  /** Waits without an event loop. */
  pause: (ms: number) => void;
  /** Runs a program to its end and drops its output. Null: it could not be started, was killed, or took too long. */
  exitCodeOf: (command: readonly [string, ...string[]], options: RunOptions) => number | null;
  /** What a program prints. Null: it failed, could not be started, was killed, or took too long. */
  outputOf: (command: readonly [string, ...string[]], options: RunOptions) => string | null;
}

export interface LocalTime {
  /** Days since 1 January 1970, by the calendar of the place. */
  day: number;
  /** Of the day. */
  minute: number;
}

export interface RunOptions {
  env: Readonly<Record<string, string | undefined>>;
  timeoutMs: number;
}

/** Plain calls on files and directories. An open file is a number. */
export interface Files {
  /** For `open`. 0 where the system does not have the flag. */
  flags: Readonly<
    Record<'O_RDONLY' | 'O_WRONLY' | 'O_RDWR' | 'O_CREAT' | 'O_EXCL' | 'O_APPEND' | 'O_NONBLOCK' | 'O_NOFOLLOW', number>
  >;
  open: (path: string, flags: number, mode?: number) => number;
  close: (file: number) => void;
  /** Null: nothing is there. */
  stat: (path: string) => FileFacts | null;
  /** The same, without following a link at the end. */
  lstat: (path: string) => FileFacts | null;
  fstat: (file: number) => FileFacts;
  /** Changes whenever the file does. Null: nothing is there; `unreadable`: unknown. */
  stamp: (path: string) => string | null;
  exists: (path: string) => boolean;
  isExecutable: (path: string) => boolean;
  /** UTF-8 from the current position to the end, or between two places; what is not UTF-8 becomes U+FFFD. */
  readText: (file: number, part?: { from: number; to: number }) => string;
  /** The bytes between two places, or as many as there are, one character for each. */
  readBytes: (file: number, from: number, to: number) => string;
  /** One write. Returns how many bytes went out. */
  write: (file: number, text: string) => number;
  /** As many writes as it takes. */
  writeAll: (file: number, text: string) => void;
  makeDirectory: (path: string, mode: number) => void;
  /** No error when there is no such file. */
  removeFile: (path: string) => void;
  /** An empty one. */
  removeDirectory: (path: string) => void;
  rename: (from: string, to: string) => void;
  realpath: (path: string) => string;
  namesIn: (directory: string) => string[];
  /** Newlines. `exact` is false when counting stopped beyond the limit; null: undecided after `mostBytes`. */
  countLines: (file: number, options: LineCounting) => { count: number; exact: boolean } | null;
}

export interface FileFacts {
  kind: 'file' | 'directory' | 'character-device' | 'other';
  /** Bytes. */
  size: number;
  mode: number;
  userId: number;
  /** Milliseconds since the epoch. */
  modifiedAt: number;
  inode: number;
  device: number;
  /** How many names the file has. */
  links: number;
}

interface LineCounting {
  limit: number;
  /** Counting may stop once there are more lines than the limit. */
  mayStop: boolean;
  mostBytes: number;
}

/** What arrived on standard input. */
export type StdinText = { ok: true; text: string } | { ok: false; problem: string };

/**
 * Everything the pure rooms ask of the world. Every method is synchronous, asked only when a rule needs it, and at most once per question and event
 * (the policy side remembers answers). `undefined` always means "cannot tell" (unreadable, over budget, no such tool) and makes a condition *unknown*.
 */
export interface World {
  /** `linux`, `macos`, `windows` or the host's own word. */
  os: () => string;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** The date and the time of day in a zone (`null`: the machine's own). */
  localTime: (zone: string | null) => LocalTime | undefined;
  /** `null`: not set. */
  env: (name: string) => string | null | undefined;
  home: () => string;
  /** Directories whose content is disposable: /tmp, $TMPDIR … */
  tempDirectories: () => string[];
  /** What is at a path; symlinks followed. */
  kind: (path: string) => 'file' | 'directory' | 'other' | 'absent' | undefined;
  /** Bytes. Null: not a regular file. */
  size: (path: string) => number | null | undefined;
  /**
   * Newlines of a regular file; null for anything else. Counting goes at least to `limit` + 1 and may stop there, so that a file of 1 GB costs no more
   * than one of `limit` lines; `exact` says whether the end was reached. Counting on is welcome where it is cheap.
   */
  lines: (path: string, limit: number) => { count: number; exact: boolean } | null | undefined;
  /** At most `limit` characters of a regular file. Null: not a regular file. */
  text: (path: string, limit: number) => string | null | undefined;
  tracked: (path: string) => boolean | undefined;
  ignored: (path: string) => boolean | undefined;
  /** The branch checked out in the repository that holds `directory`; null: none (detached, no repository). */
  branch: (directory: string) => string | null | undefined;
  /** Does the name mean a commit (a branch, a tag, a hash) in the repository that holds `directory`? */
  commit: (directory: string, name: string) => boolean | undefined;
  /** Is there work of this kind at a path, which is relative to `directory`? An empty path means the whole repository. */
  unsaved: (directory: string, kind: UnsavedWork, path: string) => boolean | undefined;
  /** Would commits be left that no branch, tag or remote-tracking branch holds, if these refs (full names) went and these commits stayed? Both separated by blanks. */
  dropsCommits: (directory: string, refs: string, keptBy: string) => boolean | undefined;
  /** Is `directory` inside a linked worktree (not the main one)? */
  linkedWorktree: (directory: string) => boolean | undefined;
  /** Is a program of this name on the search path? */
  installed: (program: string) => boolean | undefined;
  /** With every symlink resolved; a path that does not exist yet resolves its deepest existing parent. */
  realpath: (path: string) => string | undefined;
  /** The names in a directory; null: there is no such directory. Very many names are not listed. */
  entries: (directory: string) => readonly string[] | null | undefined;
  /** Tells a regular file that has further names (hard links) from others; null: it has no such names. */
  hardLink: (path: string) => string | null | undefined;
  /** Where the guard that is running has its own files. */
  guardPlaces: () => readonly GuardPlace[];
}

/**
 * Work that only one place of a repository holds: changes of files that are not in the index, or in the index and not in HEAD; files that git does not know, or
 * ignores; what was done inside a submodule; commits that only a reflog names; objects that nothing names. `outside-conflicts` is `unstaged` without the files
 * in conflict, whose marks git can write again; `resolved` is conflicts that were resolved and added.
 */
export type UnsavedWork =
  | 'unstaged'
  | 'outside-conflicts'
  | 'resolved'
  | 'staged'
  | 'submodules'
  | 'untracked'
  | 'ignored'
  | 'in-reflog'
  | 'unreachable'
  | InTheWay;

/** Files that git does not know, or ignores, where this commit has a file: `in the way of HEAD~1`. */
export type InTheWay = `in the way of ${string}`;

/** Files of the guard: its program, its policies, what it remembers, and the settings that start it. */
export interface GuardPlace {
  part: 'program' | 'policy' | 'state' | 'settings';
  directory: string;
  /** Which files there: names, or patterns such as `**`. */
  files: readonly string[];
}
