/** Kind: 0 file, 1 directory, 2 anything else, 3 character device. */
export type HostStat = readonly [
  kind: number,
  mode: number,
  size: number,
  uid: number,
  mtimeMs: number,
  inode: number,
  links: number,
  device: number,
];

/** What `native/host.c` can do. Calls throw what Node would throw, word for word. */
interface Host {
  platform: 'linux' | 'darwin';
  constants: Record<
    'O_RDONLY' | 'O_WRONLY' | 'O_RDWR' | 'O_CREAT' | 'O_EXCL' | 'O_APPEND' | 'O_NONBLOCK' | 'O_NOFOLLOW' | 'X_OK',
    number
  >;
  open: (path: string, flags: number, mode: number) => number;
  close: (file: number) => void;
  /** Null where there is no such file. */
  stat: (path: string) => HostStat | null;
  lstat: (path: string) => HostStat | null;
  fstat: (file: number) => HostStat;
  /** As `Files.stamp` has it. */
  stamp: (path: string) => string | null;
  /** At most `most` bytes as text, from `from`; -1: from the current position. */
  readText: (file: number, from: number, most: number) => string;
  /** The bytes between two places, one character for each. */
  readBytes: (file: number, from: number, to: number) => string;
  /** One write; how many bytes went out. */
  write: (file: number, text: string) => number;
  /** All of the text; a reader that has gone is not an error. */
  print: (file: number, text: string) => void;
  /** Decodes UTF-8; invalid bytes become U+FFFD. */
  decode: (bytes: Uint8Array) => string;
  mkdir: (path: string, mode: number) => void;
  unlink: (path: string) => void;
  rmdir: (path: string) => void;
  access: (path: string, mode: number) => void;
  exists: (path: string) => boolean;
  rename: (from: string, to: string) => void;
  realpath: (path: string) => string;
  readdir: (path: string) => string[];
  /** Null: unknown within `most` bytes. */
  countLines: (file: number, limit: number, large: boolean, most: number) => [count: number, exact: boolean] | null;
  now: () => number;
  elapsed: () => number;
  sleep: (ms: number) => void;
  arguments: () => string[];
  environment: () => Record<string, string>;
  cwd: () => string;
  executable: () => string | null;
  uid: () => number;
  pid: () => number;
  isTerminal: (file: number) => boolean;
  readInput: (deadline: number, most: number) => [ended: 0 | 1 | 2 | 3, text: string];
  /** A null status: it could not be started. */
  run: (command: string[], environment: string[], stdin: string, ms: number) => [status: number | null, stdout: string];
  localTime: (zone: string, at: number) => [year: number, month: number, day: number, hour: number, minute: number];
  /** As `protocol/text/text-key.ts` has it; null for text that is not ASCII. */
  textKey: (text: string) => string | null;
  sha256: (text: string) => string;
  /** From this moment on (milliseconds since the epoch) running code is broken off. */
  giveUpAt: (moment: number) => void;
}

export const host: Host = (globalThis as unknown as { hookctlHost: Host }).hookctlHost;
