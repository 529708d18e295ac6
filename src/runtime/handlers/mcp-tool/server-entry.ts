import { resolve } from 'node:path';
import type { RunContext } from '../handler-run.ts';

export interface StdioServer {
  kind: 'stdio';
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
}

interface RemoteServer {
  kind: 'http' | 'sse';
  url: URL;
  headers: Record<string, string>;
}

export type Server = StdioServer | RemoteServer;
export type FoundServer = { ok: true; server: Server } | { ok: false; problem: string };

type ServerContext = Pick<RunContext, 'mcpServers' | 'env' | 'projectDir'>;

/** An entry of `.mcp.json`, with the `${VAR}` and `${VAR:-default}` of its strings filled in. */
export function readServer(name: string, context: ServerContext): FoundServer {
  const entry = Object.hasOwn(context.mcpServers, name) ? context.mcpServers[name] : undefined;
  if (typeof entry !== 'object' || entry === null) return wrong('no such server is configured');
  const missing: string[] = [];
  const filled = expand(entry, context.env, missing) as Record<string, unknown>;
  if (missing.length > 0) return wrong(`not set: ${missing.join(', ')}`);
  const { type, url, command } = filled;
  const kind = typeof type === 'string' ? KINDS[type] : typeof url === 'string' ? 'http' : 'stdio';
  if (kind === undefined) return wrong(`servers of type "${String(type)}" are not supported`);
  if (kind === 'stdio') {
    if (typeof command !== 'string' || command === '') return wrong('"command" is missing');
    return { ok: true, server: stdioServer(command, filled, context) };
  }
  if (typeof url !== 'string' || !URL.canParse(url)) return wrong('"url" is missing or no URL');
  return { ok: true, server: { kind, url: new URL(url), headers: textsOf(filled['headers']) } };
}

const KINDS: Readonly<Record<string, Server['kind']>> = {
  stdio: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  sse: 'sse',
};

function stdioServer(command: string, entry: Record<string, unknown>, context: ServerContext): StdioServer {
  const { args, cwd } = entry;
  return {
    kind: 'stdio',
    command,
    args: Array.isArray(args) ? args.map(String) : [],
    env: { ...context.env, ...textsOf(entry['env']) },
    cwd: resolve(context.projectDir, typeof cwd === 'string' ? cwd : '.'),
  };
}

function textsOf(value: unknown): Record<string, string> {
  const entries = Object.entries((value as object | null | undefined) ?? {});
  return Object.fromEntries(entries.map(([key, item]) => [key, String(item)]));
}

function expand(value: unknown, env: Readonly<Record<string, string>>, missing: string[]): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$\{(\w+)(?::-([^}]*))?\}/g, (_, name: string, other: string | undefined) => {
      const found = env[name] ?? other;
      if (found === undefined) missing.push(name);
      return found ?? '';
    });
  }
  if (Array.isArray(value)) return value.map((item) => expand(item, env, missing));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expand(item, env, missing)]));
}

function wrong(problem: string): FoundServer {
  return { ok: false, problem };
}
