import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { onTestFinished } from 'vitest';
import { HOOKCTL } from '../support/hookctl.ts';

interface Reply {
  status: number;
  body: string;
}

export interface Serving {
  url: string;
  pid: number;
  post: (
    body: string,
    options?: { path?: string; method?: string; headers?: Record<string, string> },
  ) => Promise<Reply>;
  /** Interrupts it and waits for its end. */
  stop: () => Promise<number | null>;
}

/** The built `hookctl serve` as a real process on a free port. */
export async function serving(options: {
  env: Record<string, string>;
  cwd: string;
  args?: string[];
}): Promise<Serving> {
  const child = spawn(process.execPath, [HOOKCTL, 'serve', '--port', '0', '--json', ...(options.args ?? [])], {
    env: options.env,
    cwd: options.cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', resolve);
    child.once('exit', (code) => reject(new Error(`hookctl serve ended with ${code}`)));
  });
  const { url, pid } = JSON.parse(line) as { url: string; pid: number };
  return {
    url,
    pid,
    post: (body, { path = '/hook', method = 'POST', headers = {} } = {}) =>
      new Promise((resolve, reject) => {
        const asked = request(new URL(path, url), { method, headers }, (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => (text += part));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
        });
        asked.on('error', reject);
        asked.end(body);
      }),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
