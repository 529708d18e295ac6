import { parse as parseToml } from 'smol-toml';
import { getNodeValue, parseTree } from 'jsonc-parser';
import type { RegisteredFile } from '../../adapters/register/registrar.ts';

/** A hook as an agent's file names it, ours or not. */
export interface FoundHook {
  event: string;
  matcher: string | null;
  /** Null: the file does not say, or the value is not a string. */
  command: string | null;
  timeout: number | null;
  file: string;
  /** Where in the file: the group and the handler in it. */
  at: [group: number, handler: number];
}

type Fields = Record<string, unknown>;

/** Every hook in one file of an agent. What cannot be read holds none; the reader of the file says so elsewhere. */
export function hooksIn(file: RegisteredFile, path: string, text: string): FoundHook[] {
  if (file.format === 'toml-tables') return tablesIn(text).map((table, index) => hookOf(table, path, [index, 0]));
  if (path.endsWith('.json')) return groupsIn(text, path);
  // A script or a plugin: the file is the hook.
  return [{ event: '', matcher: null, command: path, timeout: null, file: path, at: [0, 0] }];
}

export function tablesIn(text: string): Fields[] {
  try {
    const { hooks } = parseToml(text) as { hooks?: unknown };
    return Array.isArray(hooks) ? (hooks as Fields[]) : [];
  } catch {
    return [];
  }
}

/** The JSON of a file, comments or not; null: it is not an object. */
export function jsonIn(text: string): Fields | null {
  const root = parseTree(text, [], { disallowComments: false, allowTrailingComma: true });
  const value: unknown = root === undefined ? null : getNodeValue(root);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

export function valueAt(fields: Fields | null, key: readonly string[]): unknown {
  return key.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? (at as Fields)[name] : undefined),
    fields,
  );
}

/** Most agents have their events below `hooks`, some at the top, and some below a name. */
function eventsIn(json: Fields): object | null {
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
  if ('hooks' in json) return isObject(json['hooks']) ? json['hooks'] : null;
  const holdsEvents = (place: object) =>
    !Array.isArray(place) && Object.values(place).some((value) => Array.isArray(value) && value.some(isObject));
  return [json, ...Object.values(json)].filter(isObject).find(holdsEvents) ?? null;
}

function groupsIn(text: string, path: string): FoundHook[] {
  const hooks = eventsIn(jsonIn(text) ?? {});
  if (hooks === null) return [];
  // A list of hooks that name their event.
  if (Array.isArray(hooks))
    return (hooks as Fields[]).map((hook, index) =>
      hookOf({ ...hook, ...(hook['action'] as Fields | undefined), event: hook['trigger'] }, path, [index, 0]),
    );
  return Object.entries(hooks as Fields).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? (groups as Fields[]) : []).flatMap((group, index) => {
      const handlers = Array.isArray(group['hooks']) ? (group['hooks'] as Fields[]) : [group];
      return handlers.map((handler, inner) =>
        hookOf({ ...handler, event, matcher: group['matcher'] ?? handler['matcher'] }, path, [index, inner]),
      );
    }),
  );
}

function hookOf(
  { event, type, matcher, match, command, bash, timeout, timeoutSec }: Fields,
  file: string,
  at: FoundHook['at'],
): FoundHook {
  const text = command ?? bash;
  const tools = matcher ?? match;
  const wait = timeout ?? timeoutSec;
  return {
    event: String(event ?? type),
    matcher: typeof tools === 'string' ? tools : null,
    command: typeof text === 'string' ? text : null,
    timeout: typeof wait === 'number' ? wait : null,
    file,
    at,
  };
}
