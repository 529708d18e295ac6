import { hasUnknown } from '../../expand/unknown.ts';
import { textValue, type Value } from '../value.ts';
import { ESCAPES, unescapeCode } from './string-escapes.ts';

type Word = { text: string; braced: boolean };
export type TclCall = (name: string, args: Value[]) => Value;

const MAX_COMMANDS = 5000;

/** Reads Tcl: commands of words, `$name`, `[command]`, `{text}`. Bodies of `if`, `foreach`, `catch`, `eval`, `proc` are read as well. False: not to its end. */
export function readTcl(code: string, onCall: TclCall): boolean {
  const budget = { left: MAX_COMMANDS };
  run(code, new Map(), onCall, budget);
  return budget.left >= 0;
}

function run(code: string, values: Map<string, string>, onCall: TclCall, budget: { left: number }): string {
  let result = '';
  for (const words of commands(code)) {
    if (budget.left-- <= 0) return '';
    const texts = words.map((word) => (word.braced ? word.text : fill(word.text, values, onCall, budget)));
    result = command(texts, words, values, onCall, budget);
  }
  return result;
}

function command(
  texts: string[],
  words: Word[],
  values: Map<string, string>,
  onCall: TclCall,
  budget: { left: number },
): string {
  const [name = '', ...args] = texts;
  const again = (code: string): string => run(code, values, onCall, budget);
  if (name === 'set' && args[1] !== undefined) {
    values.set(args[0] ?? '', args[1]);
    return args[1];
  }
  if (name === 'append') {
    const [variable = '', ...rest] = args;
    const value = (values.get(variable) ?? '') + rest.join('');
    values.set(variable, value);
    return value;
  }
  if (name === 'foreach') {
    for (const item of (args[1] ?? '').trim().split(/\s+/).slice(0, 32)) {
      values.set(args[0] ?? '', item);
      again(args[2] ?? '');
    }
    return '';
  }
  if (/^(eval|uplevel|subst|after)$/.test(name)) {
    // Code that is only known at run time: where it comes from counts.
    if (hasUnknown(args.join(' '))) onCall('eval', args.map(textValue));
    return again(args.join(' '));
  }
  if (name === 'string' && args[0] === 'reverse') return [...(args[1] ?? '')].reverse().join('');
  if (name === 'join')
    return (args[0] ?? '')
      .trim()
      .split(/\s+/)
      .join(args[1] ?? ' ');
  if (name === 'format') return (args[0] ?? '').replace(/%([csd])/g, (_, kind: string) => next(args, kind));
  if (name === 'concat' || name === 'list') return args.join(' ');
  // The names that it finds are below its pattern.
  if (name === 'glob') return args.filter((arg) => !arg.startsWith('-')).join(' ');
  // What is in braces may be a body; a body that runs nothing does no harm.
  if (!/^(exec|open|puts|file|glob|spawn)$/.test(name))
    words.slice(1).forEach((word, i) => (word.braced && /\s/.test(word.text) ? again(args[i] ?? '') : undefined));
  const value = onCall(
    name,
    args.map((text): Value => textValue(text)),
  );
  return value.kind === 'text' ? value.text : '';
}

function next(args: string[], kind: string): string {
  const [value = ''] = args.splice(1, 1);
  return kind === 'c' && /^\d+$/.test(value) ? String.fromCodePoint(Math.min(Number(value), 0x10ffff)) : value;
}

function fill(text: string, values: Map<string, string>, onCall: TclCall, budget: { left: number }): string {
  let out = '';
  for (let at = 0; at < text.length;) {
    const variable = /^\$(?:\{([^}]*)\}|([\w:]+(?:\([^)]*\))?))/.exec(text.slice(at, at + 80));
    if (variable !== null) {
      out += valueOf(variable[1] ?? variable[2] ?? '', values, onCall);
      at += variable[0].length;
    } else if (text.charAt(at) === '[') {
      const end = closing(text, at, '[', ']');
      out += budget.left > 0 ? run(text.slice(at + 1, end), values, onCall, budget) : '';
      at = end + 1;
    } else out += text.charAt(at++);
  }
  return out;
}

function valueOf(name: string, values: Map<string, string>, onCall: TclCall): string {
  const env = /^(?:::)?env\((\w+)\)$/.exec(name)?.[1];
  if (env === undefined) return values.get(name) ?? '';
  const value = onCall('env', [textValue(env)]);
  return value.kind === 'text' ? value.text : '';
}

function closing(text: string, from: number, open: string, close: string): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\') at++;
    else if (char === open) depth++;
    else if (char === close && --depth === 0) return at;
  }
  return text.length;
}

function commands(code: string): Word[][] {
  const found: Word[][] = [];
  let words: Word[] = [];
  const end = (): void => {
    if (words.length > 0) found.push(words);
    words = [];
  };
  for (let at = 0; at < code.length && found.length <= MAX_COMMANDS;) {
    const char = code.charAt(at);
    if (char === '\n' || char === ';') {
      end();
      at++;
    } else if (/\s/.test(char)) at++;
    else if (char === '\\' && code.charAt(at + 1) === '\n') at += 2;
    else if (char === '#' && words.length === 0) at = code.indexOf('\n', at) < 0 ? code.length : code.indexOf('\n', at);
    else if (char === '{') {
      const close = closing(code, at, '{', '}');
      words.push({ text: code.slice(at + 1, close), braced: true });
      at = close + 1;
    } else if (char === '"') {
      let close = at + 1;
      while (close < code.length && code.charAt(close) !== '"') close += code.charAt(close) === '\\' ? 2 : 1;
      words.push({
        text: unescapeCode(code.slice(at + 1, close), ESCAPES.other),
        braced: false,
      });
      at = close + 1;
    } else {
      let close = at;
      while (close < code.length && !/[\s;]/.test(code.charAt(close)))
        close = code.charAt(close) === '[' ? closing(code, close, '[', ']') + 1 : close + 1;
      words.push({
        text: unescapeCode(code.slice(at, close), ESCAPES.other),
        braced: false,
      });
      at = close;
    }
  }
  end();
  return found;
}
