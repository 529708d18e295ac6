import type { ScriptPlace } from '../analysis.ts';
import { hasUnknown, lookup } from '../expand/unknown.ts';
import { placesBehind } from '../files/links.ts';
import { originalPlace } from '../files/originals.ts';
import { locate } from '../files/paths.ts';
import { SCRIPT_BUDGET } from '../limits.ts';
import type { Call, Machine } from './machine.ts';

/** Text of a file on disk while it runs. `line` is where `text` begins in the file. */
export type ScriptFile = { file: string; text: string; line: number };

/** Longer texts are not only names of files. */
const MOST_VALUES = 32;

/** The text of a file on disk that is about to run; undefined if it does not exist, or is not read. A file that is too large is marked. */
export function scriptOnDisk(machine: Machine, call: Call, path: string): ScriptFile | undefined {
  if (machine.scriptAt === null || call.frame.place !== 'local') return undefined;
  for (const place of placesOnDisk(machine, call, path)) {
    const found = machine.scriptsLeft > 0 ? machine.scriptAt(place) : 'unread';
    if (found !== 'absent') machine.scriptsLeft--;
    if (found === 'unread') machine.mark('unread-script', place, call.frame);
    if (typeof found !== 'string') return { file: place, text: found.text, line: 1 };
  }
  return undefined;
}

/** Where the text is that a path will have when it runs: at what was copied there or is linked there, otherwise at the path itself. */
function placesOnDisk(machine: Machine, call: Call, path: string): string[] {
  const named = locate(machine.unknowns, call.scope.cwd, path).path;
  const copied = originalPlace(machine, named);
  const places = copied === undefined ? [...placesBehind(machine, call, path), named] : [copied];
  return places.filter((place) => place !== '?');
}

/** The files on disk that a script consists of: `bash -c "$(cat x.sh)"`, `cat a.sh b.sh | sh`. */
export function scriptsOfText(machine: Machine, call: Call, text: string): ScriptFile[] {
  if (text.length > MOST_VALUES || !hasUnknown(text)) return [];
  const paths = [...text.replaceAll(/\s/g, '')].map((value) => lookup(machine.unknowns, value)?.file);
  if (paths.includes(undefined)) return [];
  return paths.flatMap((path) => scriptOnDisk(machine, call, path ?? '?') ?? []);
}

/** Runs the text of a file on disk. Meanwhile effects name that file, and its unknown values are not marked as unknown in the command. */
export function runInScript(machine: Machine, script: ScriptFile, run: () => void): void {
  const { scriptFile, budget, unknowns } = machine;
  machine.scriptFile = script;
  if (scriptFile === null) machine.budget = { ...SCRIPT_BUDGET };
  const wasFull = unknowns.isFull === true;
  try {
    run();
  } finally {
    // Of too many values in a script, the script is what was not followed.
    if (!wasFull && unknowns.isFull === true) {
      machine.mark('too-many', 'unknown values');
      delete unknowns.isFull;
    }
    machine.scriptFile = scriptFile;
    machine.budget = budget;
  }
}

/** Where in the file the current command is. */
export function scriptPlace({ scriptFile }: Machine, line: number | undefined): { script?: ScriptPlace } {
  if (scriptFile === null) return {};
  return { script: line === undefined ? { file: scriptFile.file } : { file: scriptFile.file, line } };
}

/** The line of a place in the current text; undefined where that text is not the file's. */
export function lineInScript({ scriptFile }: Machine, source: string, at: number): number | undefined {
  if (scriptFile === null || source !== scriptFile.text) return undefined;
  return scriptFile.line + (source.slice(0, at).match(/\n/g)?.length ?? 0);
}
