/** A string that begins on the next line and ends with a line that has only the chosen word: Perl's and Ruby's `<<~END`, PHP's `<<<END`. */
export type HereDocument = {
  text: string;
  isRaw: boolean;
  isShell: boolean;
  opener: number;
  lineEnd: number;
  end: number;
};

const OPENERS = {
  perl: /^<<(~?)(?:(["'`])([^"'`\n]+)\2|([A-Za-z_]\w*))/,
  ruby: /^<<([~-]?)(?:(["'`])([^"'`\n]+)\2|([A-Z_]\w*))/,
  php: /^<<<(\s*)(?:(["'])(\w+)\2|([A-Za-z_]\w*))/,
};

/** `bodyFrom` says where the body of the next one begins: several may open on the same line. */
export function hereDocumentAt(
  code: string,
  at: number,
  kind: keyof typeof OPENERS,
  bodyFrom: (lineEnd: number) => number,
): HereDocument | undefined {
  const match = OPENERS[kind].exec(code.slice(at, at + 80));
  const lineEnd = code.indexOf('\n', at);
  if (match === null || lineEnd < 0) return undefined;
  const [opener, , quote, quoted, plain] = match;
  const mark = quoted ?? plain ?? '';
  const lines: string[] = [];
  for (let from = bodyFrom(lineEnd); from < code.length;) {
    const next = code.indexOf('\n', from);
    const line = code.slice(from, next < 0 ? code.length : next);
    const after = line.trimStart();
    // PHP lets code follow the mark: `END);`.
    if (after.trimEnd() === mark || (kind === 'php' && after.startsWith(mark) && !/^\w/.test(after.slice(mark.length))))
      return {
        text: `${lines.map((text) => (match[1] === '~' || kind === 'php' ? text.trimStart() : text)).join('\n')}\n`,
        isRaw: quote === "'",
        isShell: quote === '`',
        opener: opener.length,
        lineEnd,
        end: kind === 'php' ? from + line.length - after.length + mark.length : next < 0 ? code.length : next,
      };
    lines.push(line);
    if (next < 0) return undefined;
    from = next + 1;
  }
  return undefined;
}
