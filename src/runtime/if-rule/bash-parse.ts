import { readFor, readIf, readWhile } from './bash-compound.ts';
import { atEnd, fail, looking, nested, skipBlanks, skipLines, take, takeMatch, type Reader } from './bash-reader.ts';
import { readSimple } from './bash-simple.ts';
import type { Item, Node, Script } from './bash-syntax.ts';
import { readTest } from './bash-test.ts';

const EMPTY: Script = { items: [] };

/** The commands of a script, or undefined if it holds anything the client's analysis does not take. */
export function parseScript(text: string): Script | undefined {
  const reader: Reader = { text, at: 0, failed: false, depth: 0, readScript };
  const script = readScript(reader);
  return reader.failed || !atEnd(reader) ? undefined : script;
}

/** Items up to the end, a `)` or a reserved word that closes something. */
function readScript(reader: Reader): Script {
  const items: Item[] = [];
  for (;;) {
    skipLines(reader);
    if (atEnd(reader) || looking(reader, ')') || closesSomething(reader)) return { items };
    const node = readList(reader);
    skipBlanks(reader);
    const end = takeMatch(reader, /\n|;;|;|&(?!&)/y);
    if (end === undefined && !isCompound(node) && !endsHere(reader)) fail(reader);
    items.push({ node, end: (end ?? '') as Item['end'] });
  }
}

function closesSomething(reader: Reader): boolean {
  return keyword(reader, /(?:then|else|elif|fi|do|done)(?![^\s;&|()<>])/y);
}

function keyword(reader: Reader, sticky: RegExp): boolean {
  sticky.lastIndex = reader.at;
  return sticky.test(reader.text);
}

/** After a here-document the reader is at the start of a line. */
function endsHere(reader: Reader): boolean {
  return atEnd(reader) || looking(reader, ')') || looking(reader, '#') || reader.text[reader.at - 1] === '\n';
}

/** The client needs nothing between `]` or `fi` and the next command. */
function isCompound(node: Node): boolean {
  return node.kind !== 'command' && node.kind !== 'declaration';
}

function readList(reader: Reader): Node {
  const first = readPipeline(reader);
  const rest: Extract<Node, { kind: 'list' }>['rest'] = [];
  for (;;) {
    skipBlanks(reader);
    const operator = takeMatch(reader, /&&|\|\|/y) as '&&' | '||' | undefined;
    if (operator === undefined) return rest.length === 0 ? first : { kind: 'list', first, rest };
    // A comment here breaks the client's parser.
    takeMatch(reader, /(?:[ \t\n]|\\\n)+/y);
    rest.push({ operator, node: readPipeline(reader) });
  }
}

function readPipeline(reader: Reader): Node {
  const first = readCommand(reader);
  const nodes = [first];
  let piped = false;
  skipBlanks(reader);
  while (takeMatch(reader, /\|&|\|(?!\|)/y) !== undefined) {
    piped = true;
    skipLines(reader);
    if (atEnd(reader)) break;
    nodes.push(readCommand(reader));
    skipBlanks(reader);
  }
  return piped ? { kind: 'pipeline', nodes } : first;
}

function readCommand(reader: Reader): Node {
  return nested(reader, () => readPlain(reader), { kind: 'subshell', script: EMPTY });
}

function readPlain(reader: Reader): Node {
  const sticky = /!(?=\s|$)|\(|(?:if|while|until|for|\[\[?)(?=\s)/y;
  const opening = takeMatch(reader, sticky);
  switch (opening) {
    case undefined:
      return readSimple(reader);
    case '!':
      skipBlanks(reader);
      return { kind: 'not', node: atEnd(reader) || looking(reader, '#') ? undefined : readCommand(reader) };
    case '(':
      return closed(reader, readSubshell(reader));
    case 'if':
      return closed(reader, readIf(reader));
    case 'for':
      return closed(reader, readFor(reader));
    case '[':
    case '[[':
      return closed(reader, readTest(reader, opening));
    default:
      return closed(reader, readWhile(reader));
  }
}

/** A redirected group or loop is not understood, nor one followed by another group. */
function closed(reader: Reader, node: Node): Node {
  skipBlanks(reader);
  if (takeMatch(reader, /\d*[<>]|&>|\(/y) !== undefined) fail(reader);
  return node;
}

function readSubshell(reader: Reader): Node {
  if (looking(reader, '(')) fail(reader);
  const script = readScript(reader);
  if (!take(reader, ')')) fail(reader);
  return { kind: 'subshell', script };
}
