import type { WordNode } from '../../../shell/parse/parse.ts';
import type { HookProgram } from '../program.ts';
import { nameOfCommand, nodesOf, operands, type PlacedCommand, simpleCommands } from '../shell-tree.ts';
import { payloadHolders, readsPayload, readsStdin } from './stdin.ts';

/** Where code finds the payload: on its standard input, in an argument, in a variable, or put into its text by the shell. */
export type PayloadSource = 'stdin' | { argument: number } | { variable: string } | { text: string };

/** A filter or a program of another language inside a shell program. */
export interface EmbeddedCode {
  language: 'jq' | 'python' | 'node';
  text: string;
  sources: readonly PayloadSource[];
  /** The stretch of the shell program that holds a part of the text. */
  placeOf(start: number, end: number): { start: number; end: number };
}

/** `jq FILTER`, `python3 -c CODE`, `node -e CODE` and here-documents, also through variables and functions, as far as the payload reaches them. */
export function embeddedCode(program: HookProgram): EmbeddedCode[] {
  const { script } = program;
  if (script === null) return [];
  const all = simpleCommands(script);
  const constants = constantsOf(all);
  const functions = [...nodesOf(script)].filter((node) => node.type === 'Function');
  return all.flatMap((placed) => {
    const found = codeOf(placed, all, constants);
    if (found === null) return [];
    if (!/\$\{?1\b/.test(found.text)) return found.sources.length > 0 ? [found] : [];
    // In a function the text is a form: the calls fill it in.
    const home = functions.findLast(({ pos, end }) => pos <= placed.command.pos && placed.command.end <= end);
    return home === undefined ? [] : filledIn(found, home.name.value, all);
  });
}

function codeOf(
  placed: PlacedCommand,
  all: readonly PlacedCommand[],
  constants: ReadonlyMap<string, WordNode>,
): EmbeddedCode | null {
  const language = languageOf(nameOfCommand(placed.command));
  if (language === null) return null;
  const words = operands(placed.command);
  const at = language === 'jq' ? filterIndex(words) : codeIndex(words, language);
  const sources = sourcesOf(placed, all, words.slice(at + 1));
  const written = words[at];
  if (written !== undefined) {
    const word = constants.get(/^\$\{?(\w+)\}?$/.exec(written.value)?.[1] ?? '') ?? written;
    return { language, text: word.value, sources, placeOf: placesIn(word.text, word.value, word.pos) };
  }
  const document = placed.command.redirects.find((one) => one.type === 'HereDoc');
  if (document === undefined || language === 'jq' || words.some(({ value }, i) => i === 0 && value !== '-'))
    return null;
  const { text, pos } = document.body;
  return { language, text, sources, placeOf: placesIn(text, text, pos) };
}

function languageOf(name: string): EmbeddedCode['language'] | null {
  if (name === 'jq') return 'jq';
  if (/^python[\d.]*$/.test(name)) return 'python';
  return name === 'node' || name === 'bun' ? 'node' : null;
}

/** The first operand of jq is the filter; options that take values go before it seldom enough. */
function filterIndex(words: readonly WordNode[]): number {
  for (let at = 0; at < words.length; at++) {
    const value = words[at]?.value ?? '';
    if (/^--(?:arg|argjson|slurpfile|rawfile)$/.test(value)) at += 2;
    else if (value === '--indent') at++;
    else if (!value.startsWith('-')) return at;
  }
  return words.length;
}

function codeIndex(words: readonly WordNode[], language: 'python' | 'node'): number {
  const option = language === 'python' ? /^-[A-Za-z]*c$/ : /^(?:-[pe]{1,2}|--eval|--print)$/;
  const at = words.findIndex(({ value }) => option.test(value));
  return at < 0 ? words.length : at + 1;
}

function sourcesOf(placed: PlacedCommand, all: readonly PlacedCommand[], rest: readonly WordNode[]): PayloadSource[] {
  const holders = payloadHolders(all);
  const isPayload = (text: string): boolean => holders.has(/^\$\{?(\w+)\}?$/.exec(text)?.[1] ?? '');
  const found: PayloadSource[] = readsPayload(placed, all, isReader) ? ['stdin'] : [];
  const passed = operands(placed.command).filter(({ value }) => isPayload(value));
  for (const word of passed) {
    const index = rest.indexOf(word);
    // A here-document is named by `-`, which counts as the program.
    const dash = operands(placed.command).findIndex(({ value }) => value === '-');
    if (index >= 0) found.push({ argument: index + 1 });
    else if (dash >= 0) found.push({ argument: operands(placed.command).indexOf(word) - dash });
  }
  for (const one of placed.command.prefix)
    if (one.type === 'Assignment' && one.value.type === 'Word' && isPayload(one.value.value))
      found.push({ variable: one.name });
  for (const name of [...holders, ...exportedHolders(all, holders)]) found.push({ text: name }, { variable: name });
  return found;
}

/** `export INPUT`. */
function exportedHolders(all: readonly PlacedCommand[], holders: ReadonlySet<string>): string[] {
  return all
    .filter(({ command }) => nameOfCommand(command) === 'export')
    .flatMap(({ command }) => operands(command).map(({ value }) => value))
    .filter((name) => holders.has(name));
}

/** With a here-document the code itself is on standard input. */
function isReader(placed: PlacedCommand): boolean {
  if (languageOf(nameOfCommand(placed.command)) === 'jq') return readsStdin(placed);
  return placed.stage === 0 && !placed.command.redirects.some((one) => one.type !== 'Redirect' || one.operator === '<');
}

/** Variables that are set once, to a constant. */
function constantsOf(all: readonly PlacedCommand[]): Map<string, WordNode> {
  const found = new Map<string, WordNode>();
  const twice = new Set<string>();
  for (const { command } of all)
    for (const one of [...command.prefix, ...command.args]) {
      if (one.type !== 'Assignment' || one.value.type !== 'Word') continue;
      if (found.has(one.name)) twice.add(one.name);
      if (!/\$\(|`/.test(one.value.text)) found.set(one.name, one.value);
    }
  for (const name of twice) found.delete(name);
  return found;
}

/** The text as each call of the function makes it, found at the call. */
function filledIn(form: EmbeddedCode, name: string, all: readonly PlacedCommand[]): EmbeddedCode[] {
  return all
    .filter(({ command }) => nameOfCommand(command) === name)
    .flatMap((call) => {
      const [argument] = operands(call.command);
      if (argument === undefined || argument.value.includes('$')) return [];
      const text = form.text.replace(/\$\{1\}|\$1\b/g, () => argument.value);
      const sources = readsPayload(call, all, ({ stage }) => stage === 0) ? ['stdin' as const] : form.sources;
      const place = { start: argument.pos, end: argument.end };
      return sources.length > 0 ? [{ ...form, text, sources, placeOf: () => place }] : [];
    });
}

/** Escapes make the written text longer than its value: the nth occurrence of a word in one is its nth in the other. */
function placesIn(written: string, value: string, base: number): EmbeddedCode['placeOf'] {
  return (start, end) => {
    const part = value.slice(start, end);
    const before = value.slice(0, start).split(part).length - 1;
    let at = -1;
    for (let count = 0; count <= before; count++) at = written.indexOf(part, at + 1);
    return at < 0 ? { start: base, end: base + written.length } : { start: base + at, end: base + at + part.length };
  };
}
