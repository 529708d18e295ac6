import { type WrittenAnswer, answersIn } from '../answers.ts';
import type { HookProgram } from '../read/program.ts';
import { codeText } from '../read/code-text.ts';
import { nameOfCommand, simpleCommands } from '../read/shell-tree.ts';
import { defineTrap } from '../trap.ts';

export const stdoutNoise = defineTrap({
  id: 'stdout-noise',
  title: 'Text on stdout beside the JSON answer',
  severity: 'error',
  looksAt: 'program',
  happens:
    'Only when stdout is nothing but one JSON object is it an answer. A line before or after it makes all of it plain text, and the decision is ignored, even with "onFailure": "block".',
  remedy: 'Send messages to stderr (>&2) or to a file.',
  heuristic:
    'Only for echo, printf, print and console.log with a fixed text that run in every case, and for profile files that a shell script reads (`source ~/.bashrc`, `#!/bin/bash -l`) without sending their output away, in a program that prints a JSON answer and says nothing else there.',
  evidence: { cases: ['a13-noise-before-json', 'i30-onfail-noise-after'], protocol: 'Exit code and stdout' },
  *check(program) {
    if (program.rows.length > 0 && program.rows.every((row) => row.discardsOutput)) return;
    const answers = answersIn(program).filter(({ printer }) => printer === null || printer.reachesStdout);
    if (answers.length === 0) return;
    const [, second] = answers.filter(isSure);
    if (second !== undefined)
      yield {
        at: program.span(second.start, second.end),
        message: 'a second answer: stdout may hold only one JSON object',
      };
    const lines = [...(program.language === 'shell' ? inShell(program) : inCode(program))].filter((line) =>
      answers.some((answer) => line.start < answer.start || isSure(answer)),
    );
    for (const line of lines)
      yield { at: program.span(line.start, line.end), message: 'this line goes to stdout beside the JSON answer' };
    // Where the answer is lost anyway, what else may be printed is no news.
    if (lines.length > 0) return;
    for (const { start, end, severity } of profilesIn(program))
      yield {
        at: program.span(start, end),
        severity,
        message: 'what the profile prints goes to stdout before the JSON answer',
        remedy: 'Leave the profile out, or send its output away (>/dev/null 2>&1).',
      };
  },
});

/** Printed in every case; after one that is not, the program may have ended. */
function isSure({ printer }: WrittenAnswer): boolean {
  return printer !== null && !printer.isConditional && !printer.isInFunction;
}

function* inShell(program: HookProgram): Generator<{ start: number; end: number }> {
  if (program.script === null) return;
  for (const placed of simpleCommands(program.script)) {
    const { command, isConditional, isSubstituted, reachesStdout, isInFunction } = placed;
    if (
      isConditional ||
      isSubstituted ||
      isInFunction ||
      !reachesStdout ||
      !['echo', 'printf'].includes(nameOfCommand(command))
    )
      continue;
    const words = command.args.filter((word) => !word.text.startsWith('-'));
    const first = words[0]?.text.replace(/^["']+/, '') ?? '';
    // A variable may hold the answer itself; braces are an answer or a part of one.
    if (!/^[\w\s=>[(*#.-]/.test(first) || /[{}]/.test(command.args.map(({ text }) => text).join(' '))) continue;
    yield { start: command.pos, end: command.end };
  }
}

const PRINTS: Partial<Record<HookProgram['language'], RegExp>> = {
  python: /^print\s*\(\s*f?["'][^{}\n]*$/gm,
  node: /^(?:console\.(?:log|info|debug)|process\.stdout\.write)\s*\(\s*["'`][^{}\n]*$/gm,
};

function* inCode(program: HookProgram): Generator<{ start: number; end: number }> {
  const pattern = PRINTS[program.language];
  if (pattern === undefined) return;
  for (const match of codeText(program).code.matchAll(pattern)) {
    if (!/file\s*=/.test(match[0])) yield { start: match.index, end: match.index + match[0].length };
  }
}

const PROFILE = /(?:^|\/)\.?(?:bashrc|bash_profile|bash_login|profile|zshrc|zprofile|zshenv|zlogin)$/;

/** The client runs hooks without any profile; a script that reads one itself prints whatever it prints: banners, versions. */
function* profilesIn(program: HookProgram): Generator<{ start: number; end: number; severity: 'warning' }> {
  if (program.script === null) return;
  const login = /^#![^\n]*\b(?:ba|z|k)?sh\s+(?:-\w*[li]\w*|--login)[^\n]*/.exec(program.text);
  if (login !== null) yield { start: 0, end: login[0].length, severity: 'warning' };
  for (const { command, reachesStdout, isSubstituted } of simpleCommands(program.script)) {
    if (isSubstituted || !reachesStdout || !['source', '.'].includes(nameOfCommand(command))) continue;
    if (PROFILE.test(command.args[0]?.text.replaceAll(/["']/g, '') ?? ''))
      yield { start: command.pos, end: command.end, severity: 'warning' };
  }
}
