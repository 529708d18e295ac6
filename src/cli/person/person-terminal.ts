import { fstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { ancestorsOf, signAmong } from './ancestry.ts';
import { processTable, type RunningProcess } from '../../system/node/process-table.ts';

/**
 * Why the terminal we were started on may not be a person's; null where nothing speaks against it. Asked where a person's word counts (`allow-once`,
 * `trust`). It makes a forged terminal harder, not impossible: the agent runs under the same account (docs/decisions/085).
 */
export function doubtAboutTerminal(): string | null {
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    return 'a person has to confirm this on a terminal, and there is none';
  const table = process.platform === 'linux' ? processTable() : null;
  const self = table?.(process.pid) ?? null;
  if (table === null || self === null) return null;
  if (self.terminal === 0 || fstatSync(0).rdev !== self.terminal)
    return 'its input is not the terminal it was started on';
  for (const chain of [
    ancestorsOf(process.ppid, table),
    ...holdersOf(self.terminal).map((pid) => ancestorsOf(pid, table)),
  ]) {
    const doubt = doubtAbout(chain);
    if (doubt !== null) return doubt;
  }
  return null;
}

/** An agent further up, or a program that imitates a person: one that is detached from its parent and has its own terminal. */
function doubtAbout(chain: readonly RunningProcess[]): string | null {
  const agent = signAmong(chain);
  if (agent !== null) return `its terminal belongs to an agent (${agent})`;
  const head = headOfSession(chain);
  if (head === undefined || !PLAYERS.test(basename(head.executable))) return null;
  return `its terminal is played by a program (${basename(head.executable)}, process ${head.pid}), not used by a person`;
}

/** Programs that can own a terminal and are not terminals for people. Node is missing: editors keep their terminals with it. */
const PLAYERS = /^(?:python|perl|ruby|php|lua|tclsh|expect|script$|socat|unbuffer|setsid|nohup|ptyprocess)/;

/** Who is highest up in the session of the first one: a login shell, a terminal, the server of tmux, or what has made a session for itself. */
function headOfSession([first, ...rest]: readonly RunningProcess[]): RunningProcess | undefined {
  let head = first;
  for (const one of rest) {
    if (one.session !== first?.session) break;
    head = one;
  }
  return head;
}

const PSEUDO_TERMINALS = 136;

/** The processes that hold the other end of a pseudo-terminal, as far as we may look. */
function holdersOf(terminal: number): number[] {
  const major = (terminal >> 8) & 0xfff;
  const minor = (terminal & 0xff) | ((terminal >>> 12) & 0xfff00);
  const index = (major - PSEUDO_TERMINALS) * 256 + minor;
  if (index < 0) return [];
  return namesIn('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => namesIn(`/proc/${pid}/fd`).some((fd) => isOtherEnd(pid, fd, index)))
    .map(Number);
}

function isOtherEnd(pid: string, fd: string, index: number): boolean {
  try {
    return (
      /\/(?:ptmx|pts\/ptmx)$/.test(readlinkSync(`/proc/${pid}/fd/${fd}`)) &&
      new RegExp(`^tty-index:\\s*${index}$`, 'm').test(readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'latin1'))
    );
  } catch {
    return false;
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
