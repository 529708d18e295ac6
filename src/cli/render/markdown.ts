import { outsideFences } from '../pages/fences.ts';
import type { Page, Paint } from './text/style.ts';
import { widthOf } from './text/plain-text.ts';
import { table } from './text/table.ts';
import { hang, wrap } from './text/wrap.ts';

/** The Markdown of `docs/` for a terminal: headings, wrapped text, lists, tables in columns, code as it is. */
export function renderMarkdown(text: string, page: Page): string {
  const blocks = blocksOf(text).map((block) => renderBlock(block, page));
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

type Block = { kind: 'code' | 'table' | 'list' | 'text'; lines: string[] };

/** Blocks are parted by empty lines; a fence, a heading, a list or a table always begins one. */
function blocksOf(text: string): Block[] {
  const lines = text.split('\n');
  const outside = outsideFences(lines);
  const blocks: Block[] = [];
  let open: Block | null = null;
  const isOpen = (kind: Block['kind']) => open !== null && open.kind === kind;
  lines.forEach((line, at) => {
    const kind = outside[at] === true ? kindOf(line, open) : 'code';
    const isHeading = kind === 'text' && line.startsWith('#');
    if (kind === null) open = null;
    else if (isOpen(kind) && !isHeading) open?.lines.push(line);
    else blocks.push((open = { kind, lines: [line] }));
    if (isHeading) open = null;
  });
  return blocks;
}

function kindOf(line: string, open: Block | null): Block['kind'] | null {
  if (line.trim() === '') return null;
  if (/^\s*\|/.test(line)) return 'table';
  if (/^\s*(?:[-*]|\d+\.) /.test(line) || (open?.kind === 'list' && /^\s/.test(line))) return 'list';
  return /^ {4}/.test(line) ? 'code' : 'text';
}

function renderBlock({ kind, lines }: Block, page: Page): string[] {
  const { paint, width } = page;
  if (kind === 'code') return codeLines(lines);
  if (kind === 'table') return tableLines(lines, page);
  if (kind === 'list') return itemsOf(lines).flatMap(({ head, text }) => hang(head, inline(text, paint), width));
  const heading = /^(#+) (.*)$/.exec(lines[0] ?? '');
  if (heading !== null) return [paint(heading[1] === '#' ? ['bold', 'underline'] : 'bold', plain(heading[2] ?? ''))];
  if ((lines[0] ?? '').startsWith('<!--')) return [];
  return wrap(inline(lines.join(' '), paint), width);
}

/** Not wrapped: it is there to be copied. */
function codeLines(lines: readonly string[]): string[] {
  const isFenced = /^\s*(?:`{3,}|~{3,})/.test(lines[0] ?? '');
  if (!isFenced) return [...lines];
  return lines.filter((line) => !/^\s*(?:`{3,}|~{3,})/.test(line)).map((line) => `    ${line}`);
}

function tableLines(lines: readonly string[], { paint, width }: Page): string[] {
  const [titles = [], ...rows] = lines.map(cellsOf).filter((cells) => !cells.every((cell) => /^:?-+:?$/.test(cell)));
  const columns = titles.map((title) => ({ title: plain(title), narrow: 'wrap' as const, least: 12 }));
  const painted = rows.map((cells) => cells.map((cell) => inline(cell, paint)));
  const set = table(columns, painted, { width, paintTitles: (line) => paint('bold', line) });
  return set.some((line) => widthOf(line) > width) ? recordLines(titles.map(plain), painted, { paint, width }) : set;
}

/** A table that is too wide for the terminal, row by row. */
function recordLines(
  [, ...titles]: readonly string[],
  rows: readonly (readonly string[])[],
  { paint, width }: Pick<Page, 'paint' | 'width'>,
): string[] {
  return rows.flatMap(([first = '', ...cells]) => [
    ...wrap(paint('bold', first), width),
    ...cells.flatMap((cell, i) => (cell === '' ? [] : hang(`  ${titles[i] ?? ''}: `, cell, width, 4))),
  ]);
}

/** `\|` is a stroke inside a cell. */
function cellsOf(line: string): string[] {
  const inner = line.trim().replace(/^\||(?<!\\)\|$/g, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function itemsOf(lines: readonly string[]): { head: string; text: string }[] {
  const items: { head: string; text: string }[] = [];
  for (const line of lines) {
    const [all = '', indent = '', mark = ''] = /^(\s*)([-*]|\d+\.) /.exec(line) ?? [];
    if (all === '') {
      const last = items.at(-1);
      if (last !== undefined) last.text += ` ${line.trim()}`;
    } else items.push({ head: `${indent}${/^[-*]$/.test(mark) ? '•' : mark} `, text: line.slice(all.length) });
  }
  return items;
}

/** Links become their words, code keeps its marks where there are no colours to show it. */
function inline(text: string, paint: Paint): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part, i) => (i % 2 === 1 ? code(part, paint) : words(part, paint)))
    .join('');
}

function code(part: string, paint: Paint): string {
  const painted = paint('cyan', part.slice(1, -1));
  return painted === part.slice(1, -1) ? part : painted;
}

function words(part: string, paint: Paint): string {
  return part
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(?:\[|\]\([^)]*\))/g, '')
    .replace(/\*\*([^*]+)\*\*/g, (_, strong: string) => paint('bold', strong))
    .replace(/(?<![\w\\])_([^_]+)_(?!\w)/g, (_, stressed: string) => paint('italic', stressed))
    .replace(/\\([*_<>[\]\\|`#])/g, '$1');
}

function plain(text: string): string {
  return inline(text, (_, same) => same);
}
