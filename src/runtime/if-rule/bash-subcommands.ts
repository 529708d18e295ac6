import { inCopy, inDoubt, inLoop, set, setByCommand, setStatement } from './bash-scope.ts';
import type { Assignment, Node, Redirect, Script, Word } from './bash-syntax.ts';
import {
  argument,
  assigned,
  give,
  literal,
  loopWord,
  target,
  VARIABLE,
  type BashReading,
  type Value,
} from './bash-values.ts';

export type Subcommands = { understood: true; commands: string[][] } | { understood: false; onlyArguments: boolean };

/** Every command a script can run, with its words as far as they are known; or the kind of thing that is not understood. */
export function subcommands(script: Script, home: string): Subcommands {
  const analysis: BashReading = {
    home,
    commands: [],
    scope: new Map(),
    ran: false,
    failed: undefined,
    walkSubstitution,
  };
  for (const { node, end } of script.items) {
    walk(analysis, node);
    if (end === '&') analysis.scope.clear();
  }
  if (analysis.failed !== undefined) return { understood: false, onlyArguments: analysis.failed === 'argument' };
  return { understood: true, commands: analysis.commands };
}

function walk(analysis: BashReading, node: Node): void {
  switch (node.kind) {
    case 'command':
      if (isOnlyRedirect(node) && node.redirects.some(({ kind }) => kind !== 'file')) give(analysis, 'all');
      return redirected(analysis, node.redirects, () => walkCommand(analysis, node.assignments, node.words));
    case 'declaration':
      return redirected(analysis, node.redirects, () => walkDeclaration(analysis, node.words));
    case 'test':
      return run(
        analysis,
        node.words.map((word) => argument(analysis, word).text),
      );
    case 'pipeline':
      for (const part of node.nodes) inDoubt(analysis, () => walk(analysis, part));
      return;
    case 'list':
      return walkList(analysis, node);
    case 'not':
      return orTrue(analysis, () => node.node !== undefined && walk(analysis, node.node));
    case 'subshell':
      return walkEnclosed(analysis, node.script);
    case 'if':
      return walkIf(analysis, node);
    case 'while':
      return inLoop(analysis, [node.condition, node.body], () => {
        walkBody(analysis, node.condition);
        walkBody(analysis, node.body);
      });
    case 'for':
      for (const word of node.words) loopWord(analysis, word);
      analysis.scope.delete(node.name);
      return inLoop(analysis, [node.body], () => walkBody(analysis, node.body));
  }
}

/** Below the top level the client takes no `&`. */
function walkBody(analysis: BashReading, script: Script): void {
  for (const { node, end } of script.items) {
    if (end === '&' || end === ';;') give(analysis, 'all');
    walk(analysis, node);
  }
}

/** In parentheses not even a `;`, only newlines. */
function walkEnclosed(analysis: BashReading, script: Script): void {
  if (script.items.some(({ end }) => end !== '' && end !== '\n')) give(analysis, 'all');
  if (script.items.length > 0) inCopy(analysis, () => orTrue(analysis, () => walkBody(analysis, script)));
}

/** `X=$(ls)` is still an assignment before anything ran. */
function walkSubstitution(analysis: BashReading, script: Script): void {
  const { ran } = analysis;
  if (script.items.some(({ node }) => isOnlyRedirect(node))) give(analysis, 'all');
  walkEnclosed(analysis, script);
  analysis.ran = ran;
}

/** `$(< f)` */
function isOnlyRedirect(node: Node): boolean {
  return node.kind === 'command' && node.words.length + node.assignments.length === 0;
}

/** A group of nothing but assignments counts as the command `true`. */
function orTrue(analysis: BashReading, run: () => unknown): void {
  const before = analysis.commands.length;
  run();
  if (analysis.commands.length === before) analysis.commands.push(['true']);
}

/** After `||` a variable that the list touched is unknown, and once that is passed every variable is. */
function walkList(analysis: BashReading, { first, rest }: Extract<Node, { kind: 'list' }>): void {
  const before = new Map(analysis.scope);
  walk(analysis, first);
  for (const { operator, node } of rest) {
    if (operator === '&&') walk(analysis, node);
    else {
      forget(analysis.scope, (name, value) => before.get(name) !== value);
      inCopy(analysis, () => walk(analysis, node));
      forget(analysis.scope, () => true);
    }
  }
}

function forget(scope: Map<string, Value>, isDoubtful: (name: string, value: Value) => boolean): void {
  for (const [name, value] of scope) if (isDoubtful(name, value)) scope.set(name, VARIABLE);
}

/** A quirk of the client: after `then` no command sees what the one before it assigned. */
function walkIf(analysis: BashReading, node: Extract<Node, { kind: 'if' }>): void {
  walkBody(analysis, node.condition);
  for (const item of node.consequence.items) inDoubt(analysis, () => walkBody(analysis, { items: [item] }));
  for (const script of node.others) inDoubt(analysis, () => walkBody(analysis, script));
}

/** A redirected command runs, as far as variables go, in a copy. */
function redirected(analysis: BashReading, redirects: readonly Redirect[], run: () => void): void {
  if (redirects.length === 0) return run();
  inCopy(analysis, run);
  for (const redirect of redirects) {
    if (redirect.kind === 'file') target(analysis, redirect.target);
    if (redirect.kind === 'text') argument(analysis, redirect.target);
  }
}

function walkCommand(analysis: BashReading, assignments: readonly Assignment[], words: readonly Word[]): void {
  const values = assignments.map((assignment) => assigned(analysis, assignment.value));
  if (assignments.some(({ name }) => name === 'IFS')) give(analysis, 'all');
  const argv = words.map((word) => argument(analysis, word).text);
  const [assignment] = assignments;
  const [value] = values;
  if (argv.length > 0) run(analysis, argv);
  else if (assignments.length > 1) give(analysis, 'all');
  else if (assignment !== undefined && value !== undefined) setStatement(analysis, assignment, value);
  else analysis.commands.push(['']);
}

const AFTER_LOCAL = '';

function run(analysis: BashReading, argv: string[]): void {
  if (analysis.scope.has(AFTER_LOCAL)) give(analysis, 'all');
  analysis.ran = true;
  analysis.commands.push(argv);
  setByCommand(analysis, argv);
}

/** `local` outside of a function fails, so the client believes nothing that comes after one with a value. */
function walkDeclaration(analysis: BashReading, words: readonly (Word | Assignment)[]): void {
  const argv: string[] = [];
  const found: [Assignment, Value][] = [];
  for (const word of words) {
    if (word.kind === 'assignment') {
      const value = assigned(analysis, word.value);
      if (word.name === 'IFS') give(analysis, 'all');
      found.push([word, value]);
      argv.push(`${word.name}${word.append ? '+' : ''}=${value.text}`);
    } else {
      const { text } = argument(analysis, word);
      // Integers, arrays, references and globals: values that do not mean their text.
      if (argv[0] !== 'export' && /^[-+]\w*[aAgin]/.test(text)) give(analysis, 'all');
      argv.push(text);
    }
  }
  const { ran } = analysis;
  run(analysis, argv);
  analysis.ran = ran;
  for (const [assignment, value] of found) set(analysis, assignment, value);
  if (argv[0] === 'local' && found.length > 0) analysis.scope.set(AFTER_LOCAL, literal(''));
  analysis.ran = true;
}
