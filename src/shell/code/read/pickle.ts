import { listValue, objectValue, textValue, UNKNOWN, type Value } from '../value.ts';

/** A function that a pickle calls when it is loaded. */
export type PickledCall = { name: string; args: Value[] };

/** More than a pickle has that somebody has written into a command. */
const MOST_STEPS = 500;

type Reader = {
  text: string;
  at: number;
  stack: Value[];
  marks: number[];
  memo: Map<string, Value>;
  calls: PickledCall[];
};

/**
 * A pickle is a program for a machine with a stack, and some of its steps call functions: `cos\nsystem\n(S'ls'\ntR.`. The letters of its steps are those of
 * Python's module `pickletools`. What the machine does not know is passed over.
 */
export function pickledCalls(text: string): PickledCall[] {
  const reader: Reader = { text, at: 0, stack: [], marks: [], memo: new Map(), calls: [] };
  for (let step = 0; step < MOST_STEPS && reader.at < text.length; step++) {
    const code = text.charAt(reader.at++);
    if (code === '.') break;
    STEPS[code]?.(reader);
  }
  return reader.calls;
}

const pushes =
  (value: (reader: Reader) => Value) =>
  (reader: Reader): void => {
    reader.stack.push(value(reader));
  };
const skips =
  (count: number) =>
  (reader: Reader): void => {
    reader.at += count;
  };
const counted = (bytes: number) => pushes((reader) => textValue(taken(reader, number(reader, bytes))));
const several = (count: number) => pushes(({ stack }) => listValue(stack.splice(Math.max(0, stack.length - count))));
const sinceMark = pushes((reader) => listValue(afterMark(reader)));
const stores =
  (key: (reader: Reader) => string) =>
  (reader: Reader): void => {
    reader.memo.set(key(reader), reader.stack.at(-1) ?? UNKNOWN);
  };
const recalls = (key: (reader: Reader) => string) => pushes((reader) => reader.memo.get(key(reader)) ?? UNKNOWN);
const pops = ({ stack }: Reader): void => {
  stack.pop();
};

const STEPS: Readonly<Record<string, (reader: Reader) => void>> = {
  '\u0080': skips(1),
  '\u0095': skips(8),
  // Functions, by module and name.
  c: pushes((reader) => objectValue(`${line(reader)}.${line(reader)}`)),
  '\u0093': pushes(({ stack }) => {
    const [module, name] = stack.splice(-2);
    return objectValue(`${textOf(module)}.${textOf(name)}`);
  }),
  // Calls.
  R: calls,
  '\u0081': calls,
  i: pushes((reader) => called(reader, `${line(reader)}.${line(reader)}`, afterMark(reader))),
  o: pushes((reader) => {
    const [callee, ...args] = afterMark(reader);
    return called(reader, callee?.kind === 'object' ? callee.name : '', args);
  }),
  // Texts and numbers.
  S: pushes((reader) => textValue(line(reader).replace(/^(['"])(.*)\1$/s, '$2'))),
  V: pushes((reader) => textValue(line(reader))),
  I: pushes((reader) => textValue(line(reader))),
  L: pushes((reader) => textValue(line(reader))),
  F: pushes((reader) => textValue(line(reader))),
  X: counted(4),
  T: counted(4),
  B: counted(4),
  U: counted(1),
  C: counted(1),
  '\u008c': counted(1),
  K: pushes((reader) => textValue(String(number(reader, 1)))),
  M: pushes((reader) => textValue(String(number(reader, 2)))),
  J: pushes((reader) => textValue(String(number(reader, 4)))),
  G: skips(8),
  N: pushes(() => UNKNOWN),
  '\u0088': pushes(() => UNKNOWN),
  '\u0089': pushes(() => UNKNOWN),
  // Lists.
  '(': ({ marks, stack }) => {
    marks.push(stack.length);
  },
  t: sinceMark,
  l: sinceMark,
  d: sinceMark,
  ')': several(0),
  ']': several(0),
  '}': several(0),
  '\u0085': several(1),
  '\u0086': several(2),
  '\u0087': several(3),
  a: ({ stack }) => append(stack, stack.splice(-1)),
  e: (reader) => append(reader.stack, afterMark(reader)),
  u: (reader) => append(reader.stack, afterMark(reader)),
  s: ({ stack }) => append(stack, stack.splice(-2)),
  b: pops,
  '0': pops,
  '1': (reader) => {
    afterMark(reader);
  },
  '2': pushes(({ stack }) => stack.at(-1) ?? UNKNOWN),
  // What is kept under a number.
  p: stores(line),
  q: stores((reader) => String(number(reader, 1))),
  r: stores((reader) => String(number(reader, 4))),
  '\u0094': stores(({ memo }) => String(memo.size)),
  g: recalls(line),
  h: recalls((reader) => String(number(reader, 1))),
  j: recalls((reader) => String(number(reader, 4))),
};

function calls(reader: Reader): void {
  const [callee, args] = reader.stack.splice(-2);
  const items = args?.kind === 'list' ? args.items : [];
  reader.stack.push(called(reader, callee?.kind === 'object' ? callee.name : '', items));
}

function called(reader: Reader, name: string, args: Value[]): Value {
  if (name !== '') reader.calls.push({ name: name.replace(/^__builtin__\./, 'builtins.'), args });
  return UNKNOWN;
}

function append(stack: Value[], items: Value[]): void {
  const list = stack.at(-1);
  if (list?.kind === 'list') list.items.push(...items);
}

function afterMark({ stack, marks }: Reader): Value[] {
  return stack.splice(marks.pop() ?? 0);
}

function line(reader: Reader): string {
  const end = reader.text.indexOf('\n', reader.at);
  const found = reader.text.slice(reader.at, end < 0 ? undefined : end);
  reader.at += found.length + 1;
  return found;
}

function taken(reader: Reader, count: number): string {
  const found = reader.text.slice(reader.at, reader.at + count);
  reader.at += found.length;
  return found;
}

/** The lowest byte comes first. */
function number(reader: Reader, bytes: number): number {
  return [...taken(reader, bytes)].reduceRight((sum, char) => sum * 256 + (char.charCodeAt(0) & 255), 0);
}

function textOf(value: Value | undefined): string {
  return value?.kind === 'text' ? value.text : '?';
}
