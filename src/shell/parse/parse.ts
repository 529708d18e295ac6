import { forEachChild, parse, type ParsedScript, type SyntaxNode, type Word } from 'unbash';

export { forEachChild };
export type {
  ArithmeticExpression,
  Assignment as AssignmentNode,
  Command,
  AndOr,
  ParameterExpansionPart,
  ParsedScript,
  Pipeline,
  Redirection,
  Statement,
  SyntaxNode,
  TestExpression,
  Word as WordNode,
  WordPart,
} from 'unbash';

/** Longer texts are not parsed: no person reads them, and no guard should spend its time budget on them. */
export const MAX_TEXT = 64 * 1024;

/** The parser looks for the end of every brace in a word; a heap of open ones costs it the square of their number. */
const MAX_OPEN_BRACES = 200;

/** It also descends once for each `coproc` and `function f` in a row. */
const MAX_KEYWORDS = 100;

/** True for texts the parser would spend seconds or its stack on. No real command comes near. */
export function isHostile(text: string): boolean {
  if (text.length > 600 && mostKeywordsInARow(text) > MAX_KEYWORDS) return true;
  // Nearly every text has fewer braces than that, open or not.
  if (text.length <= MAX_OPEN_BRACES || text.split('{').length <= MAX_OPEN_BRACES) return false;
  let open = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 123 && ++open > MAX_OPEN_BRACES) return true;
    if (code === 125 && open > 0) open--;
    if (code === 32 || code === 10) open = 0;
  }
  return false;
}

/** A file with a hundred functions, each with its body, is no such row. */
function mostKeywordsInARow(text: string): number {
  if (text.split('coproc').length + text.split('function').length <= MAX_KEYWORDS) return 0;
  let most = 0;
  let row = 0;
  let namesFunction = false;
  for (const word of text.split(/\s+/)) {
    const isKeyword = word === 'coproc' || word === 'function';
    if (isKeyword) row++;
    else if (!namesFunction && !/^[()]+$/.test(word)) row = 0;
    namesFunction = word === 'function';
    if (row > most) most = row;
  }
  return most;
}

const GAVE_UP = 'the parser gave up';

/**
 * The parser recovers from errors automatically; a tree with errors must not be walked, so the caller asks for `errors` first.
 * It is foreign and recursive: when a script makes it run out of stack, that is a defect of kind `size` and not ours to throw.
 */
export function parseScript(text: string): ParsedScript {
  try {
    return parse(text);
  } catch {
    const errors = [{ message: GAVE_UP, pos: 0 }];
    return { type: 'Script', pos: 0, end: text.length, shebang: undefined, commands: [], errors };
  }
}

/** Why a script has no tree: it is broken, or more than the parser takes. */
export type Defect = { kind: 'syntax' | 'size'; message: string; pos: number };

/** Undefined when the whole text was read. A parser that gave up says nothing about the text, so that comes before what else it found. */
export function defectOf({ errors = [] }: ParsedScript): Defect | undefined {
  const limit = errors.find(({ message }) => message === GAVE_UP || message.endsWith('depth exceeded'));
  if (limit !== undefined) return { kind: 'size', ...limit };
  return errors[0] === undefined ? undefined : { kind: 'syntax', ...errors[0] };
}

/** True when a here-document is still open where the text ends. */
export function hasOpenDocument(script: ParsedScript): boolean {
  const stack: SyntaxNode[] = [script];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.type === 'HereDoc' && next.closing === undefined) return true;
    forEachChild(next, (child) => stack.push(child));
  }
  return false;
}

/** Parses the text of exactly one word, as brace expansion leaves it. */
export function parseWord(text: string): Word | undefined {
  const script = parseScript(`: ${text}`);
  if (script.errors !== undefined && script.errors.length > 0) return undefined;
  const command = script.commands[0]?.command;
  if (command?.type !== 'Command' || command.args.length !== 1) return undefined;
  const argument = command.args[0];
  return argument?.type === 'Word' ? argument : undefined;
}

/** Substitutions below a node, not descending into them; an explicit stack, since arithmetic nests as deep as its author likes. */
export function substitutionsIn(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const stack: SyntaxNode[] = [node];
  while (stack.length > 0) {
    const next = stack.pop();
    if (next === undefined) break;
    if (isSubstitution(next)) {
      found.push(next);
      continue;
    }
    const children: SyntaxNode[] = [];
    forEachChild(next, (child) => children.push(child));
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i] as SyntaxNode);
  }
  return found;
}

function isSubstitution(node: SyntaxNode): boolean {
  return (
    node.type === 'CommandExpansion' ||
    node.type === 'ProcessSubstitution' ||
    node.type === 'ArithmeticCommandExpansion'
  );
}
