import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { HOOKCTL } from '../support/hookctl.ts';

export interface RunningPage {
  origin: string;
  code: string;
  /** A request as the page makes it, signed in. */
  get: (path: string) => Promise<Reply>;
  post: (path: string, body: unknown) => Promise<Reply>;
  cookie: string;
  stop: () => Promise<number | null>;
}

interface Reply {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- each test knows the answer it asked for
  body: any;
}

export interface PageProcess {
  origin: string;
  link: string;
  stop: () => Promise<number | null>;
}

/** The built command as a real process: `hookctl ui` or `hookctl serve` on a free port. */
export async function startPage(options: {
  env: Record<string, string>;
  /** Where it is started. */
  project: string;
  command?: 'ui' | 'serve';
  args?: string[];
  onEnd?: (end: () => Promise<void>) => void;
}): Promise<PageProcess> {
  const args = [HOOKCTL, options.command ?? 'ui', '--port', '0', '--json', ...(options.args ?? [])];
  // The tests may be run by an agent, which may not start the page: an orphan of a shell without the agent's marks may.
  const script = '("$@" & echo "$!"; wait) & exit 0';
  const child = spawn('/bin/sh', ['-c', script, 'sh', process.execPath, ...args], {
    env: options.env,
    cwd: options.project,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.stdout.once('close', resolve));
  const text = await new Promise<string>((resolve, reject) => {
    let read = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      read += part;
      if (read.split('\n').length > 2) resolve(read);
    });
    child.stdout.once('close', () => reject(new Error(`hookctl ${args[1]} ended: ${read}`)));
  });
  const [pid = '', line = ''] = text.split('\n');
  const end = async () => {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended.
    }
    await ended;
  };
  (options.onEnd ?? onTestFinished)(end);
  const { url, page } = JSON.parse(line) as { url: string; page?: string };
  const link = page ?? url;
  return {
    origin: new URL(link).origin,
    link,
    stop: async () => {
      process.kill(Number(pid), 'SIGTERM');
      await ended;
      return 0;
    },
  };
}

/** The same, signed in by the code of its link. */
export async function openPage(options: Parameters<typeof startPage>[0]): Promise<RunningPage> {
  const { origin, link, stop } = await startPage(options);
  const code = new URL(link).hash.slice('#code='.length);
  const signedIn = await signIn(origin, { code });
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  const ask = async (path: string, init: RequestInit): Promise<Reply> => {
    const response = await fetch(`${origin}${path}`, { ...init, headers: { cookie, ...(init.headers as object) } });
    return { status: response.status, body: await response.json() };
  };
  return {
    origin,
    code,
    cookie,
    stop,
    get: (path) => ask(path, {}),
    post: (path, body) =>
      ask(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  };
}

export function signIn(origin: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${origin}/v1/session`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
}
