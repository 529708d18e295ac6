import { COMMON_FIELDS } from '../../protocol/payload.ts';
import { codeText } from '../code-text.ts';
import type { Program } from '../program.ts';
import { readsPayload } from '../stdin.ts';
import { nameOfCommand, operands, simpleCommands } from '../shell-tree.ts';
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
    'Only well-known fields of tools, on events where the payload has no such field, and only in the first step from the payload itself: jq on stdin (or on a variable that holds it), json.load(sys.stdin) in Python, JSON.parse of stdin in Node.',
  rows: { traps: [31] },
  *check(program) {
    const isTool =
      program.rows.length > 0
        ? program.rows.every((row) => 'tool_input' in row.payload)
        : /tool_input|tool_name|PreToolUse|PostToolUse/.test(program.text);
    if (!isTool) return;
    for (const { start, end, name } of program.language === 'shell' ? inShell(program) : inCode(program)) {
      if (Object.hasOwn(COMMON_FIELDS, name) || program.rows.some((row) => name in row.payload)) continue;
      yield { at: program.span(start, end), message: `the payload has no "${name}" at the top; it is in "tool_input"` };
    }
  },
});

const TOOL_FIELDS = 'file_path|notebook_path|command|content|old_string|new_string|pattern|url|subagent_type';

interface Found {
  start: number;
  end: number;
  name: string;
}

function* inShell(program: Program): Generator<Found> {
  if (program.script === null) return;
  const commands = simpleCommands(program.script);
  for (const placed of commands) {
    if (nameOfCommand(placed.command) !== 'jq' || !readsPayload(placed, commands)) continue;
    const filter = operands(placed.command).find((word) => !word.value.startsWith('-'));
    const name =
      filter === undefined ? undefined : new RegExp(`^\\s*\\.(${TOOL_FIELDS})(?![\\w.])`).exec(filter.value)?.[1];
    // `.file_path // .tool_input.file_path` knows both places.
    if (filter !== undefined && name !== undefined && !filter.value.includes('tool_input'))
      yield { start: filter.pos, end: filter.end, name };
  }
}

function* inCode(program: Program): Generator<Found> {
  const { code } = codeText(program);
  const variables = new Set<string>();
  const loads =
    program.language === 'python'
      ? /(\w+)\s*=\s*json\.loads?\(\s*sys\.stdin(?:\.read\(\))?\s*\)/g
      : /(?:const|let|var)\s+(\w+)\s*=\s*JSON\.parse\([^\n]*(?:stdin|readFileSync\(\s*0)/g;
  for (const [, name] of code.matchAll(loads)) if (name !== undefined) variables.add(name);
  for (const variable of variables) {
    const read =
      program.language === 'python'
        ? new RegExp(`\\b${variable}(?:\\.get\\(\\s*|\\[)["'](${TOOL_FIELDS})["']`, 'g')
        : new RegExp(`\\b${variable}(?:\\?\\.|\\.)(${TOOL_FIELDS})\\b`, 'g');
    for (const match of code.matchAll(read)) {
      // The same line may try both places.
      const line = code.slice(code.lastIndexOf('\n', match.index) + 1, code.indexOf('\n', match.index) >>> 0);
      if (!line.includes('tool_input') && match[1] !== undefined)
        yield { start: match.index, end: match.index + match[0].length, name: match[1] };
    }
  }
}
