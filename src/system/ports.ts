/**
 * Everything the pure rooms ask of the world. Every method is synchronous, asked only when a rule needs it, and at most once per question and event
 * (the policy side remembers answers). `undefined` always means "cannot tell" (unreadable, over budget, no such tool) and makes a predicate *unknown*.
 */
export interface World {
  /** `linux`, `macos`, `windows` or the host's own word. */
  os: () => string;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Weekday (0 = Sunday) and minute of the day in a zone (`null`: the machine's own). */
  localTime: (zone: string | null) => { weekday: number; minute: number } | undefined;
  /** `null`: not set. */
  env: (name: string) => string | null;
  home: () => string;
  /** Directories whose content is disposable: /tmp, $TMPDIR … */
  tempDirectories: () => string[];
  /** What stands at a path; symlinks followed. */
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
  /** Is `directory` inside a linked worktree (not the main one)? */
  linkedWorktree: (directory: string) => boolean | undefined;
  /** Is a program of this name on the search path? */
  installed: (program: string) => boolean | undefined;
  /** With every symlink resolved; a path that does not exist yet resolves its deepest existing parent. */
  realpath: (path: string) => string | undefined;
  /** The names in a directory; null: there is no such directory. Very many names are not told. */
  entries: (directory: string) => readonly string[] | null | undefined;
  /** Tells a regular file that has further names (hard links) from others; null: it has none. */
  hardLink: (path: string) => string | null | undefined;
  /** Where the guard that is running has its own files. */
  guardPlaces: () => readonly GuardPlace[];
}

/** Files of the guard: its program, its policies, what it remembers, and the settings that start it. */
export interface GuardPlace {
  part: 'program' | 'policy' | 'state' | 'settings';
  directory: string;
  /** Which files there: names, or patterns such as `**`. */
  files: readonly string[];
}
