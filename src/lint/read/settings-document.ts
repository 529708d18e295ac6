import { findNodeAtLocation, type JSONPath, type Node, parseTree } from 'jsonc-parser';
import type { EventRow } from '../../protocol/event-row.ts';
import { type EventName, rowOf } from '../../protocol/event.ts';
import { nameOf } from '../../protocol/field.ts';
import type { Handler } from '../../protocol/handler.ts';
import type { SettingsSource } from '../../runtime/settings/source.ts';
import { meantEvent } from './meant-event.ts';
import type { HookProgram } from './program.ts';
import { readGroupLeniently } from './repaired-entry.ts';

/** A stretch of a file. */
export interface FileSpan {
  file: string;
  offset: number;
  length: number;
}

/** One settings file (or a plugin's hooks file) with its text, so that everything in it has a place. */
export interface SettingsDocument {
  file: string;
  text: string;
  source: SettingsSource;
  tree: Node | undefined;
  /** The parsed value, also where the client would drop the file: a person wants all problems at once. */
  value: unknown;
  /** The project whose hooks these are; null when only a file was named, so that nothing is known of its surroundings. */
  projectDir: string | null;
  groups: GroupEntry[];
}

export interface GroupEntry {
  document: SettingsDocument;
  event: EventName;
  row: EventRow;
  path: JSONPath;
  value: Record<string, unknown>;
  matcher: string | undefined;
  handlers: HandlerEntry[];
}

export interface HandlerEntry {
  document: SettingsDocument;
  group: GroupEntry;
  event: EventName;
  row: EventRow;
  path: JSONPath;
  handler: Handler;
  /** The command itself, and the scripts it runs as far as they can be read. */
  programs: HookProgram[];
}

export function readDocument(source: SettingsSource, text: string, projectDir: string | null = null): SettingsDocument {
  const tree = parseTree(text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text, [], { allowTrailingComma: true });
  const document: SettingsDocument = {
    file: source.path,
    text,
    source,
    tree,
    value: valueOf(tree),
    projectDir,
    groups: [],
  };
  document.groups.push(...readGroups(document));
  return document;
}

/** Where a value is; the nearest enclosing value that is there, or the start of the file. */
export function spanOf(document: SettingsDocument, path: JSONPath): FileSpan {
  for (let depth = path.length; depth > 0 && document.tree !== undefined; depth--) {
    const node = findNodeAtLocation(document.tree, path.slice(0, depth));
    if (node !== undefined) return { file: document.file, offset: node.offset, length: node.length };
  }
  return { file: document.file, offset: 0, length: 0 };
}

/** Where the name of a property is. */
export function keySpan(document: SettingsDocument, path: JSONPath): FileSpan {
  const node = document.tree && findNodeAtLocation(document.tree, path);
  const key = node?.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
  return key === undefined ? spanOf(document, path) : { file: document.file, offset: key.offset, length: key.length };
}

/** `hooks.PreToolUse.0.hooks.1` as the runtime names places. */
export function pathOf(dotted: string): JSONPath {
  return dotted === '' ? [] : dotted.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

function readGroups(document: SettingsDocument): GroupEntry[] {
  const hooks = (document.value as Record<string, unknown> | null | undefined)?.['hooks'];
  if (nameOf(hooks) !== 'object') return [];
  return Object.entries(hooks as object).flatMap(([written, groups]) => {
    const event = meantEvent(written);
    if (event === null || !Array.isArray(groups)) return [];
    return groups.flatMap((value: unknown, index) => readGroup(document, event, value, ['hooks', written, index]));
  });
}

function readGroup(document: SettingsDocument, event: EventName, value: unknown, path: JSONPath): GroupEntry[] {
  const group = readGroupLeniently(value);
  if (group === null) return [];
  const row = rowOf(event);
  const entry: GroupEntry = {
    document,
    event,
    row,
    path,
    value: value as Record<string, unknown>,
    matcher: group.matcher,
    handlers: [],
  };
  for (const { handler, path: below } of group.handlers)
    entry.handlers.push({ document, group: entry, event, row, path: [...path, ...below], handler, programs: [] });
  return [entry];
}

function valueOf(node: Node | undefined): unknown {
  if (node === undefined) return undefined;
  if (node.type === 'array') return (node.children ?? []).map(valueOf);
  if (node.type !== 'object') return node.value;
  const entries = (node.children ?? []).map(({ children = [] }) => [
    children[0]?.value as string,
    valueOf(children[1]),
  ]);
  return Object.fromEntries(entries) as unknown;
}
