import type { Action, FileAction } from '../protocol/agent-event.ts';
import { absolute, type CallPlace } from './absolute-path.ts';

/** Is there a patch in this text at all? */
export function holdsPatch(text: string): boolean {
  return /^\s*\*{3}\s*(?:Begin Patch|(?:Add|Update|Delete) File:)|^\+\+\+ \S|^diff --git /im.test(text);
}

/** Names in a unified diff are shortened: `a/src/x.ts`. */
export function isUnified(text: string): boolean {
  return !FILE_HEADERS.test(text);
}

/**
 * What a patch changes: `*** Begin Patch` as Codex and others write it (several files, moves, deletions), or a unified diff. An empty list: the text names
 * no file, and what it does is not known.
 */
export function readPatch(text: string, place: CallPlace): Action[] {
  const lines = text.split(/\r?\n/);
  if (isUnified(text)) return readUnified(lines, place);
  // Text after the end does not belong to the patch, and may be a diff.
  const end = lines.findIndex((line) => /^\s*\*{3}\s*End Patch/i.test(line));
  const behind = end === -1 ? [] : lines.slice(end + 1);
  const rest = behind.some((line) => FILE_HEADERS.test(line))
    ? readEnvelope(behind, place)
    : readUnified(behind, place);
  return [...readEnvelope(end === -1 ? lines : lines.slice(0, end), place), ...rest];
}

const FILE_HEADERS = /^\s*\*{3}\s*(?:Add|Update|Delete) File:/im;

interface OpenFile {
  op: 'create' | 'modify' | 'delete';
  path: string;
  moveTo: string | null;
  added: string[];
  removed: string[];
}

const OPS: Readonly<Record<string, OpenFile['op']>> = { add: 'create', update: 'modify', delete: 'delete' };

function readEnvelope(lines: readonly string[], place: CallPlace): Action[] {
  const files: OpenFile[] = [];
  for (const line of lines) {
    const [, verb, named] = /^\s*\*{3}\s*(Add|Update|Delete) File:\s*(.+?)\s*$/i.exec(line) ?? [];
    if (verb !== undefined && named !== undefined) {
      const op = OPS[verb.toLowerCase()] ?? 'modify';
      files.push({ op, path: unquoted(named), moveTo: null, added: [], removed: [] });
      continue;
    }
    const file = files.at(-1);
    if (file === undefined) continue;
    const moved = /^\s*\*{3}\s*Move to:\s*(.+?)\s*$/i.exec(line)?.[1];
    if (moved !== undefined) file.moveTo = unquoted(moved);
    else if (line.startsWith('+')) file.added.push(line.slice(1));
    else if (line.startsWith('-')) file.removed.push(line.slice(1));
  }
  return files.flatMap((file) => actionsOf(file, place));
}

function actionsOf({ op, path, moveTo, added, removed }: OpenFile, place: CallPlace): Action[] {
  const at = absolute(path, place);
  if (op === 'delete') return [{ kind: 'file', op, path: at }];
  const texts: Pick<FileAction, 'newText' | 'oldText'> = {
    ...(added.length > 0 || op === 'create' ? { newText: joined(added, op) } : {}),
    ...(removed.length > 0 ? { oldText: removed.join('\n') } : {}),
  };
  if (moveTo === null) return [{ kind: 'file', op, path: at, ...texts }];
  // The old name is gone afterwards, whatever else is done.
  const to = absolute(moveTo, place);
  return [
    { kind: 'file', op: 'delete', path: at },
    { kind: 'file', op: 'create', path: to, ...texts },
  ];
}

/** A new file ends with a line break. */
function joined(lines: readonly string[], op: OpenFile['op']): string {
  return op === 'create' && lines.length > 0 ? `${lines.join('\n')}\n` : lines.join('\n');
}

function readUnified(lines: readonly string[], place: CallPlace): Action[] {
  const files: OpenFile[] = [];
  let before: string | null = null;
  let open: OpenFile | null = null;
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('diff --git ')) {
      open = null;
      files.push(...withoutText(lines, index));
      continue;
    }
    const [, renamed, name] = /^(?:rename|copy) (from|to) (.+)$/.exec(line) ?? [];
    if (renamed !== undefined && name !== undefined) {
      files.push({
        op: renamed === 'from' && line.startsWith('rename') ? 'delete' : 'modify',
        path: unquoted(name),
        moveTo: null,
        added: [],
        removed: [],
      });
      continue;
    }
    if (line.startsWith('--- ') && (lines[index + 1] ?? '').startsWith('+++ ')) {
      before = nameIn(line);
      continue;
    }
    if (line.startsWith('+++ ') && before !== null) {
      const after = nameIn(line);
      const op = after === null ? 'delete' : isNothing(before) ? 'create' : 'modify';
      open = { op, path: after ?? before, moveTo: null, added: [], removed: [] };
      files.push(open);
      if (after !== null && !isNothing(before) && before !== after)
        files.push({ op: 'modify', path: before, moveTo: null, added: [], removed: [] });
      before = null;
      continue;
    }
    if (line.startsWith('+')) open?.added.push(line.slice(1));
    else if (line.startsWith('-')) open?.removed.push(line.slice(1));
  }
  return files.filter(({ path }) => !isNothing(path)).flatMap((file) => actionsOf(file, place));
}

/** A file whose part of a diff has only a header: it is binary, empty, or gets another mode. */
function withoutText(lines: readonly string[], index: number): OpenFile[] {
  let op: OpenFile['op'] = 'modify';
  for (let at = index + 1; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.startsWith('diff --git ')) break;
    if (/^(?:\+\+\+ |(?:rename|copy) to )/.test(line)) return [];
    if (line.startsWith('deleted file mode')) op = 'delete';
  }
  const [, before, after] = /^diff --git "?a\/(.+?)"? "?b\/(.+?)"?$/.exec(lines[index] ?? '') ?? [];
  return [...new Set([before, after])].flatMap((path) =>
    path === undefined ? [] : [{ op, path, moveTo: null, added: [], removed: [] }],
  );
}

/** `+++ b/src/a.ts\t2026-…` → src/a.ts; null: the file goes away. */
function nameIn(line: string): string | null {
  const name = unquoted((line.slice(4).split('\t')[0] ?? '').trim());
  return isNothing(name) && line.startsWith('+++') ? null : name.replace(/^[ab]\//, '');
}

function isNothing(name: string): boolean {
  return /^(?:[ab]?\/)?dev\/null$/.test(name);
}

function unquoted(name: string): string {
  return /^"(.*)"$/.exec(name)?.[1] ?? name;
}
