import type { Action } from '../../protocol/agent-event.ts';
import { cwdOf } from './places.ts';
import { holdsPatch, isUnified, readPatch } from '../patch-text.ts';
import type { ShapedCall } from './read-by-shape.ts';

const OWN = ['patch', 'diff', 'patchtext', 'patchcontent', 'unifieddiff'];
const TEXTS = [...OWN, 'input', 'command', 'content', 'changes'];

/**
 * The patches that a call applies. In a tool for patches or edits any text may be one; elsewhere only what is in a field for patches and in the form that is
 * made to be applied, as diffs are also shown, reviewed and sent.
 */
export function patchesIn({ fields, words }: ShapedCall): string[] {
  const isPatcher = words.some((word) => /^(?:patch|applypatch|diff|edit)$/.test(word));
  const texts = fields.texts(...(isPatcher ? TEXTS : OWN)).filter(holdsPatch);
  return isPatcher ? texts : texts.filter((text) => !isUnified(text));
}

/** A patch names the files it changes. */
export function patchedFiles(texts: readonly string[], call: ShapedCall): Action[] {
  return texts.flatMap((text) => readPatch(text, { ...call.place, cwd: cwdOf(call) }));
}
