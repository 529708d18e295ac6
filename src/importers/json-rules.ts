import { getNodeValue, type Node, parseTree, type ParseError, printParseErrorCode } from 'jsonc-parser';
import { lineOf } from './line-of.ts';

/** A JSON value that knows its lines. Comments and trailing commas are taken, as the tools that read these files do. */
export interface JsonValue {
  value: unknown;
  line: number;
  /** A member or an element; undefined if there is none. */
  at(key: string | number): JsonValue | undefined;
  items(): JsonValue[];
  members(): [string, JsonValue][];
}

export function readJson(text: string): JsonValue | { problem: string; line: number } {
  const errors: ParseError[] = [];
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (root === undefined || error !== undefined)
    return {
      problem: error === undefined ? 'no JSON' : printParseErrorCode(error.error),
      line: lineOf(text, error?.offset ?? 0),
    };
  return wrap(root, text);
}

function wrap(node: Node, text: string): JsonValue {
  const members = () =>
    (node.type === 'object' ? (node.children ?? []) : []).flatMap(({ children }): [string, JsonValue][] => {
      const [key, value] = children ?? [];
      return key === undefined || value === undefined ? [] : [[String(key.value), wrap(value, text)]];
    });
  const items = () => (node.type === 'array' ? (node.children ?? []).map((child) => wrap(child, text)) : []);
  return {
    value: getNodeValue(node) as unknown,
    line: lineOf(text, node.offset),
    at: (key) => (typeof key === 'number' ? items()[key] : members().findLast(([name]) => name === key)?.[1]),
    items,
    members,
  };
}
