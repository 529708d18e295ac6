import { type Defect, defectOf, hasOpenDocument, MAX_TEXT, parseScript, type ParsedScript } from './parse.ts';
import { repair } from './repair.ts';

/** A part of a script, in the order in which bash meets them. */
export type Part = {
  text: string;
  /** Where it begins in the whole text. */
  from: number;
  /** Null: no tree could be made of it. */
  script: ParsedScript | null;
  /** Why this part is not certain; absent for a part that bash reads as we do. */
  defect?: Defect & { line: number };
};

/** What may be parsed again to find out where the defects are; 64 KB of garbage would otherwise cost the square of its lines. */
const MOST_PARSED = 3 * MAX_TEXT;
const MOST_PARTS = 200;
const MOST_CUTS = 12;

const TOO_MANY: Defect = { kind: 'size', message: 'too many errors to look at each', pos: 0 };

/**
 * Reads a script as bash does: command by command, each of them run before the next one is read. So everything before the first error is whole, and
 * what comes after it is read on from the next line: bash gives up there, but it may also be our parser that knows less than bash.
 */
export function readText(text: string, whole: ParsedScript): Part[] {
  const reader: Reader = { text, left: MOST_PARSED, parts: [] };
  for (let from = 0; from < text.length;) {
    const rest = text.slice(from);
    const script = from === 0 ? whole : parse(reader, rest);
    if (script === null || reader.parts.length > MOST_PARTS) {
      add(reader, { text: rest, from, script: null }, TOO_MANY);
      break;
    }
    const defect = defectOf(script);
    if (defect === undefined) {
      add(reader, { text: rest, from, script });
      break;
    }
    from = readUpTo(reader, from, script, defect);
  }
  return reader.parts;
}

type Reader = { text: string; left: number; parts: Part[] };

/** Adds the whole commands before a defect and the line that has it; returns where the next line begins. */
function readUpTo(reader: Reader, from: number, script: ParsedScript, defect: Defect): number {
  const rest = reader.text.slice(from);
  const whole = wholeCommands(reader, rest, script, defect);
  if (whole !== null) add(reader, { ...whole, from });
  const start = from + (whole?.text.length ?? 0);
  const broken = reader.text.slice(start);
  const repaired = spend(reader, broken.length) ? repair(broken) : undefined;
  const at = { ...defect, pos: Math.max(0, from + defect.pos - start) };
  if (repaired !== undefined) {
    add(reader, { text: broken, from: start, script: repaired }, at);
    return reader.text.length;
  }
  const end = broken.indexOf('\n', firstInk(broken));
  const line = end < 0 ? broken : broken.slice(0, end + 1);
  add(reader, { text: line, from: start, script: null }, at);
  return start + line.length;
}

function firstInk(text: string): number {
  return Math.max(0, text.search(/\S/));
}

/** The longest beginning of whole lines that parses: what bash has run when it meets the defect. */
function wholeCommands(
  reader: Reader,
  rest: string,
  { commands }: ParsedScript,
  defect: Defect,
): { text: string; script: ParsedScript } | null {
  const places = [defect.pos, ...commands.map((one) => one.pos).filter((pos) => pos <= defect.pos)];
  const cuts = [...new Set(places.map((pos) => rest.lastIndexOf('\n', pos - 1) + 1))].filter((cut) => cut > 0);
  cuts.sort((a, b) => b - a);
  for (const cut of [...cuts.slice(0, MOST_CUTS), rest.indexOf('\n') + 1]) {
    const text = rest.slice(0, cut);
    if (text.trim() === '') continue;
    const script = parse(reader, text);
    if (script === null) return null;
    if (defectOf(script) === undefined && !isContinued(text, script)) return { text, script };
  }
  return null;
}

/** The next line belongs to the same command, though the text parses without it. */
function isContinued(text: string, script: ParsedScript): boolean {
  return /(?:^|[^\\])(?:\\\\)*\\\n$/.test(text) || (text.includes('<<') && hasOpenDocument(script));
}

/** Null when the reader has parsed as much as it may. */
function parse(reader: Reader, text: string): ParsedScript | null {
  return spend(reader, text.length) ? parseScript(text) : null;
}

function spend(reader: Reader, length: number): boolean {
  reader.left -= length;
  return reader.left >= 0;
}

function add(reader: Reader, part: Part, defect?: Defect): void {
  if (defect === undefined) reader.parts.push(part);
  else reader.parts.push({ ...part, defect: { ...defect, line: lineOf(reader.text, part.from + defect.pos) } });
}

function lineOf(text: string, pos: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < pos; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
