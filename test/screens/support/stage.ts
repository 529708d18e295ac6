import { execFileSync } from 'node:child_process';
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { copyOfHookctl } from '../../install/support/installed.ts';
import { openTerminal, type Size, type Terminal } from './terminal.ts';

export const SIZES: readonly Size[] = [
  { columns: 80, rows: 24 },
  { columns: 100, rows: 35 },
];

export interface Room {
  write: (path: string, text: string) => void;
  openTerminal: (size: Size) => Promise<Stage>;
  close: () => void;
}

export interface Stage {
  terminal: Terminal;
  write: (path: string, text: string) => void;
  /** Golden text of all that was shown since the last `clear`. */
  screen: () => string;
}

/** A room with one terminal, for one test. */
export async function openStage(size: Size): Promise<Stage> {
  const room = openRoom();
  onTestFinished(room.close);
  return room.openTerminal(size);
}

/**
 * A project, a home and a hookctl of their own. Their paths have the same length on every machine, so that lines break at the same places; that is why
 * they are in /tmp, and why the Node dispatcher is used.
 */
export function openRoom(): Room {
  const room = mkdtempSync('/tmp/hookctl-');
  const project = join(room, 'api');
  for (const name of ['api', 'home', 'bin']) mkdirSync(join(room, name));
  const program = join(room, 'lib', 'hookctl');
  copyOfHookctl(program);
  writeFileSync(join(room, 'bin', 'hookctl'), `#!/bin/sh\nexec node ${program}/dist/hookctl.mjs "$@"\n`, {
    mode: 0o755,
  });
  // Nothing else of this machine is found: an agent on the search path would change the screens.
  for (const name of ['git', 'bash', 'sh', 'cat', 'grep']) symlinkSync(whereIs(name), join(room, 'bin', name));
  bringNode(join(room, 'bin', 'node'));
  const env = { PATH: join(room, 'bin'), HOME: join(room, 'home'), LANG: 'C.UTF-8', TZ: 'UTC' };
  const write = (path: string, text: string) => {
    mkdirSync(join(project, path, '..'), { recursive: true });
    writeFileSync(join(project, path), text);
  };
  const terminals: Terminal[] = [];
  return {
    write,
    openTerminal: async (size) => {
      const own = join(room, `tty-${terminals.length}`);
      mkdirSync(own);
      const terminal = await openTerminal(size, { own, cwd: project, env });
      terminals.push(terminal);
      return { terminal, write, screen: () => golden(terminal, size, room) };
    },
    close: () => {
      for (const terminal of terminals) terminal.close();
      rmSync(room, { recursive: true, force: true });
    },
  };
}

/** No link by name: Node reports the path that it leads to, which has another length on every machine. */
function bringNode(path: string): void {
  try {
    linkSync(process.execPath, path);
  } catch {
    copyFileSync(process.execPath, path);
  }
}

function whereIs(name: string): string {
  return execFileSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
}

/** What differs from run to run is masked by something of the same width where that is possible. */
function golden(terminal: Terminal, { columns, rows }: Size, room: string): string {
  const { lines, above, logical } = terminal.shown();
  const cut = brokenWords(lines, logical, columns);
  if (cut.length > 0) throw new Error(`words are cut at column ${columns}:\n${cut.join('\n')}\n\n${lines.join('\n')}`);
  const mark = above > 0 ? [`${'~'.repeat(columns - 8)} ${rows} rows`] : [];
  const text = [...lines.slice(0, above), ...mark, ...lines.slice(above)].join('\n');
  return `${masked(text, room)}\n`;
}

/** Lines that the terminal had to break by itself, except inside a word that has no room in any line. */
export function brokenWords(lines: readonly string[], logical: readonly string[], columns: number): string[] {
  const whole = new Set(lines);
  return logical.filter((line) => {
    if (whole.has(line) || line.length <= columns) return false;
    for (let end = columns; end < line.length; end += columns) {
      const start = line.lastIndexOf(' ', end - 1) + 1;
      const next = line.indexOf(' ', end);
      const word = line.slice(start, next === -1 ? undefined : next);
      if (line[end] !== ' ' && line[end - 1] !== ' ' && word.length < columns) return true;
    }
    return false;
  });
}

function masked(text: string, room: string): string {
  return (
    text
      .replaceAll(room, '/tmp/hookctl-xxxxxx')
      .replace(/hookctl@\d[\w.-]*/g, 'hookctl@x.y.z')
      .replace(/\b\d+\.\d+\.\d+\b/g, 'x.y.z')
      .replace(/\b\d+(?= (?:more )?rules\b| refuse\b| ask or warn\b| enforce\b| runs\b| different calls\b)/g, 'N')
      .replace(/(?<=^Rules +)\d+(?= from\b)/gm, 'N')
      .replace(/(?<=\bpack:[\w-]+:)\d+/g, 'N')
      .replace(/\b[0-9a-z]{9}-[0-9a-z]{7}\b/g, 'xxxxxxxxx-xxxxxxx')
      // The column of times is as wide as the longest of them.
      .replace(/ {2,}\d+(?:\.\d+)?(?= m?s\b)/g, '  N')
      .replace(/ {2,}time$/gm, '  time')
      .replace(/\b\d+(?:\.\d+)?(?= m?s\b)/g, 'N')
      .replace(/\b\d{4}-\d\d-\d\d\b/g, 'YYYY-MM-DD')
      .replace(/\b\d\d-\d\d (?=\d\d:\d\d:\d\d)/g, 'MM-DD ')
      .replace(/\b\d\d:\d\d:\d\d\b/g, 'HH:MM:SS')
      .replace(/hookctl-canary-[0-9a-f]{32}/g, `hookctl-canary-${'x'.repeat(32)}`)
  );
}
