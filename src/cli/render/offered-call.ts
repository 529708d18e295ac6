import type { OfferedCall } from '../../session/grants/grant-call.ts';
import { spelledOut } from '../../protocol/text/visible-text.ts';
import { oneLine, widthOf } from './text/plain-text.ts';

/**
 * A refused call from its first to its last character, as lines that fit the terminal. Each line of it follows a bar, so that nothing in it can look
 * like a line of ours, and what cannot be seen is spelled out.
 */
export function renderOfferedCall({ session, cwd, tool, input }: OfferedCall, columns: number): string[] {
  const fields = Object.entries(input).flatMap(([name, value]) => [
    `${oneLine(name)}:`,
    ...framed(typeof value === 'string' ? value : JSON.stringify(value), columns),
  ]);
  return [`Tool: ${oneLine(tool)}`, `Directory: ${oneLine(cwd)}`, `Session: ${oneLine(session)}`, ...fields];
}

const BAR = '  │ ';

function framed(text: string, columns: number): string[] {
  const room = Math.max(20, columns - BAR.length);
  return spelledOut(text.replaceAll('\t', '\\t').replaceAll('\r', '\\r'))
    .split('\n')
    .flatMap((line) =>
      wrapped(
        line.replace(/ +$/, (spaces) => '·'.repeat(spaces.length)),
        room,
      ),
    )
    .map((line) => BAR + line);
}

/** By characters: where words end does not matter here, that none is lost does. */
function wrapped(line: string, room: number): string[] {
  const lines: string[] = [];
  let current = '';
  let taken = 0;
  for (const char of line) {
    const width = widthOf(char);
    if (taken + width > room) {
      lines.push(current);
      current = '';
      taken = 0;
    }
    current += char;
    taken += width;
  }
  return [...lines, current];
}
