import type { Part, Script, Word } from './bash-syntax.ts';

/**
 * What the analysis knows at one point of the script. `failed` is sticky and keeps the first reason: `argument` if only the value of an
 * argument is unknown, `all` for everything else.
 */
export type BashReading = {
  home: string;
  commands: string[][];
  scope: Map<string, Value>;
  /** Something ran already, so an assignment from here on is not believed. */
  ran: boolean;
  failed: 'argument' | 'all' | undefined;
  /** How words reach the walk for `$( )`, without importing it. */
  walkSubstitution: (analysis: BashReading, script: Script) => void;
};

/** `literal` counts the characters that are not placeholders. */
export type Value = { text: string; literal: number; dynamic: boolean };

const OUTPUT = dynamic('__CMDSUB_OUTPUT__');
/** The value of a variable of which only the name is known. */
export const VARIABLE = dynamic('__TRACKED_VAR__');

/** Variables whose value the client is content not to know inside double quotes. */
const HARMLESS = new Set(
  (
    'PWD OLDPWD USER LOGNAME SHELL PATH HOSTNAME UID EUID PPID RANDOM SECONDS LINENO TMPDIR ' +
    'BASH_VERSION BASHPID SHLVL HISTFILE IFS ? $ ! # -'
  ).split(' '),
);

export function give(analysis: BashReading, reason: 'argument' | 'all'): Value {
  analysis.failed ??= reason;
  return literal('');
}

export function argument(analysis: BashReading, word: Word): Value {
  return wordValue(analysis, word, 'argument');
}

/** A tilde is refused even in quotes. */
export function assigned(analysis: BashReading, word: Word | undefined): Value {
  if (word === undefined) return literal('');
  const value = assignedValue(analysis, word);
  return value.text.includes('~') ? give(analysis, 'all') : value;
}

function assignedValue(analysis: BashReading, word: Word): Value {
  const [only] = word.parts;
  if (word.parts.length === 1 && only?.kind === 'substitution') return substitution(analysis, only.script);
  if (word.parts.length !== 1 || only?.kind !== 'variable') return remembered(wordValue(analysis, word, 'all'));
  const value = valueOf(analysis, only.name) ?? (HARMLESS.has(only.name) ? VARIABLE : undefined);
  return value === undefined ? give(analysis, 'all') : remembered(value);
}

/** What is unknown about a variable is called that, wherever it came from. */
function remembered(value: Value): Value {
  return value.dynamic ? { ...value, text: value.text.replaceAll(OUTPUT.text, VARIABLE.text) } : value;
}

/** Where a redirection goes must be known exactly, and unquoted variables are not even looked up. */
export function target(analysis: BashReading, word: Word): void {
  if (word.parts.some((part) => !['bare', 'single', 'double'].includes(part.kind))) give(analysis, 'all');
  if (wordValue(analysis, word, 'all').dynamic) give(analysis, 'all');
}

export function loopWord(analysis: BashReading, word: Word): void {
  const [only] = word.parts;
  if (word.parts.length === 1 && only?.kind === 'substitution') substitution(analysis, only.script);
  else wordValue(analysis, word, 'all');
}

function wordValue(analysis: BashReading, word: Word, reason: 'argument' | 'all'): Value {
  if (hasBraces(word)) return give(analysis, 'all');
  const values = word.parts.map((part) => partValue(analysis, part, reason));
  const value = joined(values);
  // An option whose name or value is not known.
  if (values.length > 1 && value.dynamic && value.text.startsWith('-')) return give(analysis, 'all');
  return value;
}

/** Any comma or `..` beside an open brace counts, in whatever order. */
function hasBraces(word: Word): boolean {
  const text = word.parts.map((part) => (part.kind === 'bare' ? part.raw : '')).join('');
  return text.includes('{') && (text.includes(',') || text.includes('..'));
}

function partValue(analysis: BashReading, part: Part, reason: 'argument' | 'all'): Value {
  switch (part.kind) {
    case 'bare':
      return literal(part.raw.replaceAll(/\\([^])/g, '$1'));
    case 'single':
    case 'text':
      return literal(part.text);
    case 'double':
      return quoted(analysis, part.parts);
    case 'variable':
      return unquoted(analysis, part.name) ?? give(analysis, reason);
    case 'substitution':
      give(analysis, reason);
      return substitution(analysis, part.script);
    case 'arithmetic':
      return VARIABLE;
    default:
      return give(analysis, 'all');
  }
}

/** Unquoted, a value must stay one word. */
function unquoted(analysis: BashReading, name: string): Value | undefined {
  const value = valueOf(analysis, name);
  return value === undefined || value.dynamic || value.text === '' || /[\s*?[~]/.test(value.text) ? undefined : value;
}

function valueOf(analysis: BashReading, name: string): Value | undefined {
  return analysis.scope.get(name) ?? (name === 'HOME' ? literal(analysis.home) : undefined);
}

/** Unknown pieces are taken if there are at least two known characters around them and it is not an option. */
function quoted(analysis: BashReading, parts: readonly Part[]): Value {
  const values = parts.map((part) => quotedPart(analysis, part));
  const value = joined(values);
  if (value.dynamic && (value.literal < 2 || value.text.startsWith('-'))) return give(analysis, 'argument');
  return value;
}

function quotedPart(analysis: BashReading, part: Part): Value {
  if (part.kind === 'variable') {
    return valueOf(analysis, part.name) ?? (HARMLESS.has(part.name) ? VARIABLE : give(analysis, 'argument'));
  }
  if (part.kind === 'substitution')
    return (part.backticks ? undefined : heredocText(analysis, part.script)) ?? substitution(analysis, part.script);
  return partValue(analysis, part, 'argument');
}

/** `"$(cat <<'EOF' … )"`, the usual way to write a commit message, is text: its own if it is one line, else a stand-in. */
function heredocText(analysis: BashReading, script: Script): Value | undefined {
  const node = script.items.length === 1 ? script.items[0]?.node : undefined;
  if (node?.kind !== 'command' || node.words.length !== 1 || node.assignments.length > 0) return undefined;
  const [name] = node.words[0]?.parts ?? [];
  const [heredoc] = node.redirects;
  if (name?.kind !== 'bare' || name.raw !== 'cat' || heredoc?.kind !== 'heredoc' || node.redirects.length > 1)
    return undefined;
  if (heredoc.indented) return undefined;
  if (/\bsystem\s*\(|\/proc\/.*\/environ/.test(heredoc.body)) return give(analysis, 'all');
  return literal(heredoc.body.includes('\n') ? OUTPUT.text : heredoc.body);
}

function substitution(analysis: BashReading, script: Script): Value {
  analysis.walkSubstitution(analysis, script);
  return OUTPUT;
}

function joined(values: readonly Value[]): Value {
  return {
    text: values.map((value) => value.text).join(''),
    literal: values.reduce((sum, value) => sum + value.literal, 0),
    dynamic: values.some((value) => value.dynamic),
  };
}

export function literal(text: string): Value {
  return { text, literal: text.length, dynamic: false };
}

function dynamic(text: string): Value {
  return { text, literal: 0, dynamic: true };
}
