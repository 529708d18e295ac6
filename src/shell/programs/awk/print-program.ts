import { hasUnknown, isMadeCommand } from '../../expand/unknown.ts';
import type { Call, Machine } from '../../run/machine.ts';
import { isOp } from '../../code/read/cursor.ts';
import { formattedAt, nameOf, readProgram, textsAt } from './program-text.ts';

const MOST_LINES = 64;

/** Without input: what names hold, and by what `-F` cuts a line. */
type Settings = { values: Map<string, string>; separator: string | undefined };

/** What a program prints that only prints; undefined where it does more, or is not known. */
export function printedByProgram(call: Call, machine: Machine, text: string, settings: Settings): string | undefined {
  if (/^\s*BEGIN\b/.test(text)) return printedOnce(call, machine, text, settings.values);
  const onlyPrints = /^\s*\{\s*printf?\b[^;{}]*;?\s*\}\s*$/.test(text);
  return onlyPrints ? printedForLines(call, machine, text, settings) : undefined;
}

/** What `BEGIN { print "…" }` prints, for the program that reads it. */
function printedOnce(call: Call, machine: Machine, text: string, values: Map<string, string>): string | undefined {
  const program = readProgram(call, machine, text, values);
  const lines = program.tokens.flatMap((token, i) => {
    if (nameOf(token) === 'printf') return [formattedAt(program, i + 1)];
    return nameOf(token) === 'print' ? [`${textsAt(program, i + 1).join(' ')}\n`] : [];
  });
  return lines.length === 0 || program.tokens.some((token) => isOp(token, '>')) ? undefined : lines.join('');
}

/** What `{ print "…" $1 }` makes of each line. Lines that are not known stay so, unless a command is put in front of them. */
function printedForLines(
  call: Call,
  machine: Machine,
  text: string,
  { values, separator }: Settings,
): string | undefined {
  const input = call.io.stdin?.text;
  const lines = input?.replace(/\n$/, '').split('\n') ?? [];
  if (input === undefined || lines.length > MOST_LINES || (separator?.length ?? 1) > 1) return undefined;
  const printed = lines.map((line) => {
    const fields = hasUnknown(line) ? [] : separator === undefined ? line.trim().split(/\s+/) : line.split(separator);
    const ofLine = new Map([...values, ...fields.map((field, i) => [`$${i + 1}`, field] as const)]);
    return printedOnce({ ...call, io: { ...call.io, stdin: { text: line } } }, machine, text, ofLine) ?? '';
  });
  const made = printed.join('');
  return hasUnknown(made) && !isMadeCommand(made) ? undefined : made;
}
