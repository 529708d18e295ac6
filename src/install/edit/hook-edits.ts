import { getNodeValue, type Node } from 'jsonc-parser';
import { addChild, removeChild, replaceValue } from './json-edit.ts';
import { expectType, memberOf, parseSettings, type SettingsText } from './settings-text.ts';

/** What was there before we wrote, as far as the text itself no longer shows it. */
export interface Traces {
  /** Containers that were there and empty: path → what stood between their brackets. */
  emptied: Record<string, string>;
  /** The file was blank: its text. */
  blank: string | null;
}

export const NO_TRACES: Traces = { emptied: {}, blank: null };

export type IsOwn = (handler: unknown) => boolean;

export interface Armed {
  text: string;
  traces: Traces;
}

const FRESH = '{}\n';

/** The settings for one event, whichever agent's. */
interface EditedGroup {
  event: string;
  matcher?: string;
  /** The handler is in the event's list directly, without a group around it. */
  isFlat?: true;
  handler: {
    readonly type?: unknown;
    readonly command?: unknown;
    readonly args?: unknown;
    readonly timeout?: unknown;
    readonly onFailure?: unknown;
  };
}

export interface ArmRequest {
  /** Null: there is no file yet. */
  whole: string | null;
  entries: readonly EditedGroup[];
  isOwn: IsOwn;
  path: string;
  /** What an earlier install noted. */
  known?: Traces | undefined;
  /** What a new file begins with, if the agent wants more than an empty object. */
  fresh?: string | undefined;
}

/** The text with exactly these entries of ours in it. Text that needs nothing comes back as it is. */
export function arm({
  whole,
  entries,
  isOwn,
  path,
  known: earlierTraces = NO_TRACES,
  fresh = FRESH,
}: ArmRequest): Armed {
  const isBlank = whole !== null && /^\uFEFF?\s*$/.test(whole);
  const traces: Traces = { emptied: { ...earlierTraces.emptied }, blank: isBlank ? whole : earlierTraces.blank };
  const editing: Editing = { isOwn, path, traces };
  let text = whole === null || isBlank ? `${whole?.startsWith('\uFEFF') === true ? '\uFEFF' : ''}${fresh}` : whole;
  for (const { event } of ownHandlers(text, isOwn, path))
    if (!entries.some((entry) => entry.event === event)) text = disarmEvent(text, event, editing);
  for (const entry of entries) text = armEvent(text, entry, editing);
  return { text, traces };
}

/** The text without us. */
export function disarm(whole: string, isOwn: IsOwn, path: string, traces: Traces): string {
  let text = whole;
  for (const event of new Set(ownHandlers(whole, isOwn, path).map((own) => own.event)))
    text = disarmEvent(text, event, { isOwn, path, traces });
  const { root } = parseSettings(text, path);
  return text !== whole && traces.blank !== null && root.children?.length === 0 ? traces.blank : text;
}

/** What every edit of one file needs. */
interface Editing {
  isOwn: IsOwn;
  path: string;
  /** Filled while groups are added. */
  traces: Traces;
}

export interface OwnHandler {
  event: string;
  matcher: unknown;
  handler: Record<string, unknown>;
  /** The group holds nothing else. */
  alone: boolean;
}

/** Every handler of ours in a settings text. */
export function ownHandlers(whole: string, isOwn: IsOwn, path: string): OwnHandler[] {
  const settings = parseSettings(whole, path);
  const hooks = hooksOf(settings);
  if (hooks === null) return [];
  return (hooks.children ?? []).flatMap((property) => {
    const [key, groups] = property.children ?? [];
    const event = String(key?.value);
    const values: unknown = groups === undefined ? [] : getNodeValue(groups);
    if (!Array.isArray(values)) return [];
    return values.flatMap((group: { matcher?: unknown; hooks?: unknown } | null) => {
      const handlers: unknown[] = Array.isArray(group?.hooks) ? group.hooks : [group];
      return handlers
        .filter((handler): handler is Record<string, unknown> => isOwn(handler))
        .map((handler) => ({ event, matcher: group?.matcher, handler, alone: handlers.length === 1 }));
    });
  });
}

function armEvent(whole: string, entry: EditedGroup, editing: Editing): string {
  const { isOwn, path } = editing;
  const own = ownHandlers(whole, isOwn, path).filter(({ event }) => event === entry.event);
  const [only] = own;
  if (own.length === 1 && only !== undefined && isInOrder(only, entry)) return whole;
  const matcher = entry.matcher === undefined ? {} : { matcher: entry.matcher };
  const value = entry.isFlat === true ? { ...matcher, ...entry.handler } : { ...matcher, hooks: [entry.handler] };
  if (own.length === 1 && only?.alone === true)
    return inText(whole, path, (settings) =>
      replaceValue(settings.text, ownGroup(settings, entry.event, isOwn), value),
    );
  const text = own.length === 0 ? whole : disarmEvent(whole, entry.event, editing);
  return addGroup(text, entry.event, value, editing);
}

/** What a person may change in it without weakening it (a longer timeout, a status message) is left alone. */
function isInOrder({ matcher, handler }: OwnHandler, entry: EditedGroup): boolean {
  const { command, args, timeout, onFailure, type } = handler;
  const weaker = ['if', 'async', 'asyncRewake', 'once'].some(
    (key) => handler[key] !== undefined && handler[key] !== false,
  );
  return (
    JSON.stringify([type, command, args, onFailure]) ===
      JSON.stringify([entry.handler.type, entry.handler.command, entry.handler.args, entry.handler.onFailure]) &&
    (timeout === entry.handler.timeout ||
      (typeof timeout === 'number' && timeout >= Number(entry.handler.timeout ?? 0))) &&
    !weaker &&
    (matcher === entry.matcher || isEverything(matcher))
  );
}

function isEverything(matcher: unknown): boolean {
  return matcher === undefined || matcher === '' || matcher === '*';
}

function addGroup(whole: string, event: string, group: unknown, { path, traces }: Editing): string {
  const note = (place: string, filled: string | null) => {
    if (filled !== null) traces.emptied[place] ??= filled;
  };
  return inText(whole, path, (settings) => {
    const { text, root } = settings;
    const hooks = hooksOf(settings);
    if (hooks === null) {
      const added = addChild(text, root, { key: 'hooks', value: { [event]: [group] } });
      note('', added.filled);
      return added.text;
    }
    const groups = memberOf(settings, hooks, event)?.children?.[1];
    if (groups === undefined) {
      const added = addChild(text, hooks, { key: event, value: [group] });
      note('hooks', added.filled);
      return added.text;
    }
    expectType(settings, groups, 'array', `"hooks.${event}"`);
    const added = addChild(text, groups, { value: group });
    note(`hooks.${event}`, added.filled);
    return added.text;
  });
}

function disarmEvent(whole: string, event: string, { isOwn, path, traces }: Editing): string {
  return inText(whole, path, (settings) => {
    let { text } = settings;
    for (;;) {
      const now = parseSettings(text, path);
      const hooks = hooksOf(now);
      const groups = hooks === null ? undefined : memberOf(now, hooks, event)?.children?.[1];
      if (hooks === null || groups?.type !== 'array') return text;
      const next = withoutFirstOwn(text, groups, isOwn, traces.emptied[`hooks.${event}`] ?? '');
      if (next !== null) {
        text = next;
        continue;
      }
      if (text === settings.text || !isEmpty(text, groups) || traces.emptied[`hooks.${event}`] !== undefined)
        return text;
      return withoutEmptyEvent(text, event, path, traces);
    }
  });
}

/** Null when no handler of ours is left. */
function withoutFirstOwn(text: string, groups: Node, isOwn: IsOwn, inner: string): string | null {
  for (const [index, group] of (groups.children ?? []).entries()) {
    if (isOwn(getNodeValue(group))) return removeChild(text, groups, index, inner);
    const handlers = group.children?.find((property) => property.children?.[0]?.value === 'hooks')?.children?.[1];
    const own = (handlers?.children ?? []).findIndex((handler) => isOwn(getNodeValue(handler)));
    if (handlers === undefined || own < 0) continue;
    return handlers.children?.length === 1
      ? removeChild(text, groups, index, inner)
      : removeChild(text, handlers, own, '');
  }
  return null;
}

function withoutEmptyEvent(text: string, event: string, path: string, traces: Traces): string {
  const settings = parseSettings(text, path);
  const hooks = hooksOf(settings);
  if (hooks === null) return text;
  const place = (hooks.children ?? []).findIndex((property) => property.children?.[0]?.value === event);
  const next = removeChild(text, hooks, place, traces.emptied['hooks'] ?? '');
  const again = parseSettings(next, path);
  const left = hooksOf(again);
  if (left === null || !isEmpty(next, left) || traces.emptied['hooks'] !== undefined) return next;
  const own = (again.root.children ?? []).findIndex((property) => property.children?.[0]?.value === 'hooks');
  return removeChild(next, again.root, own, traces.emptied[''] ?? '');
}

/** Somebody's comment is content, too. */
function isEmpty(text: string, container: Node): boolean {
  return text.slice(container.offset + 1, container.offset + container.length - 1).trim() === '';
}

function ownGroup(settings: SettingsText, event: string, isOwn: IsOwn): Node {
  const hooks = hooksOf(settings);
  const groups = hooks === null ? undefined : memberOf(settings, hooks, event)?.children?.[1];
  const found = groups?.children?.find((group) => {
    const { hooks: handlers } = getNodeValue(group) as { hooks?: unknown };
    return isOwn(getNodeValue(group)) || (Array.isArray(handlers) && handlers.some((handler) => isOwn(handler)));
  });
  return found ?? settings.root;
}

function hooksOf(settings: SettingsText): Node | null {
  const hooks = memberOf(settings, settings.root, 'hooks')?.children?.[1];
  if (hooks === undefined) return null;
  expectType(settings, hooks, 'object', '"hooks"');
  return hooks;
}

function inText(whole: string, path: string, edit: (settings: SettingsText) => string): string {
  const settings = parseSettings(whole, path);
  return settings.bom + edit(settings);
}
