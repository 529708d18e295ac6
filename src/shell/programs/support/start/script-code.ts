import { hasUnknown, sourceOf } from '../../../expand/unknown.ts';
import { isFetched } from '../../../files/written-files.ts';
import type { Call, Machine } from '../../../run/machine.ts';
import { runInScript, scriptOnDisk } from '../../../run/script-files.ts';

/** What the code prints, as far as it can be told; undefined when it prints nothing we see. */
export function printedBy({ printed = [] }: Call): string | undefined {
  return printed.length === 0 ? undefined : printed.join('');
}

/** `-p` of node, bun and deno prints the value of its code, if that is one expression. */
export function withPrint(code: string): string {
  return /[;\n]/.test(code.trim()) ? code : `console.log(${code})`;
}

export function codeFromStdin(call: Call, machine: Machine, language: string, args: string[] = []): string | undefined {
  const text = call.io.stdin?.text;
  if (text !== undefined) machine.code(call, language, text, args);
  return printedBy(call);
}

/** Where an interpreter looks for the code of a name, beside the name itself. */
const CODE_PLACES: Record<string, (name: string) => string[]> = {
  node: (name) => [`${name}.js`, `${name}/index.js`],
  tsx: (name) => [`${name}.ts`, `${name}/index.ts`],
  python: (name) => [`${name}/__main__.py`],
};

/** Runs code of a file: the text that this command wrote there, otherwise what is on disk. */
export function runCodeFile(
  call: Call,
  machine: Machine,
  language: string,
  { file, args }: { file: string; args: string[] },
): void {
  const text = machine.content(call, file);
  if (text !== undefined) {
    machine.code(call, language, text, args);
    return;
  }
  machine.read(call, file, 'script');
  machine.emit(call, {
    kind: 'code',
    source: hasUnknown(file) ? sourceOf(machine.unknowns, file) : isFetched(machine, call, file) ? 'fetched' : 'file',
    interpreter: language,
  });
  runCodeOnDisk(call, machine, language, { places: [file, ...(CODE_PLACES[language]?.(file) ?? [])], args });
}

/** Runs the first of these files that is there. */
export function runCodeOnDisk(
  call: Call,
  machine: Machine,
  language: string,
  { places, args }: { places: readonly string[]; args: string[] },
): void {
  for (const place of places) {
    const script = scriptOnDisk(machine, call, place);
    if (script === undefined) continue;
    const quiet = { ...call, printed: [] };
    runInScript(machine, script, () => machine.code(quiet, language, script.text, args));
    return;
  }
}

type InPlace = { suffix: string; empties: boolean };

/** A suffix keeps a copy of the file as it was. */
export function editInPlace(call: Call, machine: Machine, file: string, { suffix, empties }: InPlace): void {
  machine.write(call, file, 'in-place', { empties });
  if (suffix !== '') machine.write(call, suffix.includes('*') ? suffix.replaceAll('*', file) : file + suffix, 'copy');
}
