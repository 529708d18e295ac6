import type { Resolve } from '../language/gather.ts';
import type { ReadText } from '../language/parse.ts';
import { PACK_TEXTS } from './texts.ts';
import { PACK_VALUES } from './values.ts';

/** The version of the packs; `pack:git@1` insists on it. */
const VERSION = '1';

export const PACK_NAMES: readonly string[] = Object.keys(PACK_TEXTS);

/** `pack:git` or `pack:git@1` → the text of the pack and what it says. Anything else is not ours. */
export const resolvePack: Resolve = (ref) => {
  const parts = /^pack:([a-z][a-z0-9-]*)(?:@(\d+))?$/.exec(ref);
  if (parts === null || (parts[2] ?? VERSION) !== VERSION) return null;
  const name = parts[1] ?? '';
  const text = Object.hasOwn(PACK_TEXTS, name) ? PACK_TEXTS[name] : undefined;
  return text === undefined ? null : { file: `pack:${name}`, text, read: () => readPack(name) };
};

function readPack(name: string): ReadText {
  return JSON.parse(PACK_VALUES[name] ?? '') as ReadText;
}

/** The first comment of a pack: what it is for. */
export function aboutPack(name: string): string {
  const comment = /^(?:#.*\n)+/.exec(PACK_TEXTS[name] ?? '')?.[0] ?? '';
  return comment.replace(/^# ?/gm, '').replace(/\s+/g, ' ').trim();
}
