import { styleText } from 'node:util';
import { OWN_ESCAPE } from './colour-marks.ts';

type Format = Parameters<typeof styleText>[0];

/** Paints where colours are wanted; elsewhere the text stays as it is. */
export function painter(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): (format: Format, text: string) => string {
  const wanted = wantsColours(stream, env);
  // The writer (`output.ts`) lets the escapes of the painter through, and spells out all others.
  return (format, text) => {
    if (!wanted) return text;
    const [before = '', after = ''] = styleText(format, '\0', { validateStream: false })
      .replaceAll('\u001b', OWN_ESCAPE)
      .split('\0');
    return before + text + after;
  };
}

export type Paint = ReturnType<typeof painter>;

/**
 * FORCE_COLOR decides, then NO_COLOR (each where it is not empty), then whether the output is a terminal.
 * @internal
 */
export function wantsColours({ isTTY }: Pick<NodeJS.WriteStream, 'isTTY'>, env: NodeJS.ProcessEnv): boolean {
  const { FORCE_COLOR: forced = '', NO_COLOR: refused = '', TERM } = env;
  if (forced !== '') return forced !== '0' && forced !== 'false';
  return refused === '' && isTTY && TERM !== 'dumb';
}

/** How text is set on a stream. */
export interface Page {
  paint: Paint;
  /** Where lines must end: the columns of the terminal. Infinity in a pipe, unless COLUMNS says otherwise. */
  columns: number;
  /** Where running text ends: not after the hundredth column, as longer lines are hard to read. */
  width: number;
}

/** A page on which the reader wants everything (`--verbose`, `--all`), or only what matters. */
export interface DetailedPage extends Page {
  verbose: boolean;
}

const WIDEST = 100;
const NARROWEST = 20;

export function pageOf(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv = process.env): Page {
  const columns = columnsOf(stream, env);
  return { paint: painter(stream, env), columns, width: columns === Infinity ? Infinity : Math.min(columns, WIDEST) };
}

/** A pipe has no end of line: what reads it (grep, a test, a pager) gets each sentence whole. */
export function columnsOf(stream: NodeJS.WritableStream, env: NodeJS.ProcessEnv = process.env): number {
  const { isTTY, columns = 80 } = stream as Partial<NodeJS.WriteStream>;
  const reportedWidth = isTTY === true ? columns : Number(env['COLUMNS']);
  return reportedWidth > 0 ? Math.max(NARROWEST, reportedWidth) : isTTY === true ? 80 : Infinity;
}
