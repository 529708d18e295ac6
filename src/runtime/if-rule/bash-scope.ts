import type { Assignment, Node, Script } from './bash-syntax.ts';
import { give, literal, VARIABLE, type BashReading, type Value } from './bash-values.ts';

/** Variables that change what other commands are or mean; a script that sets one as a separate statement is not understood. */
const POWERFUL =
  /^(?:PATH|HOME|ENV|BASH_ENV|BASH_FUNC_.*|BASH_LOADABLES_PATH|LD_.*|DYLD_.*|LANG|LC_.*|GLOBIGNORE|EXECIGNORE|HISTFILE|ZDOTDIR|FPATH|CDPATH|SHELL|MAILPATH|NULLCMD|READNULLCMD|path|fpath|cdpath|module_path)$/;
/** The shell evaluates what is assigned to these. */
const NUMBERS = /^(?:RANDOM|SECONDS|EUID|UID|PPID|HISTSIZE|FUNCNEST|MAILCHECK|OPTIND|LINENO)$/;
/** Set by the shell itself: what a script assigns to them is not what they hold. */
const UNRELIABLE = new Set(['OPTIND', 'OPTARG', 'REPLY', 'DIRSTACK', 'BASHPID', 'HISTCMD', '_']);

/** `NAME=value` as a statement. */
export function setStatement(analysis: BashReading, assignment: Assignment, value: Value): void {
  const { name } = assignment;
  if (POWERFUL.test(name) || (NUMBERS.test(name) && !/^\d*$/.test(value.text))) give(analysis, 'all');
  set(analysis, assignment, value);
}

/** Only the first value, given before anything ran, is believed; later the client knows no more than that the variable is set. */
export function set(analysis: BashReading, { name, append }: Assignment, value: Value): void {
  const { scope, ran } = analysis;
  const old = scope.get(name);
  if (UNRELIABLE.has(name) || (append && old === undefined)) scope.delete(name);
  else if (value.dynamic) scope.set(name, value);
  else if (ran) scope.set(name, VARIABLE);
  else if (append && old !== undefined) scope.set(name, old.dynamic ? VARIABLE : literal(old.text + value.text));
  else scope.set(name, old === undefined || old.text === value.text ? value : VARIABLE);
}

const READERS = new Set(['read', 'mapfile', 'readarray', 'getopts', 'printf']);

/** Commands that set or remove variables by name. */
export function setByCommand(analysis: BashReading, argv: readonly string[]): void {
  const [program = '', ...names] = argv;
  if (program === 'unset') {
    if (names.some((name) => name.includes('['))) give(analysis, 'all');
    for (const name of names) analysis.scope.set(name, literal(''));
  }
  if (READERS.has(program)) for (const name of names) analysis.scope.set(name, VARIABLE);
}

/** What is assigned in there is gone afterwards. */
export function inCopy(analysis: BashReading, run: () => void): void {
  const before = analysis.scope;
  analysis.scope = new Map(before);
  run();
  analysis.scope = before;
}

/** The same, for what may have run or not: variables it touched are no longer known. */
export function inDoubt(analysis: BashReading, run: () => void): void {
  const before = analysis.scope;
  analysis.scope = new Map(before);
  run();
  for (const name of before.keys()) if (analysis.scope.get(name) !== before.get(name)) before.set(name, VARIABLE);
  analysis.scope = before;
}

/** A later round can see what an earlier one assigned, so such variables are unknown in the loop, and gone after it. */
export function inLoop(analysis: BashReading, scripts: readonly Script[], run: () => void): void {
  const names = new Set<string>();
  for (const script of scripts) for (const { node } of script.items) collectAssigned(node, names);
  analysis.ran = true;
  inDoubt(analysis, () => {
    for (const name of names) analysis.scope.set(name, VARIABLE);
    run();
  });
  for (const name of names) analysis.scope.delete(name);
}

function collectAssigned(node: Node, names: Set<string>): void {
  for (const inner of children(node)) collectAssigned(inner, names);
  if (node.kind === 'declaration') for (const word of node.words) if (word.kind === 'assignment') names.add(word.name);
  if (node.kind !== 'command') return;
  if (node.words.length === 0) for (const { name } of node.assignments) names.add(name);
  const words = node.words.map((word) => (word.parts[0]?.kind === 'bare' ? word.parts[0].raw : ''));
  if (READERS.has(words[0] ?? '')) for (const word of words.slice(1)) names.add(word);
}

function children(node: Node): Node[] {
  switch (node.kind) {
    case 'pipeline':
      return node.nodes;
    case 'list':
      return [node.first, ...node.rest.map((one) => one.node)];
    case 'not':
      return node.node === undefined ? [] : [node.node];
    case 'if':
      return [node.condition, node.consequence, ...node.others].flatMap(nodes);
    case 'while':
      return [node.condition, node.body].flatMap(nodes);
    case 'for':
      return nodes(node.body);
    default:
      return [];
  }
}

function nodes(script: Script): Node[] {
  return script.items.map(({ node }) => node);
}
