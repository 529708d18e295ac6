import { absolute, type CallPlace } from '../absolute-path.ts';
import { fieldsOf, objectsIn, textsIn } from '../call-shape/fields.ts';
import { plainPath } from '../call-shape/places.ts';

export type Input = Record<string, unknown>;

const PATHS =
  'filepath path file absolutepath targetfile targetpath filename relativepath relativeworkspacepath notebookpath pathinproject uri fileuri'.split(
    ' ',
  );
const MANY = ['paths', 'files', 'filepaths', 'operations', 'ranges', 'reads', 'targets'];
/** The files that a call names. */
export function pathsIn(input: Input, place: CallPlace): string[] {
  const fields = fieldsOf(input);
  // The tool takes one of these fields, and we do not know which: a call with several of them names several files.
  const own = fields.texts(...PATHS);
  const lists = [...PATHS, ...MANY].flatMap((name) => fields.all(name).flatMap(listed));
  return [...new Set([...own, ...lists].flatMap((text) => pathOf(text, place) ?? []))];
}

export function pathOf(text: string, place: CallPlace): string | null {
  const path = plainPath(text);
  return path === null ? null : absolute(path, place);
}

/** `["a"]`, `[{ path: "a" }]`, `{ "a": … }`, and all of them as JSON text. */
export function listed(value: unknown): string[] {
  const texts = textsIn(value);
  if (texts !== null) return texts;
  if (typeof value === 'string' && !/^\s*[[{]/.test(value)) return [value];
  return objectsIn({ value }).flatMap((item) => [...fieldsOf(item).texts(...PATHS), ...keysLikePaths(item)]);
}

/** `{ "src/a.ts": { … } }`: contents or changes by the file that they are in. */
export function keysLikePaths(item: Input): string[] {
  return Object.keys(item).filter((key) => /[\\/]|\.\w+$/.test(key));
}
