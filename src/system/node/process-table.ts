import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/** What is known of a running process. What we may not read is empty. */
export interface RunningProcess {
  pid: number;
  parent: number;
  /** The leader of its session; 0 where that is not known. */
  session: number;
  /** The device number of its controlling terminal; 0: none, or not known. */
  terminal: number;
  /** The file it runs. */
  executable: string;
  words: string[];
  /** `NAME=value`, as it was started with: a process cannot change this for others to see. */
  environment: string[];
}

export type ProcessTable = (pid: number) => RunningProcess | null;

/** The processes of this machine; null where we have no way to ask. */
export function processTable(): ProcessTable | null {
  if (process.platform === 'linux') return fromProc;
  return process.platform === 'darwin' ? fromPs(psText()) : null;
}

function fromProc(pid: number): RunningProcess | null {
  const stat = read(pid, 'stat');
  // The name in brackets may hold anything, brackets included.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 5) return null;
  return {
    pid,
    parent: Number(fields[1]),
    session: Number(fields[3]),
    terminal: Number(fields[4]),
    executable: linkOf(pid),
    words: listOf(read(pid, 'cmdline')),
    environment: listOf(read(pid, 'environ')),
  };
}

function listOf(text: string): string[] {
  return text.split('\0').filter((entry) => entry !== '');
}

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    // Not ours to read, or gone.
    return '';
  }
}

function linkOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '');
  } catch {
    return '';
  }
}

/**
 * `ps` prints the environment after the command, all in one line: words that look like entries are taken as such.
 * @internal
 */
export function fromPs(text: string): ProcessTable {
  const rows = new Map<number, RunningProcess>();
  for (const line of text.split('\n')) {
    const match = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line);
    if (match === null) continue;
    const all = match[3]?.split(/\s+/) ?? [];
    const first = all.findIndex((word, i) => i > 0 && /^[A-Za-z_]\w*=/.test(word));
    const words = first === -1 ? all : all.slice(0, first);
    const environment = first === -1 ? [] : all.slice(first);
    const pid = Number(match[1]);
    const executable = words[0] ?? '';
    rows.set(pid, { pid, parent: Number(match[2]), session: 0, terminal: 0, executable, words, environment });
  }
  return (pid) => rows.get(pid) ?? null;
}

function psText(): string {
  try {
    return execFileSync('/bin/ps', ['-axwwE', '-o', 'pid=,ppid=,command='], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}
