import { isJson } from '../../protocol/text/json-problem.ts';
import { rowOf } from '../../protocol/event.ts';
import { classifyStdout } from '../../protocol/stdout.ts';
import { codeText } from '../read/code-text.ts';
import { objectsIn } from '../read/object-literal.ts';
import type { HookProgram } from '../read/program.ts';
import { nameOfCommand, operands, type PlacedCommand, simpleCommands } from '../read/shell-tree.ts';
import { defineTrap } from '../trap.ts';

export const answerNotJson = defineTrap({
  id: 'answer-not-json',
  title: 'An answer that is not one JSON object',
  severity: 'error',
  looksAt: 'program',
  happens:
    'Text that does not begin with { and end with } is plain text, and JSON that does not parse is an error: either way the decision is lost, and the action goes ahead.',
  remedy:
    'Print exactly one object, with double quotes, without comments, trailing commas or a list around it; jq -n writes it safely.',
  heuristic:
    'Only for constant texts in single quotes that echo or printf prints and that name a field of an answer; they are read with the code that reads the answers of running hooks. In Python and JavaScript for an object that is printed as it is, without json.dumps or JSON.stringify, and for a list around one.',
  evidence: { cases: ['a13-noise-…', 'i30-onfail-noise-after'], protocol: 'Exit code and stdout' },
  *check(program) {
    const row =
      program.rows.find((one) => !one.discardsOutput) ?? (program.rows.length === 0 ? rowOf('PreToolUse') : undefined);
    if (row === undefined) return;
    for (const { start, end, text } of printedTexts(program)) {
      const read = classifyStdout(row, text);
      const problem =
        read.kind === 'text'
          ? 'it is taken for plain text'
          : read.kind === 'invalid' && !isJson(text)
            ? read.problem
            : null;
      if (problem !== null) yield { at: program.span(start, end), message: `this is not an answer: ${problem}` };
    }
    for (const { start, end, problem } of inCode(program))
      yield { at: program.span(start, end), message: `this is not an answer: ${problem}` };
  },
});

const FIELD = /["'\s{,](?:hookSpecificOutput|permissionDecision|decision|additionalContext)["']?\s*:/;

/** Text that several commands print together: this is only a part of it. */
function isPart(text: string, at: number, commands: readonly PlacedCommand[]): boolean {
  const others = commands.filter(
    ({ command, reachesStdout, isSubstituted }) =>
      reachesStdout && !isSubstituted && !SILENT.has(nameOfCommand(command)),
  );
  const opens = /^\s*[{[]/.test(text);
  const closes = /[}\]]\s*$/.test(text);
  return (
    (!closes && others.some(({ command }) => command.pos > at)) ||
    (!opens && others.some(({ command }) => command.end < at))
  );
}

const SILENT = new Set(['exit', 'true', ':', 'sleep', 'set', '[', 'test', 'cd', '']);

function* printedTexts({ script }: HookProgram): Generator<{ start: number; end: number; text: string }> {
  if (script === null) return;
  const commands = simpleCommands(script);
  for (const { command, reachesStdout } of commands) {
    const name = nameOfCommand(command);
    if (!reachesStdout || (name !== 'echo' && name !== 'printf')) continue;
    const words = operands(command).filter(
      (word) => !(name === 'echo' ? word.value === '-n' : /^%s(?:\\n)?$/.test(word.value)),
    );
    const [only] = words;
    const part = only?.parts?.[0];
    if (words.length !== 1 || only?.parts?.length !== 1 || part?.type !== 'SingleQuoted') continue;
    // Escapes and formats would make another text of it.
    if (/[\\%]/.test(part.value) || !FIELD.test(part.value)) continue;
    if (!isPart(part.value, part.pos, commands)) yield { start: part.pos, end: part.end, text: part.value };
  }
}

/** `print({…})` writes single quotes, `console.log({…})` no quotes at all, and a list around an answer is not an object. */
function* inCode(program: HookProgram): Generator<{ start: number; end: number; problem: string }> {
  if (program.language !== 'python' && program.language !== 'node') return;
  const { code } = codeText(program);
  for (const { value, start, end } of objectsIn(code)) {
    if (!Object.keys(value).some((key) => ANSWER_KEYS.has(key))) continue;
    const before = code.slice(Math.max(0, start - 120), start);
    if (/\b(?:print|console\.log)\s*\(\s*$/.test(before) && /^\s*\)/.test(code.slice(end)))
      yield {
        start,
        end,
        problem: `it is printed as ${program.language === 'python' ? 'Python' : 'JavaScript'} shows it, which is not JSON`,
      };
    else if (isListed(code, before, end)) yield { start, end, problem: 'a list around it makes it plain text' };
  }
}

const ANSWER_KEYS = new Set(['hookSpecificOutput', 'permissionDecision', 'decision']);

/** `json.dumps([{…}])`, or a list of one that a variable takes there. */
function isListed(code: string, before: string, end: number): boolean {
  if (!/^\s*,?\s*\]/.test(code.slice(end))) return false;
  if (/(?:json\.dumps|JSON\.stringify)\s*\(\s*\[\s*$/.test(before)) return true;
  const name = /(\w+)\s*=\s*\[\s*$/.exec(before)?.[1];
  return name !== undefined && new RegExp(`(?:json\\.dumps|JSON\\.stringify)\\s*\\(\\s*${name}\\s*[,)]`).test(code);
}
