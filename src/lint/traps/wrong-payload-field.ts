import { basename } from 'node:path';
import { EVENT_NAMES, rowOf } from '../../protocol/event.ts';
import { COMMON_FIELDS } from '../../protocol/payload/payload.ts';
import { codeText } from '../read/code-text.ts';
import { canRefuse } from '../guard.ts';
import type { Program } from '../read/program.ts';
import type { HandlerEntry } from '../read/settings-document.ts';
import { readsPayload } from '../read/stdin.ts';
import { nameOfCommand, operands, simpleCommands } from '../read/shell-tree.ts';
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
    'Only well-known fields of tools (and toolInput, toolName, as other agents write them), on events where the payload has no such field, and only in the first step from the payload itself: jq on stdin (or on a variable that holds it), json.load(sys.stdin) in Python, JSON.parse of stdin in Node. Also a shell guard that reads no stdin at all, but $1, though the handler gives it no argument.',
  evidence: { cases: ['f06-stdin-shape'], events: 'What the payload holds', reference: true },
  *check(program) {
    const isTool =
      program.rows.length > 0
        ? program.rows.every((row) => 'tool_input' in row.payload)
        : /tool_input|tool_name|PreToolUse|PostToolUse/.test(program.text);
    // Named by itself, and no word about its event: nearly always one with a tool.
    const isGuess = program.uses.length === 0 && !isTool;
    if (!isTool && !(isGuess && !HAS_FIELD_AT_TOP.test(program.text))) return;
    for (const { start, end, name } of program.language === 'shell' ? inShell(program) : inCode(program)) {
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
const TOOL_FIELDS = `file_path|notebook_path|command|content|old_string|new_string|pattern|url|subagent_type|${Object.keys(OTHER_SPELLINGS).join('|')}`;

/** A guard that looks at `$1`, where nothing is, and never at stdin. */
function argumentGuard(program: Program): { start: number; end: number } | null {
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

function* inShell(program: Program): Generator<Found> {
  if (program.script === null) return;
  const commands = simpleCommands(program.script);
  for (const placed of commands) {
    if (nameOfCommand(placed.command) !== 'jq' || !readsPayload(placed, commands)) continue;
    const filter = operands(placed.command).find((word) => !word.value.startsWith('-'));
    const name =
      filter === undefined
        ? undefined
        : (new RegExp(`^\\s*\\.(${TOOL_FIELDS})(?![\\w.])`).exec(filter.value)?.[1] ??
          new RegExp(`^\\s*\\.(${Object.keys(OTHER_SPELLINGS).join('|')})\\b`).exec(filter.value)?.[1]);
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
      : /(?:(?:const|let|var)\s+)?(\w+)\s*=\s*JSON\.parse\([^\n]*(?:stdin|readFileSync\(\s*0)/g;
  for (const [, name] of code.matchAll(loads)) if (name !== undefined) variables.add(name);
  for (const name of parsedLater(program, code)) variables.add(name);
  yield* takenApart(program, code);
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

/** `raw = sys.stdin.read()` and then `json.loads(raw)`; in Node the only JSON.parse of a program that gathers stdin. */
function parsedLater({ language }: Program, code: string): string[] {
  if (language === 'python')
    return [...code.matchAll(/(\w+)\s*=\s*sys\.stdin\.read\(\)/g)].flatMap(([, raw]) =>
      [...code.matchAll(new RegExp(`(\\w+)\\s*=\\s*json\\.loads\\(\\s*${raw}\\b`, 'g'))].map(([, name]) => name ?? ''),
    );
  const parsed = [...code.matchAll(/(\w+)\s*=\s*JSON\.parse\(/g)];
  return /process\.stdin\b/.test(code) && parsed.length === 1 ? [parsed[0]?.[1] ?? ''] : [];
}

/** `const { file_path } = JSON.parse(stdin)`. */
function* takenApart({ language }: Program, code: string): Generator<Found> {
  if (language !== 'node') return;
  for (const match of code.matchAll(/\{([^{}]*)\}\s*=\s*JSON\.parse\([^\n]*(?:stdin|readFileSync\(\s*0)/g)) {
    const name = new RegExp(`(?:^|,)\\s*(${TOOL_FIELDS})\\b`).exec(match[1] ?? '')?.[1];
    if (name !== undefined && !/tool_input/.test(match[1] ?? ''))
      yield { start: match.index, end: match.index + (match[1]?.length ?? 0) + 2, name };
  }
}
