import { WITH_ENV_FILE } from '../../runtime/handlers/command/environment.ts';
import { codeText } from '../read/code-text.ts';
import type { ParameterExpansionPart } from '../../shell/parse/parse.ts';
import type { HookProgram } from '../read/program.ts';
import { nodesOf } from '../read/shell-tree.ts';
import { defineTrap } from '../trap.ts';
import type { LintWorld } from '../read/world.ts';

export const unknownVariable = defineTrap({
  id: 'unknown-variable',
  title: 'A variable that hooks do not get',
  severity: 'error',
  looksAt: 'program',
  happens:
    'The event comes as JSON on stdin, not in variables. The name is empty, so a guard that tests it lets everything through.',
  remedy:
    'Read stdin: INPUT=$(cat); jq -r .tool_input.command <<<"$INPUT". The variables that do exist are listed in docs/runtime.md.',
  heuristic:
    'Names that begin like the ones people invent (CLAUDE_TOOL_…, CLAUDE_FILE…, CLAUDE_HOOK_…, CLAUDE_EVENT…, CLAUDE_SESSION_ID and their like), or $TOOL_INPUT, $TOOL_NAME, $FILE_PATH in a command; never when the program, the settings or a sourced file may set them.',
  evidence: { cases: ['f01-process-exec'], protocol: '`command`' },
  *check(program, world) {
    const setVariables = givenNames(program, world);
    const seen = new Set<string>();
    for (const { name, start, end } of namesRead(program)) {
      if (seen.has(name) || setVariables.has(name)) continue;
      seen.add(name);
      if (name === 'CLAUDE_ENV_FILE') {
        if (program.rows.length === 0 || program.rows.some((row) => WITH_ENV_FILE.has(row.name))) continue;
        yield {
          at: program.span(start, end),
          message: `$CLAUDE_ENV_FILE is set on ${[...WITH_ENV_FILE].join(', ')} only`,
        };
      } else if (isInvented(name) || (isBareGuess(name) && !sources(program))) {
        const right = name === 'CLAUDE_SESSION_ID' ? '; it is called CLAUDE_CODE_SESSION_ID' : '';
        yield { at: program.span(start, end), message: `hooks do not get $${name}${right}` };
      }
    }
  },
});

function isInvented(name: string): boolean {
  return /^CLAUDE_(?:TOOL_\w+|TOOLS?|FILE(?:S|_PATHS?|PATHS?|NAME)?|HOOK_\w+|EVENT(?:_\w+)?|SESSION_ID|MODEL|TRANSCRIPT(?:_PATH)?|NOTIFICATION(?:_\w+)?|CWD|WORKING_DIR(?:ECTORY)?|(?:USER_)?PROMPT|COMMAND|INPUT|OUTPUT|CHANGED_FILES?|EDITED_FILES?|MODIFIED_FILES?|BASH_COMMAND|PERMISSION_MODE)$/.test(
    name,
  );
}

function isBareGuess(name: string): boolean {
  return /^(?:TOOL_INPUT(?:_\w+)?|TOOL_NAME|TOOL_OUTPUT|TOOL_RESPONSE|FILE_PATH|HOOK_EVENT(?:_NAME)?|HOOK_INPUT)$/.test(
    name,
  );
}

function givenNames({ text }: HookProgram, { settings, documents }: LintWorld): Set<string> {
  const names = new Set(Object.keys(settings.env));
  for (const { source } of documents) for (const name of Object.keys(source.content.env)) names.add(name);
  for (const [, name] of text.matchAll(
    /(?:^|[\s;&|("'])(?:export\s+|local\s+|declare\s+(?:-\w+\s+)?|readonly\s+)?([A-Z_][A-Z0-9_]*)\+?=/g,
  ))
    if (name) names.add(name);
  for (const [, list = ''] of text.matchAll(/\b(?:read|mapfile|readarray)\s+((?:-\w+\s+|'[^']*'\s+)*[\w ]+)/g))
    for (const name of list.split(/\s+/)) names.add(name);
  for (const [, name] of text.matchAll(/\bfor\s+(\w+)\s+in\b/g)) if (name) names.add(name);
  return names;
}

function sources({ script, text }: HookProgram): boolean {
  return script === null || /(?:^|[\s;&|])(?:\.|source)\s+\S|\beval\b/.test(text);
}

function* namesRead(program: HookProgram): Generator<{ name: string; start: number; end: number }> {
  if (program.language === 'shell') {
    for (const node of program.script === null ? [] : nodesOf(program.script)) {
      if (node.type === 'SimpleExpansion') yield { name: node.text.slice(1), start: node.pos, end: node.end };
      // `${NAME:-something}` has an answer for the case that it is not there.
      else if (node.type === 'ParameterExpansion' && !hasFallback(node))
        yield { name: node.parameter, start: node.pos, end: node.end };
    }
    return;
  }
  const pattern = /(?:os\.environ(?:\.get\(\s*|\[)|os\.getenv\(\s*|process\.env(?:\.|\[))["']?([A-Z_][A-Z0-9_]*)/g;
  const { code } = codeText(program);
  for (const match of code.matchAll(pattern)) {
    const end = match.index + match[0].length;
    const rest = code.slice(end, end + 120).split('\n', 1)[0] ?? '';
    if (!/\bor\b|\|\||\?\?/.test(rest)) yield { name: match[1] ?? '', start: match.index, end };
  }
}

function hasFallback({ operation }: ParameterExpansionPart): boolean {
  return operation?.type === 'Default' && operation.operand.text !== '';
}
