import type { Handler } from '../protocol/handler.ts';
import type { Registration } from './settings/effective.ts';
import { SETTINGS_FILES } from './settings/source.ts';

/**
 * The registrations that do not run because a copy of them does. Observed: the key is what runs and its `if`, so
 * options such as `async`, `timeout` or `onFailure` do not tell copies apart, and the last copy's options hold.
 * A managed copy cannot be displaced; plugins and skills keep their own copies.
 */
export function duplicatesOf(registrations: readonly Registration[]): Set<Registration> {
  const kept = new Map<string, Registration>();
  const displaced = new Set<Registration>();
  for (const registration of registrations) {
    const key = `${scopeOf(registration)}\0${keyOf(registration.handler)}`;
    const earlier = kept.get(key);
    if (earlier !== undefined && earlier.origin.source === 'managed' && registration.origin.source !== 'managed') {
      displaced.add(registration);
      continue;
    }
    if (earlier !== undefined) displaced.add(earlier);
    kept.set(key, registration);
  }
  return displaced;
}

function scopeOf({ origin, path }: Registration): string {
  if (SETTINGS_FILES.includes(origin.source)) return 'settings';
  return origin.plugin === undefined ? path : `plugin:${origin.plugin.root}`;
}

function keyOf(handler: Handler): string {
  switch (handler.type) {
    case 'command':
      return JSON.stringify([
        'command',
        handler.command,
        handler.args ?? null,
        handler.shell ?? 'bash',
        handler.if ?? '',
      ]);
    case 'http':
      return JSON.stringify(['http', handler.url, handler.if ?? '']);
    case 'mcp_tool':
      return JSON.stringify(['mcp_tool', handler.server, handler.tool, handler.input ?? null, handler.if ?? '']);
    case 'prompt':
    case 'agent':
      return JSON.stringify([handler.type, handler.prompt, handler.if ?? '']);
  }
}
