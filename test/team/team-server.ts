import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { openTeamStore, type TeamStore } from '../../src/store/postgres/team-store.ts';
import type { NewToken } from '../../src/store/postgres/tokens.ts';
import { HOOKCTL } from '../support/hookctl.ts';
import { scratch } from '../support/scratch.ts';
import { freshDatabase } from '../store/opened.ts';

export interface TeamLab {
  databaseUrl: string;
  store: TeamStore;
  token: (scopes: NewToken['scopes']) => Promise<string>;
  /** Another server on the same database. */
  serve: (args?: string[]) => Promise<TeamServer>;
}

export interface TeamServer {
  origin: string;
  child: ChildProcess;
  ask: (path: string, options?: Asking) => Promise<Reply>;
  stop: () => Promise<number | null>;
}

interface Asking {
  method?: string;
  token?: string;
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

interface Reply {
  status: number;
  text: string;
  headers: Headers;
}

/** A database with the team `acme`, and the built `hookctl serve` on it. */
export async function teamLab(): Promise<TeamLab> {
  const { url } = await freshDatabase();
  const store = await openTeamStore({ url, server: 'lab' });
  onTestFinished(store.close);
  return {
    databaseUrl: url,
    store,
    token: (scopes) => store.tokens.make({ team: 'acme', scopes, label: scopes.join(',') }),
    serve: (args = []) => serve(url, args),
  };
}

async function serve(databaseUrl: string, args: string[]): Promise<TeamServer> {
  const child = spawn(
    process.execPath,
    [HOOKCTL, 'serve', '--json', ...(args.includes('--port') ? [] : ['--port', '0']), ...args],
    {
      env: { PATH: process.env['PATH'] ?? '', HOME: scratch(), HOOKCTL_DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', resolve);
    child.once('exit', (code) => reject(new Error(`hookctl serve ended with ${code}: ${stderr}`)));
  });
  const { origin } = new URL((JSON.parse(line) as { url: string }).url);
  return {
    origin,
    child,
    ask: async (path, { method = 'GET', token, body, headers = {} } = {}) => {
      const all = { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
      const response = await fetch(origin + path, { method, headers: all, ...(body === undefined ? {} : { body }) });
      return { status: response.status, text: await response.text(), headers: response.headers };
    },
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
