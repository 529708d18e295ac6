import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A real terminal: tmux keeps the screen, bash runs in it. */
export interface Terminal {
  /** Types text, without Enter. */
  type: (text: string) => void;
  /** Presses keys by tmux's names: `Enter`, `Down`, `d`. */
  press: (...keys: string[]) => void;
  /** Waits until the text is on the screen. */
  sees: (text: string) => Promise<void>;
  /** Types a command and waits until bash asks for the next one. Returns the exit code. */
  run: (command: string) => Promise<number>;
  /** Waits until the command ends that was typed before. Returns its exit code. */
  ends: () => Promise<number>;
  /** Everything since the last `clear`, and which of its lines are on the screen now. */
  shown: () => Shown;
  /** Empties screen and history. */
  clear: () => Promise<void>;
  close: () => void;
}

interface Shown {
  lines: string[];
  /** How many of the lines have left the screen at the top. */
  above: number;
  /** The same, with lines joined that the terminal itself had to break. */
  logical: string[];
}

export interface Size {
  columns: number;
  rows: number;
}

export const HAS_TMUX = spawnSync('tmux', ['-V'], { stdio: 'ignore' }).status === 0;

/** For one test: a busy machine starts some twenty programs for it. */
export const PATIENCE_MS = 240_000;
const DEADLINE_MS = 100_000;
/** Each look starts a client of tmux. */
const POLL_MS = 60;
const PROMPT = '$';

export async function openTerminal(
  { columns, rows }: Size,
  { own, cwd, env }: { own: string; cwd: string; env: Record<string, string> },
): Promise<Terminal> {
  const socket = join(own, 'tmux');
  const prompts = join(own, 'prompts');
  const rc = join(own, 'bashrc');
  // bash notes the exit code in front of every prompt: when the note is there and the prompt is drawn, all output is on the screen.
  writeFileSync(rc, `PS1='${PROMPT} '\nPROMPT_COMMAND='echo $? >> ${prompts}'\nunset HISTFILE\n`);
  const tmux = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], {
      encoding: 'utf8',
      // tmux itself is of this machine, what runs in it is not.
      env: { ...env, PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color' },
    });
    if (status !== 0) throw new Error(`tmux ${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  const pane = (...args: string[]) => tmux('capture-pane', '-p', ...args);
  const size = ['-x', String(columns), '-y', String(rows)];
  tmux(
    'new-session',
    '-d',
    ...size,
    '-c',
    cwd,
    `PATH=${env['PATH']} exec bash --noprofile --rcfile ${rc} -i`,
    ';',
    'set-option',
    'status',
    'off',
  );
  tmux('resize-window', ...size);
  let ended = 0;
  const codes = () => (existsSync(prompts) ? readFileSync(prompts, 'utf8').trimEnd().split('\n') : []);
  const until = async (what: string, holds: () => boolean): Promise<void> => {
    const deadline = Date.now() + DEADLINE_MS;
    while (!holds()) {
      if (Date.now() > deadline) throw new Error(`waited in vain for ${what}; on the screen:\n${pane()}`);
      await pause(POLL_MS);
    }
  };
  const ends = async (): Promise<number> => {
    await until('the prompt', () => codes().length > ended && pane().trimEnd().endsWith(`\n${PROMPT}`));
    ended = codes().length;
    return Number(codes().at(-1));
  };
  const terminal: Terminal = {
    type: (text) => void tmux('send-keys', '-l', '--', text),
    press: (...keys) => void tmux('send-keys', ...keys),
    sees: (text) => until(JSON.stringify(text), () => pane().includes(text)),
    ends,
    run: async (command) => {
      terminal.type(command);
      terminal.press('Enter');
      return ends();
    },
    shown: () => {
      const all = linesOf(pane('-S', '-'));
      return { lines: all, above: all.length - linesOf(pane()).length, logical: linesOf(pane('-J', '-S', '-')) };
    },
    clear: async () => {
      // Only the prompt stays, at the top. A command shows by its note that bash has done it; a key such as Ctrl-L would not.
      tmux('send-keys', '-l', '--', String.raw`printf '\033[H\033[2J'`);
      tmux('send-keys', 'Enter');
      await until('an empty screen', () => codes().length > ended && pane().trimEnd() === PROMPT);
      ended = codes().length;
      tmux('clear-history');
    },
    close: () => void spawnSync('tmux', ['-S', socket, 'kill-server'], { stdio: 'ignore' }),
  };
  await until('the first prompt', () => codes().length > 0 && pane().trimEnd() === PROMPT);
  ended = codes().length;
  return terminal;
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trimEnd());
  while (lines.at(-1) === '') lines.pop();
  return lines;
}
