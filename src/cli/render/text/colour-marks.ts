/** The painter writes this instead of the escape character. Part of it is random at each start, so no other text can contain it. */
export const OWN_ESCAPE = `\ufdd0${Math.random().toString(36).slice(2)}\ufdd0`;

/** One colour switched on or off, as `styleText` writes it: `[31m`, `[39m`. */
export const COLOUR_MARK = new RegExp(`${OWN_ESCAPE}\\[([\\d;]+)m`, 'g');

/** The codes that switch off what another code has switched on. */
const ENDS: Readonly<Record<string, (code: number) => boolean>> = {
  22: (code) => code === 1 || code === 2,
  39: (code) => (code >= 30 && code <= 37) || (code >= 90 && code <= 97),
  49: (code) => (code >= 40 && code <= 47) || (code >= 100 && code <= 107),
};

/** Each line has its own colours: what is still on at its end is switched off there, and on again in the next one. */
export function withOwnColours(lines: readonly string[]): string[] {
  let on: string[] = [];
  return lines.map((line) => {
    const before = on;
    for (const [, code = ''] of line.matchAll(COLOUR_MARK)) {
      const ends = ENDS[code];
      on = ends === undefined ? [...on, code] : on.filter((one) => !ends(Number(one)));
    }
    const after = on.toReversed().map((code) => markOf(endOf(code)));
    return before.map(markOf).join('') + line + after.join('');
  });
}

function markOf(code: string): string {
  return `${OWN_ESCAPE}[${code}m`;
}

function endOf(code: string): string {
  return Object.keys(ENDS).find((end) => ENDS[end]?.(Number(code)) === true) ?? '0';
}
