import { ansiQuoted, hasControl, unescapeAnsi } from './escapes.ts';
import { cut, matches, replace } from './pattern.ts';
import type { ParameterExpansionPart } from '../parse/parse.ts';

type Operation = NonNullable<ParameterExpansionPart['operation']>;

type Given = {
  /** The cooked words of the operation. */
  operands: readonly string[];
  /** The same as numbers, for a slice. */
  numbers: readonly (number | undefined)[];
  list: '@' | '*' | undefined;
  /** `$0`, where the values are the positional parameters. */
  positional: string | undefined;
  /** The indexes of the values, where they are those of an array. */
  keys: readonly string[] | undefined;
  name: string;
};

/** What an operation makes of known values: `${x#p}`, `${x/p/q}`, `${x:1:2}`, `${x^^}`, `${x@Q}`. Undefined: we do not know it. */
export function change(operation: Operation, values: string[], given: Given): string[] | undefined {
  const [first = '', second = ''] = given.operands;
  switch (operation.type) {
    case 'Remove':
      return whole(values, (value) =>
        cut(
          value,
          first,
          operation.operator.startsWith('#') ? 'start' : 'end',
          operation.operator.length > 1 ? 'long' : 'short',
        ),
      );
    case 'Replace':
      return whole(values, (value) => replace(value, first, second, operation.operator));
    case 'Slice':
      return slice(values, given);
    case 'CaseModification':
      return values.map((value) =>
        changeCase(value, operation.operator, operation.operand === undefined ? '?' : first),
      );
    case 'Unknown':
      return /^~~?$/.test(operation.operator) ? values.map((value) => swapCase(value, operation.operator)) : undefined;
    case 'Transform':
      return transform(operation.operand.text, values, given);
    default:
      return undefined;
  }
}

/** Undefined where one of the changes is not known. */
function whole(values: string[], turn: (value: string) => string | undefined): string[] | undefined {
  const turned = values.map(turn);
  return turned.every((value) => value !== undefined) ? turned : undefined;
}

function transform(letter: string, values: string[], { list, keys, name }: Given): string[] | undefined {
  if (letter === 'U') return values.map((value) => value.toUpperCase());
  if (letter === 'L') return values.map((value) => value.toLowerCase());
  if (letter === 'u') return values.map((value) => changeCase(value, '^', '?'));
  // Of an array these two show the keys as well.
  if (letter === 'Q' || (/^[Kk]$/.test(letter) && list === undefined)) return values.map(quoted);
  if (letter === 'E') return values.map(unescapeAnsi);
  // A statement that makes the variable again.
  if (letter === 'A' && list === undefined && /^[A-Za-z_]\w*$/.test(name))
    return values.map((value) => `${name}=${quoted(value)}`);
  // The order of keys that are no numbers is bash's own.
  if (/^[Kk]$/.test(letter) && values.length > 1 && keys?.every((key) => /^\d+$/.test(key)) !== true) return undefined;
  if (letter === 'K' && keys?.length === values.length)
    return [values.map((value, i) => `${keyed(keys[i] ?? '')} ${inDouble(value)}`).join(' ')];
  if (letter === 'k' && keys?.length === values.length) return values.flatMap((value, i) => [keys[i] ?? '', value]);
  return undefined;
}

function quoted(value: string): string {
  return hasControl(value) ? ansiQuoted(value) : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}

function keyed(key: string): string {
  return /^[\w./:@%+,=-]+$/.test(key) ? key : inDouble(key);
}

function inDouble(value: string): string {
  if (hasControl(value)) return ansiQuoted(value);
  return `"${value.replaceAll(/["$`\\]/g, String.raw`\$&`)}"`;
}

function slice(values: string[], { numbers, operands, list, positional, keys }: Given): string[] | undefined {
  const [from, count] = numbers;
  const hasLength = (operands[1] ?? '').trim() !== '';
  if (from === undefined || (hasLength && count === undefined)) return undefined;
  const size = hasLength ? count : undefined;
  if (list === undefined) {
    const cuts = values.map((value) => cutOut(Array.from(value), from, size)?.join(''));
    return cuts.every((text) => text !== undefined) ? cuts : undefined;
  }
  // Of the positional parameters number 0 is the shell itself.
  if (positional !== undefined)
    return size !== undefined && size < 0 ? undefined : cutOut([positional, ...values], from, size);
  // An array may have gaps, and its offset is an index.
  const start = from < 0 ? Number(keys?.at(-1) ?? values.length - 1) + 1 + from : from;
  const later = start < 0 ? [] : values.filter((_, i) => Number(keys?.[i] ?? i) >= start);
  return size === undefined ? later : size < 0 ? undefined : later.slice(0, size);
}

/** Undefined if the end comes before the start, which is an error in bash. */
function cutOut(all: string[], from: number, size: number | undefined): string[] | undefined {
  const start = from < 0 ? all.length + from : from;
  if (start < 0) return [];
  const end = size === undefined ? all.length : size < 0 ? all.length + size : start + size;
  return end < start && start <= all.length ? undefined : all.slice(start, Math.max(start, end));
}

/** `${x~}` and `${x~~}` turn small letters into capitals and the other way round; no manual has them. */
function swapCase(value: string, operator: string): string {
  const swap = (char: string) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase());
  const [first = '', ...rest] = Array.from(value);
  return swap(first) + (operator.length > 1 ? rest.map(swap) : rest).join('');
}

function changeCase(value: string, operator: string, pattern: string): string {
  const turn = (char: string) =>
    !matches(char, pattern) ? char : operator.startsWith('^') ? char.toUpperCase() : char.toLowerCase();
  const [first = '', ...rest] = Array.from(value);
  return turn(first) + (operator.length > 1 ? rest.map(turn) : rest).join('');
}
