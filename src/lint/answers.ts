import type { EventRow } from '../protocol/event-row.ts';
import { isEventName, rowOf } from '../protocol/event.ts';
import { codeText } from './read/code-text.ts';
import { type Loose, type LooseObject, objectsIn, UNKNOWN } from './read/object-literal.ts';
import type { HookProgram } from './read/program.ts';
import { nameOfCommand, type PlacedCommand, simpleCommands } from './read/shell-tree.ts';

/** A JSON answer that is written down in a program. */
export interface WrittenAnswer {
  value: LooseObject;
  start: number;
  end: number;
  /** In a shell, the command that prints it; null when it is put into a variable first. */
  printer: PlacedCommand | null;
  /** The events it can be an answer to. */
  rows: readonly EventRow[];
}

const PRINTERS = new Set(['echo', 'printf', 'cat', 'jq']);

/** Longer programs are generated and contain no hand-written answer. */
const LONGEST_CODE = 200_000;

/** Every answer in a program; objects for other purposes (the body of a request, a config) do not count. */
export function answersIn(program: HookProgram): WrittenAnswer[] {
  return program.once('answers', () => {
    const objects = program.language === 'shell' ? inShell(program) : inCode(program);
    const answers = objects.filter((one) => isAnswer(program, one));
    return answers.map((one) => ({ ...one, rows: rowsFor(program, one.value) }));
  });
}

/** The constant at this place, or undefined. */
export function constant(value: Loose | undefined): Exclude<Loose, typeof UNKNOWN> | undefined {
  return value === UNKNOWN ? undefined : value;
}

export function specificOf(value: LooseObject): LooseObject | undefined {
  const specific = constant(value['hookSpecificOutput']);
  return typeof specific === 'object' && specific !== null && !Array.isArray(specific) ? specific : undefined;
}

type Found = Omit<WrittenAnswer, 'rows'>;

function inShell(program: HookProgram): Found[] {
  if (program.script === null) return [];
  return simpleCommands(program.script).flatMap((printer): Found[] => {
    const { command } = printer;
    if (command.name === undefined)
      return command.prefix.flatMap((one) =>
        one.type === 'Assignment' && !one.text.includes('$(') ? objectsOf(program, one.pos, one.end, null) : [],
      );
    if (!PRINTERS.has(nameOfCommand(command))) return [];
    const bodies = command.redirects.flatMap((one) => (one.type === 'HereDoc' ? [one.body] : []));
    return [...command.args, ...bodies].flatMap(({ pos, end }) => objectsOf(program, pos, end, printer));
  });
}

function objectsOf(program: HookProgram, start: number, end: number, printer: PlacedCommand | null): Found[] {
  return objectsIn(program.text, start, end).map((one) => ({ ...one, printer }));
}

function inCode(program: HookProgram): Found[] {
  if ((program.language !== 'python' && program.language !== 'node') || program.text.length > LONGEST_CODE) return [];
  const { code } = codeText(program);
  // Braces of blocks and functions are not objects; the reader gives up on them, so look inside too.
  return objectsIn(code).map((one) => ({ ...one, printer: null }));
}

function isAnswer(program: HookProgram, found: Found): boolean {
  const { value, printer } = found;
  if ('hookSpecificOutput' in value) return true;
  // Programs also make such objects for themselves: without the wrapper only what is surely printed is an answer.
  const isPrinted = program.language === 'shell' ? isShown(program, printer) : isPrintedByCode(program, found);
  if (!isPrinted) return false;
  const decision = constant(value['decision']);
  if (typeof decision === 'string' && /^(?:block|deny|approve|allow|ask|reject)$/i.test(decision)) return true;
  if (value['result'] === 'block' || value['continue'] === false) return true;
  if ('permissionDecision' in value || 'updatedInput' in value || 'updatedToolOutput' in value) return true;
  return 'additionalContext' in value && ('hookEventName' in value || printer?.reachesStdout === true);
}

/** Printed, or kept in a variable of a program that has no other place to put it. */
function isShown({ text }: HookProgram, printer: PlacedCommand | null): boolean {
  return printer?.reachesStdout === true || printer?.isSubstituted === false || !text.includes('hookSpecificOutput');
}

/** `print(json.dumps({…}))`, `console.log(JSON.stringify({…}))`, or through a variable. */
function isPrintedByCode(program: HookProgram, { start }: Found): boolean {
  const { code } = codeText(program);
  const before = code.slice(Math.max(0, start - 80), start);
  if (/(?:json\.dumps?|JSON\.stringify)\(\s*$/.test(before)) return true;
  const name = /(\w+)\s*=\s*$/.exec(before)?.[1];
  return name !== undefined && new RegExp(`(?:json\\.dumps?|JSON\\.stringify)\\(\\s*${name}\\b`).test(code);
}

/** Of the program's events, or of what the answer itself says it is for. */
function rowsFor(program: HookProgram, value: LooseObject): readonly EventRow[] {
  const named = constant(specificOf(value)?.['hookEventName']);
  const own = program.rows;
  if (!isEventName(named)) return own;
  const same = own.filter((row) => row.name === named);
  return own.length === 0 ? [rowOf(named)] : same.length > 0 ? same : own;
}
