import { findNodeAtLocation, type JSONPath, type Node, parseTree } from 'jsonc-parser';
import { addChild, removeChild } from '../../install/edit/json-edit.ts';
import type { SettingsDocument } from '../read/settings-document.ts';
import type { TextEdit } from '../trap.ts';

/** Replaces a value; nothing around it moves. */
export function replaceSetting(document: SettingsDocument, path: JSONPath, value: unknown): TextEdit[] {
  const node = document.tree && findNodeAtLocation(document.tree, path);
  return node === undefined ? [] : [{ offset: node.offset, length: node.length, text: JSON.stringify(value) }];
}

/** Renames a property. */
export function renameProperty(document: SettingsDocument, path: JSONPath, name: string): TextEdit[] {
  const key = (document.tree && findNodeAtLocation(document.tree, path))?.parent?.children?.[0];
  return key === undefined ? [] : [{ offset: key.offset, length: key.length, text: JSON.stringify(name) }];
}

/** Takes a property out of one object and puts it into others, in the style of each. */
export function moveProperty(
  { text }: SettingsDocument,
  from: JSONPath,
  key: string,
  targets: readonly JSONPath[],
): TextEdit[] {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const before = text.slice(bom.length);
  const source = nodeAt(before, from);
  const index = (source?.children ?? []).findIndex(({ children }) => children?.[0]?.value === key);
  const property = source?.children?.[index]?.children?.[1];
  if (source === undefined || property === undefined) return [];
  const value: unknown = JSON.parse(before.slice(property.offset, property.offset + property.length));
  let after = removeChild(before, source, index, '');
  for (const target of targets) {
    const container = nodeAt(after, target);
    if (container !== undefined) after = addChild(after, container, { key, value }).text;
  }
  return [difference(before, after, bom.length)];
}

function nodeAt(text: string, path: JSONPath): Node | undefined {
  const tree = parseTree(text);
  return tree && findNodeAtLocation(tree, path);
}

/** One edit from the first to the last character that differs. */
function difference(before: string, after: string, base: number): TextEdit {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { offset: base + start, length: before.length - end - start, text: after.slice(start, after.length - end) };
}
