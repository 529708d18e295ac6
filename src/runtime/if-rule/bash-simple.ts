import { atEnd, fail, looking, skipBlanks, takeMatch, type Reader } from './bash-reader.ts';
import type { Assignment, Node, Redirect, Word } from './bash-syntax.ts';
import { readWord } from './bash-words.ts';

const DECLARATIONS = /(?:export|declare|typeset|local|readonly)(?=[\s;&|)]|$)/y;
/** Words that open or close what the client's analysis leaves alone, where a command should stand. */
const RESERVED = /(?:then|else|elif|fi|do|done|esac|case|select|function|for)(?![^\s;&|()<>])|\{(?!$)|\}|\[/y;

export function readSimple(reader: Reader): Node {
  const assignments: Assignment[] = [];
  const words: (Word | Assignment)[] = [];
  const redirects: Redirect[] = [];
  let isDeclaration = false;
  let redirected = false;
  if (takeMatch(reader, RESERVED) !== undefined) fail(reader);
  for (;;) {
    skipBlanks(reader);
    if (atEnd(reader) || looking(reader, '#')) break;
    const redirect = readRedirect(reader);
    if (redirect !== undefined) {
      redirects.push(redirect);
      if (redirect.kind === 'heredoc') break;
      redirected ||= redirect.kind === 'file' && words.length > 0;
      continue;
    }
    const assignment = words.length === 0 || isDeclaration ? readAssignment(reader) : undefined;
    if (assignment !== undefined) {
      (words.length === 0 ? assignments : words).push(assignment);
      continue;
    }
    if (words.length === 0 && assignments.length === 0) isDeclaration = looksLike(reader, DECLARATIONS);
    const word = readWord(reader);
    if (word === undefined) break;
    // The client loses words after a redirection, knows it, and gives up.
    const descriptor = (looking(reader, '<') || looking(reader, '>')) && isDescriptor(word);
    if (redirected || descriptor || isLoneEquals(word)) fail(reader);
    words.push(word);
  }
  if (assignments.length + words.length + redirects.length === 0) fail(reader);
  return isDeclaration
    ? { kind: 'declaration', words, redirects }
    : { kind: 'command', assignments, words: words as Word[], redirects };
}

function looksLike(reader: Reader, sticky: RegExp): boolean {
  sticky.lastIndex = reader.at;
  return sticky.test(reader.text);
}

function readAssignment(reader: Reader): Assignment | undefined {
  const start = takeMatch(reader, /[A-Za-z_]\w*(?:\[[^\]\s]*\])?\+?=/y);
  if (start === undefined) return undefined;
  if (start.includes('[') || looking(reader, '(')) fail(reader);
  const append = start.endsWith('+=');
  return { kind: 'assignment', name: start.slice(0, append ? -2 : -1), append, value: readWord(reader) };
}

/** The client's grammar has no word that is only `=`, or `=` and a quoted text. */
function isLoneEquals({ parts: [first, second] }: Word): boolean {
  return first?.kind === 'bare' && first.raw === '=' && second?.kind !== 'variable';
}

/** `{fd}` right before a redirection. */
function isDescriptor(word: Word): boolean {
  const [part] = word.parts;
  return part?.kind === 'bare' && /^\{\w+\}$/.test(part.raw);
}

function readRedirect(reader: Reader): Redirect | undefined {
  const operator = takeMatch(reader, /\d*(?:<<<|<<-?|<&|<>|<(?!\()|>>|>&|>\||>(?!\())|&>>?/y)?.replace(/^\d+/, '');
  if (operator === undefined) return undefined;
  skipBlanks(reader);
  if (operator === '<<' || operator === '<<-') return readHeredoc(reader, operator === '<<-');
  const target = readWord(reader);
  const raw = target?.parts[0]?.kind === 'bare' ? target.parts[0].raw : '';
  const closes = operator.endsWith('&') && raw === '-';
  if (target === undefined || operator === '<>' || closes || /^[!=]/.test(raw)) fail(reader);
  return { kind: operator === '<<<' ? 'text' : 'file', target: target ?? { kind: 'word', parts: [] } };
}

/** Only with a quoted delimiter, and only if nothing else is on its line. */
function readHeredoc(reader: Reader, indented: boolean): Redirect {
  const quoted = takeMatch(reader, /'[^'\n]*'|"[^"\n$`\\]*"|\\\w+/y);
  skipBlanks(reader);
  if (quoted === undefined || (!atEnd(reader) && takeMatch(reader, /\n/y) === undefined)) {
    fail(reader);
    return { kind: 'heredoc', body: '', indented };
  }
  const delimiter = quoted.startsWith('\\') ? quoted.slice(1) : quoted.slice(1, -1);
  const lines: string[] = [];
  while (!atEnd(reader)) {
    const line = takeMatch(reader, /[^\n]*/y) ?? '';
    takeMatch(reader, /\n/y);
    if ((indented ? line.replace(/^\t+/, '') : line) === delimiter) break;
    lines.push(line);
  }
  return { kind: 'heredoc', body: lines.join('\n'), indented };
}
