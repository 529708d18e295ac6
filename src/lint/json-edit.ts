import { findNodeAtLocation, type JSONPath, modify } from 'jsonc-parser';
import type { SettingsDocument } from './settings-document.ts';
import type { TextEdit } from './trap.ts';

/** Puts a value in place of another; nothing around it moves. */
export function replaceValue(document: SettingsDocument, path: JSONPath, value: unknown): TextEdit[] {
  const node = document.tree && findNodeAtLocation(document.tree, path);
  return node === undefined ? [] : [{ offset: node.offset, length: node.length, text: JSON.stringify(value) }];
}

/** Adds a property, or takes one away (`undefined`), in the style of the file. */
export function setProperty(document: SettingsDocument, path: JSONPath, value: unknown): TextEdit[] {
  const { text } = document;
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  const edits = modify(text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text, path, value, {
    formattingOptions: {
      insertSpaces: !indent.startsWith('\t'),
      tabSize: indent.length,
      eol: text.includes('\r\n') ? '\r\n' : '\n',
    },
  });
  return edits.map(({ offset, length, content }) => ({ offset, length, text: content }));
}

/** Renames a property. */
export function renameProperty(document: SettingsDocument, path: JSONPath, name: string): TextEdit[] {
  const key = (document.tree && findNodeAtLocation(document.tree, path))?.parent?.children?.[0];
  return key === undefined ? [] : [{ offset: key.offset, length: key.length, text: JSON.stringify(name) }];
}
