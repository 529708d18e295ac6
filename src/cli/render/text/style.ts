import { styleText } from 'node:util';
import { OWN_ESCAPE } from '../../output.ts';

type Format = Parameters<typeof styleText>[0];

/** Colours only for a terminal that wants them: NO_COLOR, FORCE_COLOR and pipes are respected. */
export function painter(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): (format: Format, text: string) => string {
  const forced = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0';
  const wanted = forced || (stream.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb');
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

/** How running text is set on a stream. */
export interface Page {
  paint: Paint;
  /** Characters in a line. */
  width: number;
}

/** Longer lines than this are hard to read. */
const WIDEST = 100;
const NARROWEST = 50;

export function pageOf(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv = process.env): Page {
  const columns = stream.isTTY ? stream.columns : Number(env['COLUMNS']) || WIDEST;
  return { paint: painter(stream, env), width: Math.max(NARROWEST, Math.min(columns, WIDEST)) };
}

/** Where lines must end; never in a pipe, unless COLUMNS says so. */
export function columnsOf(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv = process.env): number {
  return stream.isTTY ? stream.columns : Number(env['COLUMNS']) || Infinity;
}
