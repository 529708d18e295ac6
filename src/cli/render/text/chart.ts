/** Bars that an old terminal can show, too. */
export interface Pen {
  /** Full, then the eighths. */
  blocks: readonly string[];
}

const FINE: Pen = { blocks: ['█', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] };
const COARSE: Pen = { blocks: ['#'] };

/** Unicode only where the locale says that it is understood. */
export function penFor(env: Readonly<Record<string, string | undefined>>, platform: string = process.platform): Pen {
  if (env['TERM'] === 'dumb' || env['TERM'] === 'linux') return COARSE;
  if (platform === 'win32') return env['WT_SESSION'] === undefined ? COARSE : FINE;
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((name) => name !== undefined && name !== '');
  return /utf-?8/i.test(locale ?? '') ? FINE : COARSE;
}

/** A bar of at most `width` for a share of the largest. What is not nothing is seen. */
export function bar(value: number, largest: number, width: number, { blocks }: Pen): string {
  if (value <= 0 || largest <= 0) return '';
  const [full = '#', ...parts] = blocks;
  const steps = parts.length + 1;
  const filled = Math.max(1, Math.round((value / largest) * width * steps));
  return full.repeat(Math.floor(filled / steps)) + (filled % steps === 0 ? '' : (parts[(filled % steps) - 1] ?? ''));
}
