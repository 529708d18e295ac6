import {
  type AndOr,
  type Command,
  defectOf,
  parseScript,
  type ParsedScript,
  type Pipeline,
  type Statement,
} from './parse/parse.ts';
import type { Span } from './analysis.ts';

/**
 * Would a failure of the command at `span` be the exit status of the whole text, and would the text fail if that command were never started?
 * Only then does exit code 0 prove that the command ran and passed: not for `npm test | tail`, `npm test; echo done`, `x || npm test`.
 */
export function decidesExit(text: string, span: Span): boolean {
  const script = parseScript(text);
  return defectOf(script) === undefined && decidesList(script.commands, span, { errexit: false, pipefail: false });
}

type Statements = ParsedScript['commands'];
type CommandNode = Statement['command'];

/** What `set` has switched on. */
interface ShellOptions {
  errexit: boolean;
  pipefail: boolean;
}

function decidesList(statements: Statements, span: Span, inherited: ShellOptions): boolean {
  let options = inherited;
  for (const [index, statement] of statements.entries()) {
    if (holds(statement, span)) {
      const isLast = index === statements.length - 1;
      const stops = options.errexit && statement.command.type !== 'AndOr';
      return statement.background !== true && (isLast || stops) && decidesNode(statement.command, span, options);
    }
    options = optionsAfter(statement, options);
  }
  return false;
}

function decidesNode(node: CommandNode, span: Span, options: ShellOptions): boolean {
  switch (node.type) {
    case 'Command':
      return true;
    case 'Redirected':
      return decidesNode(node.command, span, options);
    case 'Subshell':
    case 'BraceGroup':
      return decidesList(node.body.commands, span, options);
    case 'Pipeline':
      return decidesPipeline(node, span, options);
    case 'AndOr':
      return decidesAndOr(node, span, options);
    default:
      // A branch or a loop may not have been entered; a function may not have been called.
      return false;
  }
}

function decidesPipeline({ prefixes, commands }: Pipeline, span: Span, options: ShellOptions): boolean {
  const stage = commands.findIndex((command) => holds(command, span));
  const command = commands[stage];
  if (command === undefined || prefixes.some(({ type }) => type === 'Negation')) return false;
  return (stage === commands.length - 1 || options.pipefail) && decidesNode(command, span, options);
}

/** `a && b && c` fails with each of them. What follows `||` may not run, and what precedes it is forgiven, unless the way out fails too. */
function decidesAndOr({ commands, operators }: AndOr, span: Span, options: ShellOptions): boolean {
  const place = commands.findIndex((command) => holds(command, span));
  const command = commands[place];
  if (command === undefined || operators.slice(0, place).includes('||')) return false;
  const escape = operators.indexOf('||', place);
  const escapes = operators.slice(place).filter((operator) => operator === '||').length;
  if (escape >= 0 && (escapes > 1 || escape !== operators.length - 1 || !alwaysFails(commands[escape + 1])))
    return false;
  return decidesNode(command, span, options);
}

/** `exit 1`, `false`, `{ echo failed; exit 1; }`. */
function alwaysFails(node: CommandNode | undefined): boolean {
  if (node === undefined) return false;
  if (node.type === 'BraceGroup' || node.type === 'Subshell') return alwaysFails(node.body.commands.at(-1)?.command);
  if (node.type !== 'Command') return false;
  const [first] = wordsOf(node);
  if (node.name?.value === 'false') return true;
  return (node.name?.value === 'exit' || node.name?.value === 'return') && /^[1-9]\d*$/.test(first ?? '');
}

/** `set -e`, `set -euo pipefail`, `set +e`. */
function optionsAfter({ command }: Statement, before: ShellOptions): ShellOptions {
  if (command.type !== 'Command' || command.name?.value !== 'set') return before;
  const options = { ...before };
  let named: boolean | null = null;
  for (const word of wordsOf(command)) {
    if (named !== null) {
      if (word === 'pipefail') options.pipefail = named;
      if (word === 'errexit') options.errexit = named;
      named = null;
      continue;
    }
    const letters = /^([-+])([a-zA-Z]+)$/.exec(word);
    if (letters === null) continue;
    const isOn = letters[1] === '-';
    if (letters[2]?.includes('e') === true) options.errexit = isOn;
    if (letters[2]?.endsWith('o') === true) named = isOn;
  }
  return options;
}

function wordsOf({ args }: Command): string[] {
  return args.map((word) => (word.type === 'Word' ? word.value : word.text));
}

function holds(node: Span | { pos: number; end: number }, span: Span): boolean {
  const start = 'pos' in node ? node.pos : node.start;
  return start <= span.start && span.end <= node.end;
}
