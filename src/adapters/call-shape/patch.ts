import type { Action } from '../../protocol/agent-event.ts';
import { cwdOf } from './commands.ts';
import { holdsPatch, readPatch } from '../patch-text.ts';
import type { ShapedCall } from './read-by-shape.ts';

const TEXTS = ['patch', 'diff', 'patchtext', 'patchcontent', 'input', 'command', 'content', 'unifieddiff', 'changes'];

/** A patch names the files it changes. Null: the call holds none. */
export function patchOf(call: ShapedCall): Action[] | null {
  const { fields, words } = call;
  const text = TEXTS.map((name) => fields.text(name)).find((one) => one !== undefined && holdsPatch(one));
  const isPatch = text !== undefined && words.some((word) => /^(?:patch|applypatch|diff|edit)$/.test(word));
  return isPatch ? readPatch(text, { ...call.place, cwd: cwdOf(call) }) : null;
}
