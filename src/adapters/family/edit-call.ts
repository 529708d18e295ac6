import type { CallPlace } from '../absolute-path.ts';
import type { Action, FileAction } from '../../protocol/agent-event.ts';
import { cwdOf } from '../call-shape/places.ts';
import { type Fields, fieldsOf, objectsIn, textsIn } from '../call-shape/fields.ts';
import { holdsPatch, isUnified, readPatch } from '../patch-text.ts';
import { type Input, keysLikePaths, pathOf, pathsIn } from './file-fields.ts';
import { relativeTo } from '../../protocol/text/path-below.ts';

const OLD = ['oldstring', 'oldstr', 'oldtext', 'search', 'targetcontent', 'original', 'find'];
const NEW =
  'newstring newstr newtext replace replacement replacementcontent updated code content codeedit newsource filetext'.split(
    ' ',
  );
const EDITS = ['edits', 'replacements', 'replacementchunks', 'changes', 'strreplaceentries'];
const NEW_NAMES = ['newpath', 'newfilepath', 'moveto', 'movepath', 'renameto', 'destination', 'destinationpath'];
const PATCHES = ['patch', 'diff', 'patchtext', 'patchcontent', 'unifieddiff'];
const TEXTS = ['input', 'command', 'content', 'text', 'cmd'];
const EVERYWHERE = ['replaceall', 'allowmultiple', 'expectedreplacements'];

/** One edit, several of one file, or several of several files. */
export function edit(input: Input, place: CallPlace, name: string): Action[] {
  const fields = fieldsOf(input);
  const own = pathsIn(input, place);
  const items = EDITS.flatMap((key) => objectsIn({ value: fields.get(key) }));
  const inFiles = items.flatMap((item) => {
    const named = [...pathsIn(item, place), ...keysLikePaths(item).flatMap((key) => pathOf(key, place) ?? [])];
    return named.map((path): Action => ({ kind: 'file', op: 'modify', path, ...textsOf([item]) }));
  });
  const op = commandWord(fields) === 'create' || name.startsWith('create') ? 'create' : 'modify';
  const texts = items.length > 0 ? textsOf(items) : textsOf([input]);
  return [
    ...own.map((path): Action => ({ kind: 'file', op, path, ...texts })),
    ...inFiles,
    ...fields.texts(...NEW_NAMES).flatMap((text): Action[] => {
      const path = pathOf(text, place);
      return path === null ? [] : [{ kind: 'file', op: 'create', path }];
    }),
    ...patched(input, place, own),
  ];
}

/** What a patch in the call changes, whatever field it is in. */
export function patch(input: Input, place: CallPlace): Action[] {
  return patched(input, place, []);
}

function patched(input: Input, place: CallPlace, own: readonly string[]): Action[] {
  const fields = fieldsOf(input);
  const cwd = cwdOf({ fields, place });
  // Beside a path, these are the text of the file.
  const names = own.length === 0 ? [...PATCHES, ...TEXTS] : PATCHES;
  const texts = names.flatMap((name) =>
    fields.all(name).flatMap((value) => (typeof value === 'string' ? [value] : (textsIn(value)?.join('\n') ?? []))),
  );
  return [...new Set(texts)].filter(holdsPatch).flatMap((text) => {
    const actions = readPatch(text, { ...place, cwd });
    // A path that the call names says more than the names in a diff, which are shortened.
    return isUnified(text) ? actions.filter((action) => !isTailOfAny(action, cwd, own)) : actions;
  });
}

function isTailOfAny(action: Action, cwd: string, own: readonly string[]): boolean {
  const inside = action.kind === 'file' ? relativeTo(cwd, action.path) : null;
  return inside !== null && inside !== '' && own.some((path) => path.endsWith(`/${inside}`));
}

/** Is something replaced or patched, or is it a whole file? */
export function isPartial(fields: Fields): boolean {
  return fields.text(...OLD, ...PATCHES) !== undefined || EDITS.some((name) => fields.get(name) !== undefined);
}

function textsOf(edits: readonly Input[]): Pick<FileAction, 'newText' | 'oldText' | 'everywhere'> {
  const of = (names: readonly string[]) => edits.flatMap((one) => fieldsOf(one).text(...names) ?? []);
  const oldTexts = of(OLD);
  const newTexts = of(NEW);
  const first = fieldsOf(edits[0] ?? {});
  const everywhere = edits.length === 1 && EVERYWHERE.some((name) => first.get(name) === true);
  return {
    ...(newTexts.length > 0 ? { newText: newTexts.join('\n') } : {}),
    ...(oldTexts.length > 0 ? { oldText: oldTexts.join('\n') } : {}),
    ...(everywhere && oldTexts.length > 0 ? { everywhere } : {}),
  };
}

export function commandWord(fields: Fields): string {
  return fields.text('command', 'operation', 'action', 'mode', 'op') ?? '';
}
