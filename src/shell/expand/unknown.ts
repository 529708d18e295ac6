import type { PrintedByGit } from './printed-by-git.ts';

/**
 * A value that is only known at run time is carried inside ordinary strings as one character of a private range. So cutting, joining and
 * re-parsing text keeps track of what is unknown and where it came from, and no second string type is needed.
 */
const FIRST = 0xf600;
const LAST = 0xf8ef;

/** Where unknown text comes from, most alarming first. */
const ORIGINS = ['network', 'decoded', 'stdin', 'file', 'value'] as const;
export type Origin = (typeof ORIGINS)[number];

export type Unknown = {
  /** As written: `$X`, `$(date)`. */
  raw: string;
  origin: Origin;
  /** A path pattern that the value is known to fit. */
  hint?: string;
  /** The command ends where the value would be empty: `${x:?}`. */
  required?: true;
  /** What the value is where it is not empty: `${x:+this}`. */
  otherwise?: string;
  /** The ways to this point disagree, and these are the values that they lead to. */
  oneOf?: readonly string[];
  /** There are more of them than are kept. */
  isCut?: true;
  /** A command line among the words of the program that prints the value: `date '+rm -rf /'`. A program that runs the value may run this. */
  written?: string;
  /** The files that an archive was asked to hold. */
  members?: readonly string[];
  /** The value is the whole text of this file. */
  file?: string;
  /** A program that lists disks prints the value: `$(findmnt -no SOURCE /)`. */
  device?: true;
  /** What git has printed of its repository. */
  git?: PrintedByGit;
  /** The bytes of a program: `$(cat /bin/rm)`. */
  program?: string;
};

export type Unknowns = Unknown[] & {
  /** Something was forgotten because the range is used up. */
  isFull?: true;
};

/** Returns the character that represents a value; when the range is used up the last one is shared. */
export function addUnknown(table: Unknowns, unknown: Unknown): string {
  if (FIRST + table.length > LAST) {
    const last = table[table.length - 1];
    if (last !== undefined && ORIGINS.indexOf(unknown.origin) < ORIGINS.indexOf(last.origin))
      last.origin = unknown.origin;
    if (Object.keys(unknown).length > 2) table.isFull = true;
    return String.fromCharCode(LAST);
  }
  table.push(unknown);
  return String.fromCharCode(FIRST + table.length - 1);
}

/** From FIRST to LAST; an expression, because every word is searched, and a loop is slow where nothing is compiled (QuickJS). */
const UNKNOWN = /[\uf600-\uf8ef]/;

export function hasUnknown(text: string): boolean {
  return UNKNOWN.test(text);
}

/** Index of the first unknown part, or -1. */
export function unknownAt(text: string): number {
  return text.search(UNKNOWN);
}

export function isUnknownCode(code: number): boolean {
  return code >= FIRST && code <= LAST;
}

/** Text for people: unknown parts as they were written. */
export function render(table: Unknowns, text: string): string {
  if (!hasUnknown(text)) return text;
  let out = '';
  for (const char of text) out += isUnknownCode(char.charCodeAt(0)) ? (lookup(table, char)?.raw ?? '$?') : char;
  return out;
}

/** The most alarming origin in a string, or undefined if all of it is known. */
export function originOf(table: Unknowns, text: string): Origin | undefined {
  let best: Origin | undefined;
  for (let i = 0; i < text.length; i++) {
    if (!isUnknownCode(text.charCodeAt(i))) continue;
    const origin = lookup(table, text.charAt(i))?.origin ?? 'value';
    if (best === undefined || ORIGINS.indexOf(origin) < ORIGINS.indexOf(best)) best = origin;
  }
  return best;
}

/** Where executed text came from, in the words of the `code` effect. */
export function sourceOf(table: Unknowns, text: string): 'network' | 'decoded' | 'file' | 'stdin' | 'unknown' {
  const origin = originOf(table, text);
  return origin === undefined || origin === 'value' ? 'unknown' : origin;
}

export function lookup(table: Unknowns, char: string): Unknown | undefined {
  return table[char.charCodeAt(0) - FIRST];
}

/** The text is the name of a disk that a program has listed, with or without `/dev/` in front. */
export function isListedDevice(table: Unknowns, text: string): boolean {
  const name = text.replace(/^\/dev\//, '').trim();
  return name.length === 1 && isUnknownCode(name.charCodeAt(0)) && lookup(table, name)?.device === true;
}

/** A program's name is written in front of what is not known: `rm -rf /$(…)`. */
export function isMadeCommand(text: string): boolean {
  return /^\s*(?:[a-z][\w.-]*|\/[\w./-]+)\s/.test(text);
}

/** The variable that an unknown value was read from by its name alone (`$x`, `${x}`, `$1`). */
export function variableOf(table: Unknowns, char: string): string | undefined {
  return /^\$\{?([A-Za-z_]\w*|[1-9])\}?$/.exec(render(table, char))?.[1];
}

/** Characters of our private range in foreign text would be read as unknown values; they become U+FFFD. */
export function withoutReserved(text: string): string {
  if (!hasUnknown(text)) return text;
  let out = '';
  for (let i = 0; i < text.length; i++) out += isUnknownCode(text.charCodeAt(i)) ? '\ufffd' : text.charAt(i);
  return out;
}

/** The text with every unknown value that may be empty taken as empty, or as what it is `otherwise`. */
export function emptied(table: Unknowns, text: string, as: 'empty' | 'otherwise' = 'empty'): string {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    const value = isUnknownCode(text.charCodeAt(i)) ? lookup(table, char) : undefined;
    if (value === undefined || value.required === true) out += char;
    else if (as === 'otherwise') out += value.otherwise ?? '';
  }
  return out;
}

/** An honest script rarely has more values. */
const MOST_VALUES = 16;

/** One of several values: those that are known, and those that an unknown among them may be. */
export function eitherOf(table: Unknowns, raw: string, values: readonly string[], otherwise?: string): string {
  const known = values.flatMap((value) => {
    if (!hasUnknown(value)) return [value];
    return valuesOf(table, value);
  });
  const [first = ''] = values;
  const old = first.length === 1 ? lookup(table, first) : undefined;
  // What it already stands for needs no other character.
  if (old?.raw === raw && old.oneOf !== undefined && known.every((value) => old.oneOf?.includes(value))) {
    if (values.every((value) => value === first || originOf(table, value) === undefined)) return first;
  }
  const origin = originOf(table, values.join('')) ?? 'value';
  const different = [...new Set(known)];
  const oneOf = different.slice(0, MOST_VALUES);
  const isCut = different.length > MOST_VALUES || values.some((value) => isCutShort(table, value));
  const more = { ...(isCut ? { isCut } : {}), ...(otherwise === undefined ? {} : { otherwise }) };
  return addUnknown(table, { raw, origin, oneOf, ...more });
}

/** The text holds one of several values, and not all of them are kept. */
export function isCutShort(table: Unknowns, text: string): boolean {
  return hasUnknown(text) && [...text].some((char) => lookup(table, char)?.isCut === true);
}

/** The values that a text has on the ways to this point; empty where they do not say. */
export function valuesOf(table: Unknowns, text: string): readonly string[] {
  return (text.length === 1 ? lookup(table, text)?.oneOf : undefined) ?? [];
}

/** The text with each value of several as the one of this number. Undefined where the text has no value of that number. */
export function withValue(table: Unknowns, text: string, number: number): string | undefined {
  let isThere = false;
  let out = '';
  for (const char of text) {
    const values = isUnknownCode(char.charCodeAt(0)) ? lookup(table, char)?.oneOf : undefined;
    if (values?.[number] !== undefined) isThere = true;
    out += values?.[number] ?? values?.at(-1) ?? char;
  }
  return isThere ? out : undefined;
}

/** `${Date.now()}` is code of another language: bash reports a bad substitution and does not run the command. */
export function isBadSubstitution(table: Unknowns, text: string): boolean {
  return [...text].some((char) => /^\$\{[A-Za-z_]\w*(?:\.\w+)*\(/.test(lookup(table, char)?.raw ?? ''));
}
