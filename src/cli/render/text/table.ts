import { shorten, widthOf } from './plain-text.ts';
import { wrap } from './wrap.ts';

export interface Column {
  title?: string;
  align?: 'right';
  /** How a cell gives way on a narrow terminal: in several lines, or with an end left out. Without it the column keeps its width. */
  narrow?: 'wrap' | 'shorten';
  /** It does not get narrower than this. */
  least?: number;
  /** Nor wider, even if there is room. */
  most?: number;
}

export interface TableStyle {
  /** Columns of the terminal; Infinity: nothing gives way. */
  width: number;
  indent?: number;
  /** For the line of titles. */
  paintTitles?: (text: string) => string;
}

/** The one table: columns as wide as their texts, narrower where the terminal is, and no word cut. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], style: TableStyle): string[] {
  const fitted = fitColumns(columns, rows, style);
  const lines = rows.flatMap((row) => tableRow(fitted, row));
  if (columns.every(({ title }) => title === undefined)) return lines;
  const titles = tableRow(
    fitted,
    columns.map(({ title = '' }) => title),
  );
  const { paintTitles = (text: string) => text } = style;
  return [...titles.map(paintTitles), ...lines];
}

/** Columns with their widths, for tables whose rows come one by one. */
export interface FittedColumns {
  columns: readonly (Column & { width: number })[];
  indent: number;
}

const GAP = 2;
const LEAST = 16;

export function fitColumns(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { width, indent = 0 }: TableStyle,
): FittedColumns {
  const widths = columns.map(({ title = '', most = Infinity }, i) =>
    Math.min(
      most,
      rows.reduce((widest, row) => Math.max(widest, widthOf(row[i] ?? '')), widthOf(title)),
    ),
  );
  const least = columns.map(({ narrow, least: own = LEAST, title = '' }, i) =>
    narrow === undefined ? (widths[i] ?? 0) : Math.min(widths[i] ?? 0, Math.max(own, widthOf(title))),
  );
  const room = width - indent - GAP * (columns.length - 1);
  // The widest of those that may gives way first, so that they end up alike.
  for (let over = sum(widths) - room; over > 0 && Number.isFinite(over); over--) {
    const spare = widths.map((one, i) => (one > (least[i] ?? 0) ? one : 0));
    const widest = Math.max(...spare);
    if (widest === 0) break;
    const at = spare.indexOf(widest);
    widths[at] = widest - 1;
  }
  return { columns: columns.map((column, i) => ({ ...column, width: widths[i] ?? 0 })), indent };
}

/** One row, in as many lines as it needs. After a cell that is too wide for its column, the others go on below. */
export function tableRow({ columns, indent }: FittedColumns, cells: readonly string[]): string[] {
  const lines: string[] = [];
  let band: { at: number; text: string[]; cell: Column & { width: number } }[] = [];
  let at = indent;
  columns.forEach((column, i) => {
    const text = linesOf(cells[i] ?? '', column);
    band.push({ at, text, cell: column });
    at += column.width + GAP;
    const isTooWide = text.some((line) => widthOf(line) > column.width);
    if (!isTooWide && i < columns.length - 1) return;
    lines.push(...bandLines(band));
    band = [];
  });
  return lines.filter((line, i) => i === 0 || line !== '');
}

function linesOf(cell: string, { narrow, width }: Column & { width: number }): string[] {
  if (narrow === 'wrap') return wrap(cell, width);
  return [narrow === 'shorten' ? shorten(cell, width) : cell];
}

function bandLines(band: readonly { at: number; text: string[]; cell: Column & { width: number } }[]): string[] {
  const height = Math.max(...band.map(({ text }) => text.length));
  return Array.from({ length: height }, (_, row) =>
    band
      .reduce((line, { at, text, cell }) => {
        const part = text[row] ?? '';
        const left = cell.align === 'right' ? at + Math.max(0, cell.width - widthOf(part)) : at;
        return part === '' ? line : line + ' '.repeat(Math.max(0, left - widthOf(line))) + part;
      }, '')
      .trimEnd(),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
