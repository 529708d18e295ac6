import { basename } from 'node:path';
import { EVENT_NAMES, rowOf } from '../../protocol/event.ts';
import { COMMON_FIELDS } from '../../protocol/payload/payload.ts';
import { codeText } from '../read/code-text.ts';
import { canRefuse } from '../guard.ts';
import type { HookProgram } from '../read/program.ts';
import type { HandlerEntry } from '../read/settings-document.ts';
import { type EmbeddedCode, embeddedCode } from '../read/payload/embedded-code.ts';
import { fieldsAtTop } from '../read/payload/payload-fields.ts';
import { operands, simpleCommands } from '../read/shell-tree.ts';
import { defineTrap } from '../trap.ts';

export const wrongPayloadField = defineTrap({
  id: 'wrong-payload-field',
  title: 'A field of the tool read from the top of the payload',
  severity: 'error',
  looksAt: 'program',
  happens:
    'The fields of the tool are inside `tool_input`. At the top there is nothing of this name, so the hook gets an empty text and lets everything through.',
  remedy: 'Read .tool_input.file_path, .tool_input.command and so on.',
  heuristic:
    'Only well-known fields of tools (and toolInput, toolName, as other agents write them), on events where the payload has no such field, and only in the first step from the payload itself: jq on stdin (or on a variable that holds it), json.load(sys.stdin) in Python, JSON.parse of stdin in Node; in scripts, in `python3 -c`, `node -e` and here-documents of a shell script, and in filters that a variable or a function holds. Not when the program also reads the field from tool_input. Also a shell guard that reads no stdin at all, but $1, though the handler gives it no argument.',
  evidence: { cases: ['f06-stdin-shape'], events: 'What the payload holds', reference: true },
  *check(program) {
    const isTool =
      program.rows.length > 0
        ? program.rows.every((row) => 'tool_input' in row.payload)
        : /tool_input|tool_name|PreToolUse|PostToolUse/.test(program.text);
    // Named on the command line, so its event is unknown: nearly always one with a tool.
    const isGuess = program.uses.length === 0 && !isTool;
    if (!isTool && !(isGuess && !HAS_FIELD_AT_TOP.test(program.text))) return;
    for (const { start, end, name } of misplacedFields(program, isTool)) {
      if (Object.hasOwn(COMMON_FIELDS, name) || program.rows.some((row) => name in row.payload)) continue;
      const own = OTHER_SPELLINGS[name];
      const where = own === undefined ? 'it is in "tool_input"' : `the name is "${own}"`;
      yield {
        at: program.span(start, end),
        message: `the payload has no "${name}" at the top; ${where}`,
        ...(isGuess ? { severity: 'warning' as const } : {}),
      };
    }
    const argument = argumentGuard(program);
    if (argument !== null)
      yield {
        at: program.span(argument.start, argument.end),
        message: 'hooks get no arguments: the call is in the payload on stdin',
        remedy: "Read stdin: cmd=$(jq -r '.tool_input.command').",
      };
  },
});

/** Events whose own payload has such a field. */
const HAS_FIELD_AT_TOP = new RegExp(
  EVENT_NAMES.filter((name) =>
    ['file_path', 'url', 'content', 'command'].some((field) => field in rowOf(name).payload),
  ).join('|'),
);

const OTHER_SPELLINGS: Readonly<Record<string, string>> = {
  toolInput: 'tool_input',
  toolName: 'tool_name',
  toolArgs: 'tool_input',
};
const TOOL_FIELDS: ReadonlySet<string> = new Set([
  'file_path',
  'notebook_path',
  'command',
  'content',
  'old_string',
  'new_string',
  'pattern',
  'url',
  'subagent_type',
  ...Object.keys(OTHER_SPELLINGS),
]);

/** Fields of tools, but also everyday words: they count only where the payload is surely that of a tool. */
const CERTAIN_FIELDS: ReadonlySet<string> = new Set([...TOOL_FIELDS, 'offset', 'limit', 'query', 'edits']);

/** A guard that looks at `$1`, where nothing is, and never at stdin. */
function argumentGuard(program: HookProgram): { start: number; end: number } | null {
  const { script, uses, text, scriptFile } = program;
  if (script === null || scriptFile === null || uses.length === 0 || !canRefuse(program)) return null;
  const name = basename(scriptFile);
  const isBare = ({ handler }: HandlerEntry) =>
    handler.type === 'command' &&
    (handler.args === undefined
      ? handler.command.trimEnd().replace(/["']$/, '').endsWith(name)
      : handler.args.length === 0);
  if (
    !uses.every(isBare) ||
    /\bstdin\b|<&0|\b(?:cat|jq|read|python3?|node|mapfile|readarray|source)\b|\$@|\$\*/.test(text)
  )
    return null;
  for (const { command, isInFunction } of simpleCommands(script)) {
    const word = isInFunction ? undefined : operands(command).find(({ text: written }) => /\$\{?1\b/.test(written));
    if (word !== undefined) return { start: word.pos, end: word.end };
  }
  return null;
}

interface Found {
  start: number;
  end: number;
  name: string;
}

/** Every field of a tool that the program looks for at the top, and does not look for in the right place as well. */
function* misplacedFields(program: HookProgram, isCertain: boolean): Generator<Found> {
  const wanted = isCertain ? CERTAIN_FIELDS : TOOL_FIELDS;
  for (const { language, text, sources, placeOf } of readingsOf(program)) {
    for (const { name, start, end } of fieldsAtTop({ language, code: text, sources }))
      if (wanted.has(name) && !knowsRightPlace(text, name) && !knowsRightPlace(program.text, name))
        yield { ...placeOf(start, end), name };
  }
}

function readingsOf(program: HookProgram): EmbeddedCode[] {
  if (program.language === 'shell') return embeddedCode(program);
  if (program.language !== 'python' && program.language !== 'node') return [];
  const { code } = codeText(program);
  const placeOf = (start: number, end: number) => ({ start, end });
  return [{ language: program.language, text: code, sources: ['stdin'], placeOf }];
}

/** `.file_path // .tool_input.file_path`: a line that names both knows the right place. */
function knowsRightPlace(text: string, name: string): boolean {
  const both = new RegExp(`tool_input\\b.{0,40}\\b${name}\\b|toolInput\\b.{0,40}\\b${name}\\b`);
  return both.test(text);
}
