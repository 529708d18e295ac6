import { answersIn } from '../answers.ts';
import { codeText } from '../read/code-text.ts';
import type { HookProgram } from '../read/program.ts';
import { nameOfCommand, simpleCommands } from '../read/shell-tree.ts';
import { defineTrap } from '../trap.ts';

export const stdoutUnread = defineTrap({
  id: 'stdout-unread',
  title: 'A hook that only prints text that nobody reads',
  severity: 'warning',
  looksAt: 'program',
  happens:
    'Plain text on stdout reaches the model on UserPromptSubmit, UserPromptExpansion, SessionStart and PostModelSwitch only. Here it goes to the debug log.',
  remedy:
    'Answer in JSON: {"hookSpecificOutput":{"hookEventName":"…","additionalContext":"…"}} for the model, {"systemMessage":"…"} for the user.',
  heuristic: 'Only when the program does nothing but print constant text: then it has no effect at all.',
  evidence: { cases: ['a01-exit0-stdout'], protocol: 'Who reads what' },
  *check(program) {
    if (program.rows.length === 0 || program.rows.some((row) => row.plainTextIsContext || row.nonZeroFails)) return;
    const only = onlyPrints(program) ?? onlyPrintsInCode(program);
    if (only === null || answersIn(program).length > 0 || /[{}]/.test(program.text)) return;
    const names = program.rows.map(({ name }) => name).join(' and ');
    yield { at: program.span(only.start, only.end), message: `nobody reads what this hook prints on ${names}` };
  },
});

const HARMLESS = new Set(['exit', 'true', ':', 'set', 'sleep']);

function onlyPrints({ script, text }: HookProgram): { start: number; end: number } | null {
  if (script === null) return null;
  const commands = simpleCommands(script);
  const prints = commands.filter(({ command }) => ['echo', 'printf'].includes(nameOfCommand(command)));
  const first = prints[0]?.command;
  if (first === undefined || /\\(?:a|e|033|x1b|007)/i.test(text)) return null;
  const isAll = commands.every(({ command, reachesStdout, isSubstituted }) => {
    if (command.name === undefined || isSubstituted) return false;
    if (nameOfCommand(command) === 'exit') return ['0', undefined].includes(command.args[0]?.text);
    return (
      HARMLESS.has(nameOfCommand(command)) || (['echo', 'printf'].includes(nameOfCommand(command)) && reachesStdout)
    );
  });
  return isAll ? { start: first.pos, end: first.end } : null;
}

const PRINT_LINE: Partial<Record<HookProgram['language'], RegExp>> = {
  python: /^print\(\s*(?:"[^"]*"|'[^']*')\s*\)$/,
  node: /^console\.log\(\s*(?:"[^"]*"|'[^']*')\s*\);?$/,
};

/** The same in Python and JavaScript: print statements with constant text, imports, an exit with 0, and nothing else. */
function onlyPrintsInCode(program: HookProgram): { start: number; end: number } | null {
  const print = PRINT_LINE[program.language];
  if (print === undefined) return null;
  let first: { start: number; end: number } | null = null;
  let at = 0;
  for (const line of codeText(program).code.split('\n')) {
    const text = line.trim();
    if (print.test(text)) first ??= { start: at + line.indexOf(text), end: at + line.length };
    else if (!/^(?:import [\w, ]+|sys\.exit\(0?\)|process\.exit\(0?\);?|)$/.test(text)) return null;
    at += line.length + 1;
  }
  return first;
}
