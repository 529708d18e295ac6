import type { Call, Machine } from '../../../run/machine.ts';

/** What the code prints, as far as it can be told; undefined when it prints nothing we see. */
export function printedBy({ printed = [] }: Call): string | undefined {
  return printed.length === 0 ? undefined : printed.join('');
}

export function codeFromStdin(call: Call, machine: Machine, language: string, args: string[] = []): string | undefined {
  const text = call.io.stdin?.text;
  if (text !== undefined) machine.code(call, language, text, args);
  return printedBy(call);
}

type InPlace = { suffix: string; empties: boolean };

/** A suffix keeps a copy of the file as it was. */
export function editInPlace(call: Call, machine: Machine, file: string, { suffix, empties }: InPlace): void {
  machine.write(call, file, 'in-place', { empties });
  if (suffix !== '') machine.write(call, suffix.includes('*') ? suffix.replaceAll('*', file) : file + suffix, 'copy');
}
