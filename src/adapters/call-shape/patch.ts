import type { Action, FileAction } from '../../protocol/agent-event.ts';
import { absolute } from '../absolute-path.ts';
import { cwdOf } from './commands.ts';
import type { ShapedCall } from './read-by-shape.ts';

const LINE = /^\*\*\* (Add|Update|Delete) File: (.+)$|^\*\*\* (Move) to: (.+)$|^(?:\+\+\+|---) (?:[ab]\/)?([^\t\n]+)/gm;
const OPERATIONS: Record<string, FileAction['op']> = {
  Add: 'create',
  Update: 'modify',
  Delete: 'delete',
  Move: 'modify',
};

/** A patch names the files it changes. Null: the call holds none. */
export function patchOf(call: ShapedCall): Action[] | null {
  const { fields, words } = call;
  const text = fields.text('patch', 'diff', 'patchtext', 'input', 'command', 'content', 'unifieddiff');
  const isPatch = text !== undefined && words.some((word) => /^(?:patch|applypatch|diff|edit)$/.test(word));
  if (!isPatch || !/^\*\*\* Begin Patch|^\+\+\+ \S/m.test(text)) return null;
  const place = { ...call.place, cwd: cwdOf(call) };
  return [...text.matchAll(LINE)].flatMap((match): Action[] => {
    const path = (match[2] ?? match[4] ?? match[5] ?? '').trim();
    if (path === '' || path === '/dev/null') return [];
    return [{ kind: 'file', op: OPERATIONS[match[1] ?? match[3] ?? ''] ?? 'modify', path: absolute(path, place) }];
  });
}
