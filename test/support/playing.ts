import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Ran } from './hookctl.ts';

/** A call of `hookctl` or of its hook, as a process would get it. */
export interface PlayedCall {
  what: 'hookctl' | 'hook';
  args: readonly string[];
  stdin: string;
  env: NodeJS.ProcessEnv;
  cwd: string;
}

/** One call after the other: the player has one directory and one environment. */
let last: Promise<unknown> = Promise.resolve();
let player: ChildProcess | null = null;

/** Plays a call in the process that this worker keeps for it. */
export function play(call: PlayedCall): Promise<Ran> {
  const played = last.then(() => playNow(call));
  last = played.catch(() => undefined);
  return played;
}

async function playNow(call: PlayedCall): Promise<Ran> {
  const running = (player ??= startPlayer());
  const ended = new AbortController();
  const { signal } = ended;
  running.send(call);
  const [answer] = (await Promise.race([
    once(running, 'message', { signal }),
    once(running, 'exit', { signal }).then(([code]) => {
      player = null;
      throw new Error(`the player ended with ${code}: ${call.what} ${call.args.join(' ')}`);
    }),
  ]).finally(() => ended.abort())) as [Ran | { failed: string }];
  if ('failed' in answer) throw new Error(answer.failed);
  return answer;
}

function startPlayer(): ChildProcess {
  const started = fork(fileURLToPath(new URL('player.mjs', import.meta.url)), {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  started.stdout?.resume();
  started.stderr?.resume();
  started.unref();
  started.channel?.unref();
  return started;
}
