import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { Refusal } from '../refusal.ts';

/** A settings file as text with positions. `text` has no byte order mark; `bom` keeps it. */
export interface SettingsText {
  /** The file, for messages. */
  path: string;
  bom: string;
  text: string;
  root: Node;
  /** The client reads strict JSON and drops a file with comments. */
  hasComments: boolean;
}

/** Refuses what could not be edited without guessing. */
export function parseSettings(whole: string, path: string): SettingsText {
  const bom = whole.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = whole.slice(bom.length);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: false, allowTrailingComma: false });
  const [first] = errors;
  if (first !== undefined || root === undefined) {
    const at = positionOf(text, first?.offset ?? 0);
    const what = first === undefined ? 'empty' : words(printParseErrorCode(first.error));
    throw new Refusal(`${path}:${at}: not valid JSON (${what}); repair it first, nothing was written`);
  }
  if (root.type !== 'object')
    throw new Refusal(`${path}:${positionOf(text, root.offset)}: settings are an object, this is ${root.type}`);
  return { path, bom, text, root, hasComments: commentsIn(text, 0, text.length).length > 0 };
}

function positionOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

/** The value of a key. Given twice, readers disagree about which one counts, so neither is touched. */
export function memberOf({ path, text }: SettingsText, object: Node, key: string): Node | null {
  const properties = (object.children ?? []).filter((property) => property.children?.[0]?.value === key);
  if (properties.length > 1) {
    const at = positionOf(text, properties[1]?.offset ?? 0);
    throw new Refusal(`${path}:${at}: "${key}" occurs twice; keep one of them, nothing was written`);
  }
  return properties[0] ?? null;
}

export function expectType({ path, text }: SettingsText, node: Node, type: 'object' | 'array', what: string) {
  if (node.type === type) return;
  const at = positionOf(text, node.offset);
  throw new Refusal(`${path}:${at}: ${what} must be an ${type}, this is ${node.type}; repair it first`);
}

// The library's own names are a `const enum`, which has no values at run time.
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const COMMA = 5;
const EOF = 17;

export interface Piece {
  start: number;
  end: number;
  kind: 'line-comment' | 'block-comment' | 'comma';
}

/** Comments and commas at the top level of a stretch of text that holds no value. */
export function piecesIn(text: string, start: number, end: number): Piece[] {
  const scanner = createScanner(text, false);
  scanner.setPosition(start);
  const pieces: Piece[] = [];
  for (let token: number = scanner.scan(); token !== EOF; token = scanner.scan()) {
    const at = scanner.getTokenOffset();
    if (at >= end) break;
    const kind =
      token === LINE_COMMENT
        ? 'line-comment'
        : token === BLOCK_COMMENT
          ? 'block-comment'
          : token === COMMA
            ? 'comma'
            : null;
    if (kind !== null) pieces.push({ start: at, end: at + scanner.getTokenLength(), kind });
  }
  return pieces;
}

function commentsIn(text: string, start: number, end: number): Piece[] {
  return piecesIn(text, start, end).filter(({ kind }) => kind !== 'comma');
}

function words(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
