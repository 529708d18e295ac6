import { applyEdits, type Edit, type Node } from 'jsonc-parser';
import { type Piece, piecesIn } from './settings-text.ts';

/**
 * Edits by place. The library's own `modify` formats every line it touches, and so changes bytes that are not ours; here nothing is written but what is
 * added, in the style of its neighbours, and removing it again gives back the same bytes.
 */
export interface Child {
  /** Undefined in an array. */
  key?: string;
  value: unknown;
}

/** Adds a last child. `filled` is what stood between the brackets if there was no child before. */
export function addChild(text: string, container: Node, child: Child): { text: string; filled: string | null } {
  const style = styleOf(text, container);
  const words = wordsOf(child, style);
  const last = container.children?.at(-1);
  const close = container.offset + container.length - 1;
  if (last !== undefined) {
    const end = last.offset + last.length;
    const comment = comments(piecesIn(text, end, close)).at(-1);
    const lead = style.multiline || comment?.kind === 'line-comment' ? `${style.eol}${style.indent}` : style.space;
    const at = comment?.end ?? end;
    const edits: Edit[] =
      at === end ? [insert(end, `,${lead}${words}`)] : [insert(end, ','), insert(at, `${lead}${words}`)];
    return { text: applyEdits(text, edits), filled: null };
  }
  const open = container.offset + 1;
  const inner = text.slice(open, close);
  const comment = comments(piecesIn(text, open, close)).at(-1);
  const lead = style.multiline || comment?.kind === 'line-comment' ? `${style.eol}${style.indent}` : '';
  if (comment !== undefined) return { text: applyEdits(text, [insert(comment.end, `${lead}${words}`)]), filled: null };
  const tail = style.multiline ? `${style.eol}${style.outer}` : '';
  return {
    text: applyEdits(text, [{ offset: open, length: close - open, content: `${lead}${words}${tail}` }]),
    filled: inner,
  };
}

/** Takes a child out; the inverse of `addChild`. `inner` is what an emptied container then holds. */
export function removeChild(text: string, container: Node, index: number, inner: string): string {
  const children = container.children ?? [];
  const child = children[index];
  if (child === undefined) return text;
  const previous = children[index - 1];
  const next = children[index + 1];
  const end = child.offset + child.length;
  const close = container.offset + container.length - 1;
  if (previous !== undefined) {
    const from = previous.offset + previous.length;
    const between = piecesIn(text, from, child.offset);
    const comma = between.find(({ kind }) => kind === 'comma');
    const start = Math.max(from, ...between.map((piece) => piece.end));
    const edits = [cut(start, end)];
    if (comma !== undefined) edits.unshift(cut(comma.start, comma.end));
    return applyEdits(text, edits);
  }
  if (next !== undefined) {
    const between = piecesIn(text, end, next.offset);
    const comma = between.find(({ kind }) => kind === 'comma');
    const stop = comments(between).find((piece) => piece.start > (comma?.start ?? end))?.start ?? next.offset;
    if (comma === undefined || comments(between).some((piece) => piece.start < comma.start))
      return applyEdits(text, [cut(child.offset, end), ...(comma === undefined ? [] : [cut(comma.start, comma.end)])]);
    return applyEdits(text, [cut(child.offset, stop)]);
  }
  const open = container.offset + 1;
  const around = [...piecesIn(text, open, child.offset), ...piecesIn(text, end, close)];
  if (around.length > 0)
    return applyEdits(text, [
      cut(Math.max(open, ...piecesIn(text, open, child.offset).map((piece) => piece.end)), end),
    ]);
  return applyEdits(text, [{ offset: open, length: close - open, content: inner }]);
}

/** Puts another value in the place of one that is ours. */
export function replaceValue(text: string, node: Node, value: unknown): string {
  const old = text.slice(node.offset, node.offset + node.length);
  const style = styleOf(text, node);
  const words = /[\r\n]/.test(old) ? print(value, lineIndent(text, node.offset), style) : printInline(value, style);
  return applyEdits(text, [{ offset: node.offset, length: node.length, content: words }]);
}

interface Style {
  eol: string;
  /** One step inwards. */
  unit: string;
  /** Before each child, and before the closing bracket. */
  indent: string;
  outer: string;
  multiline: boolean;
  /** After a comma, and after a colon, on one line. */
  space: string;
}

function styleOf(text: string, container: Node): Style {
  const eol = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
  const first = container.children?.[0];
  const last = container.children?.at(-1);
  const outer = lineIndent(text, container.offset);
  const unit = /(?:^|[\r\n])([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  const sole =
    text.slice(0, container.offset).trim() === '' && text.slice(container.offset + container.length).trim() === '';
  const multiline =
    first === undefined
      ? /[\r\n]/.test(text.trim()) || sole
      : /[\r\n]/.test(text.slice(container.offset, first.offset));
  const beside = last !== undefined && isFirstOnLine(text, last.offset) ? last : first;
  const indent = beside === undefined ? outer + unit : lineIndent(text, beside.offset);
  return { eol, unit, outer, multiline, indent, space: /":\S/.test(text) && !/": /.test(text) ? '' : ' ' };
}

function wordsOf({ key, value }: Child, style: Style): string {
  const name = key === undefined ? '' : `${JSON.stringify(key)}:${style.multiline ? ' ' : style.space}`;
  return name + (style.multiline ? print(value, style.indent, style) : printInline(value, style));
}

function print(value: unknown, indent: string, { unit, eol }: Style): string {
  return JSON.stringify(value, null, '\t')
    .split('\n')
    .map((line, index) => {
      const depth = /^\t*/.exec(line)?.[0].length ?? 0;
      return (index === 0 ? '' : indent + unit.repeat(depth)) + line.slice(depth);
    })
    .join(eol);
}

function printInline(value: unknown, { space }: Style): string {
  if (Array.isArray(value)) return `[${value.map((item) => printInline(item, { space } as Style)).join(`,${space}`)}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}:${space}${printInline(item, { space } as Style)}`,
  );
  return `{${members.join(`,${space}`)}}`;
}

function lineIndent(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

function isFirstOnLine(text: string, offset: number): boolean {
  return /(?:^|[\r\n])[ \t]*$/.test(text.slice(0, offset));
}

function comments(pieces: readonly Piece[]): Piece[] {
  return pieces.filter(({ kind }) => kind !== 'comma');
}

function insert(offset: number, content: string): Edit {
  return { offset, length: 0, content };
}

function cut(start: number, end: number): Edit {
  return { offset: start, length: end - start, content: '' };
}
