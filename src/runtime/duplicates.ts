import type { Handler } from '../protocol/handler.ts';
import type { RegisteredHandler } from './settings/effective.ts';
import { HANDLER_KEYS } from './settings/entry.ts';
import { SETTINGS_FILES } from './settings/source.ts';

/**
 * The registrations that do not run because a copy of them does. Observed: the key is what runs and its `if`, so
 * options such as `async`, `timeout` or `onFailure` do not tell copies apart, and the last copy's options hold.
 * Managed entries, plugins and skills keep their own copies; only an entry equal to a managed one in all its parts
 * gives way to it.
 */
export function duplicatesOf(registrations: readonly RegisteredHandler[]): Set<RegisteredHandler> {
  const lastByKey = new Map<string, RegisteredHandler>();
  const displaced = new Set<RegisteredHandler>();
  const managed = new Set(registrations.filter(isManaged).map((one) => textOf(one.group)));
  for (const registration of registrations) {
    if (!isManaged(registration) && managed.has(textOf(registration.group))) {
      displaced.add(registration);
      continue;
    }
    const key = `${scopeOf(registration)}\0${keyOf(registration.handler)}`;
    const earlier = lastByKey.get(key);
    if (earlier !== undefined) displaced.add(earlier);
    lastByKey.set(key, registration);
  }
  return displaced;
}

function isManaged({ origin }: RegisteredHandler): boolean {
  return origin.source === 'managed';
}

function scopeOf({ origin, path }: RegisteredHandler): string {
  if (origin.source === 'managed') return 'managed';
  if (SETTINGS_FILES.includes(origin.source)) return 'settings';
  return origin.plugin === undefined ? path : `plugin:${origin.plugin.root}`;
}

function keyOf(handler: Handler): string {
  const rule = handler.if ?? '';
  switch (handler.type) {
    case 'command':
      return JSON.stringify(['command', handler.command, handler.args ?? null, handler.shell ?? 'bash', rule]);
    case 'http':
      return JSON.stringify(['http', handler.url, rule]);
    case 'mcp_tool':
      return JSON.stringify(['mcp_tool', handler.server, handler.tool, handler.input ?? null, rule]);
    case 'prompt':
    case 'agent':
      return JSON.stringify([handler.type, handler.prompt, rule]);
  }
}

/** Equal for entries that mean the same: unknown keys and the order of keys do not count. */
function textOf({ matcher, handlers }: RegisteredHandler['group']): string {
  const comparable = handlers.map((one) =>
    Object.fromEntries(Object.entries(one).filter(([key]) => HANDLER_KEYS.has(key))),
  );
  return JSON.stringify(sorted({ matcher: matcher ?? '', handlers: comparable }));
}

/** Keys in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}
