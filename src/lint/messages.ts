import type { Command, ParsedScript, SyntaxNode } from '../shell/parse/parse.ts';
import { exitsWith } from './guard.ts';
import { codeText } from './read/code-text.ts';
import type { HookProgram } from './read/program.ts';
import {
  nameOfCommand,
  nodesOf,
  operands,
  sendsStdoutAway,
  sendsToStderr,
  simpleCommands,
  statementLists,
} from './read/shell-tree.ts';

/** What a program says right before it ends itself. */
export interface LastWords {
  /** The exit. */
  start: number;
  end: number;
  /** What is written, with constants and the arguments of the enclosing function filled in. */
  said: string;
  toStdout: boolean;
  toStderr: boolean;
}

/** Every exit with this code that has a message right before it; an answer in JSON is not a message. */
export function lastWords(program: HookProgram, code: 1 | 2): LastWords[] {
  const found = program.language === 'shell' ? inShell(program.script, code) : inCode(program, code);
  return found.filter(({ said }) => !ANSWER.test(said));
}

const ANSWER =
  /\{.*\\?["']?(?:hookSpecificOutput|permissionDecision|decision|continue|systemMessage|suppressOutput|additionalContext)\b|json\.dumps?\(|JSON\.stringify\(|^\s*["']?\{/s;

/** Words of a refusal. */
export const REFUSAL =
  /\b(?:block(?:ed|ing|s)?|(?<!permission )den(?:y|ied|ies)|not (?:allowed|permitted)|forbidden|refus(?:e|ed|es|ing)|prohibited|disallowed|dangerous|rejected|protected (?:file|path|branch)|must not|never allowed|before (?:you )?(?:stop|finish|end|clos|complet)(?:p?ing|ing)?)\b/i;

/** Names of functions that say what they are for. */
const REFUSER = /^_?(?:deny|block|refuse|reject|forbid)/i;

function inShell(script: ParsedScript | null, code: number): LastWords[] {
  if (script === null) return [];
  const nodes = [...nodesOf(script)];
  const sequences = [...statementLists(script)].map((list) => list.map(({ command }) => command as SyntaxNode));
  for (const node of nodes)
    if (node.type === 'AndOr' && node.operators.every((operator) => operator === '&&'))
      sequences.push([...node.commands]);
  const places: ShellPlaces = {
    script,
    functions: nodes.filter((node) => node.type === 'Function'),
    allToStderr: simpleCommands(script).some(
      ({ command }) =>
        nameOfCommand(command) === 'exec' && command.args.length === 0 && sendsToStderr(command.redirects),
    ),
    toStderr: nodes.filter((node) => node.type === 'Redirected' && sendsToStderr(node.redirects)),
  };
  return sequences.flatMap((sequence) =>
    sequence.flatMap((last, index): LastWords[] => {
      if (last.type !== 'Command' || nameOfCommand(last) !== 'exit' || operands(last)[0]?.value !== String(code))
        return [];
      const messages = messagesBefore(sequence, index);
      if (messages.length === 0) return [];
      // A reason on stderr may come earlier in the same branch.
      const earlier = sequence.slice(0, index).filter((one) => one.type === 'Command');
      return [
        {
          start: last.pos,
          end: last.end,
          said: messages.map((one) => saidBy(one, places)).join(' '),
          toStdout: messages.some((one) => !isToStderr(one, places) && !sendsStdoutAway(one.redirects)),
          toStderr: [...earlier, ...messages].some((one) => isToStderr(one, places)),
        },
      ];
    }),
  );
}

interface ShellPlaces {
  script: ParsedScript;
  functions: Extract<SyntaxNode, { type: 'Function' }>[];
  /** `exec >&2`: all that follows goes there. */
  allToStderr: boolean;
  /** `{ …; } >&2`. */
  toStderr: SyntaxNode[];
}

const MOST_MESSAGES = 8;

/** The commands right before it that do nothing but print. */
function messagesBefore(sequence: readonly SyntaxNode[], index: number): Command[] {
  const found: Command[] = [];
  for (const one of sequence.slice(Math.max(0, index - MOST_MESSAGES), index).reverse()) {
    if (one.type !== 'Command' || !isPrinter(one)) break;
    found.unshift(one);
  }
  return found;
}

function isPrinter(command: Command): boolean {
  const name = nameOfCommand(command);
  if (name === 'cat') return command.redirects.some((one) => one.type === 'HereDoc');
  return name === 'echo' || name === 'printf';
}

function isToStderr({ pos, end, redirects }: Command, { allToStderr, toStderr }: ShellPlaces): boolean {
  if (sendsToStderr(redirects)) return true;
  return (allToStderr && !sendsStdoutAway(redirects)) || toStderr.some((one) => one.pos <= pos && end <= one.end);
}

function saidBy(command: Command, places: ShellPlaces): string {
  const bodies = command.redirects.flatMap((one) => (one.type === 'HereDoc' ? [one.body.text] : []));
  const said = [...command.args.map(({ text }) => text), ...bodies]
    .join(' ')
    .replace(/\$\{?(\w+)\}?/g, (whole, name: string) => {
      return valueOf(name, places.script) ?? whole;
    });
  const home = places.functions.findLast(({ pos, end }) => pos <= command.pos && command.end <= end);
  if (home === undefined) return said;
  const name = home.name.value;
  const calls = simpleCommands(places.script).filter((one) => nameOfCommand(one.command) === name);
  const operandTexts = /\$\{?[1-9@*]/.test(said)
    ? calls.flatMap((one) => operands(one.command).map(({ text }) => text))
    : [];
  return [said, ...operandTexts, ...(REFUSER.test(name) ? ['deny'] : [])].join(' ');
}

/** The constant that a variable is set to. */
function valueOf(name: string, script: ParsedScript): string | null {
  for (const { command } of simpleCommands(script))
    for (const one of [...command.prefix, ...command.args])
      if (one.type === 'Assignment' && one.name === name && one.value.type === 'Word' && !/\$\(|`/.test(one.value.text))
        return one.value.value;
  return null;
}

export const TO_STDERR = /file\s*=\s*sys\.stderr|sys\.stderr\.write|console\.(?:error|warn)|process\.stderr\.write/;
export const TO_STDOUT = /\bprint\s*\(|sys\.stdout\.write|console\.(?:log|info)\b|process\.stdout\.write/;

const LINES_BEFORE = 8;

/** In Python and JavaScript: the statement before the exit, which may go over several lines. */
function inCode(program: HookProgram, code: number): LastWords[] {
  if (program.language !== 'python' && program.language !== 'node') return [];
  const text = codeText(program).code;
  return exitsWith(program, code).flatMap(({ start, end }): LastWords[] => {
    const lines = text.slice(0, start).split('\n');
    const branch = branchBefore(lines);
    const message = lastStatement(branch);
    const isPrint = TO_STDERR.test(message) || TO_STDOUT.test(message);
    if (!isPrint) return [];
    const toStdout = !TO_STDERR.test(message);
    return [
      {
        start,
        end,
        said: [message, ...wordsOfFunction(text, start, message)].join(' '),
        toStdout,
        toStderr: branch.some((line) => TO_STDERR.test(line)),
      },
    ];
  });
}

/** The lines of the same block, or of blocks inside it. */
function branchBefore(lines: readonly string[]): string[] {
  const own = indentOf(lines.at(-1) ?? '');
  const before: string[] = [];
  for (const line of lines.slice(-1 - LINES_BEFORE, -1).reverse()) {
    if (line.trim() !== '' && indentOf(line) < own) break;
    before.unshift(line);
  }
  return [...before, lines.at(-1) ?? ''].filter((line) => line.trim() !== '');
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Back to the line that begins the statement: brackets that close must have been opened. */
function lastStatement(branch: readonly string[]): string {
  let text = '';
  for (const line of [...branch].reverse()) {
    text = text === '' ? line.trim() : `${line}\n${text}`;
    if (text !== '' && count(text, ')') <= count(text, '(')) {
      if (/^[\s;]*(?:return\b[\s;]*)?$/.test(text)) text = '';
      else return text;
    }
  }
  return text;
}

function count(text: string, char: string): number {
  return text.split(char).length - 1;
}

/** The arguments of the function's calls where the message is one of its parameters, and its name where that says what it does. */
function wordsOfFunction(code: string, at: number, message: string): string[] {
  const opener =
    /^[ \t]*(?:(?:async\s+)?(?:def|function)\s+(\w+)\s*\(([^)]*)\)|(?:const|let)\s+(\w+)\s*=\s*(?:async\s*)?\(?([^)=]*)\)?\s*=>)/gm;
  const home = [...code.slice(0, at).matchAll(opener)].at(-1);
  const name = home?.[1] ?? home?.[3];
  if (home === undefined || name === undefined) return [];
  const depth = indentOf(home[0].replace(/^\n+/, ''));
  const between = code
    .slice(home.index + home[0].length, at)
    .split('\n')
    .slice(1);
  // A line that goes back to the opener's depth has left the function.
  if (between.some((line) => line.trim() !== '' && indentOf(line) <= depth)) return [];
  const parameters = (home[2] ?? home[4] ?? '')
    .split(',')
    .map((one) => /\w+/.exec(one)?.[0] ?? '')
    .filter((one) => one !== '');
  const isPassed = parameters.some((one) => new RegExp(`\\b${one}\\b`).test(message));
  const calls = isPassed
    ? [...code.matchAll(new RegExp(`\\b${name}\\(([^\\n]*)`, 'g'))].map(([, given]) => given ?? '')
    : [];
  return [...calls, ...(REFUSER.test(name) ? ['deny'] : [])];
}
