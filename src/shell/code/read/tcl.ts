import { hasUnknown } from '../../expand/unknown.ts';
import { textValue, type Value } from '../value.ts';
import { ESCAPES, unescapeCode } from './string-escapes.ts';

type Word = { text: string; braced: boolean };
export type TclCall = (name: string, args: Value[]) => Value;

const MAX_COMMANDS = 5000;

/** What a Tcl program knows and may still cost while it is read. */
type Interpreter = { values: Map<string, string>; onCall: TclCall; commandsLeft: number };

/** Reads Tcl: commands of words, `$name`, `[command]`, `{text}`. Bodies of `if`, `foreach`, `catch`, `eval`, `proc` are read as well. False: not to its end. */
export function readTcl(code: string, onCall: TclCall): boolean {
  const tcl: Interpreter = { values: new Map(), onCall, commandsLeft: MAX_COMMANDS };
  run(tcl, code);
  return tcl.commandsLeft >= 0;
}

function run(tcl: Interpreter, code: string): string {
  let result = '';
  for (const words of commands(code)) {
    if (tcl.commandsLeft-- <= 0) return '';
    const texts = words.map((word) => (word.braced ? word.text : fill(tcl, word.text)));
    result = runCommand(tcl, texts, words);
  }
  return result;
}

function runCommand(tcl: Interpreter, texts: readonly string[], words: readonly Word[]): string {
  const [name = '', ...args] = texts;
  const own = Object.hasOwn(COMMANDS, name) ? COMMANDS[name]?.(tcl, args) : undefined;
  if (own !== undefined) return own;
  // What is in braces may be a body; a body that runs nothing does no harm.
  if (!/^(exec|open|puts|file|glob|spawn)$/.test(name))
    for (const [i, word] of words.slice(1).entries()) if (word.braced && /\s/.test(word.text)) run(tcl, args[i] ?? '');
  return textOf(tcl.onCall(name, args.map(textValue)));
}

/** The commands of Tcl that are followed. Undefined: it is a call like any other. */
const COMMANDS: Readonly<Record<string, (tcl: Interpreter, args: string[]) => string | undefined>> = {
  set: ({ values }, [name = '', value]) => {
    if (value !== undefined) values.set(name, value);
    return value;
  },
  append: ({ values }, [name = '', ...rest]) => {
    const value = (values.get(name) ?? '') + rest.join('');
    values.set(name, value);
    return value;
  },
  foreach: (tcl, [name = '', items = '', body = '']) => {
    for (const item of items.trim().split(/\s+/).slice(0, 32)) {
      tcl.values.set(name, item);
      run(tcl, body);
    }
    return '';
  },
  eval: runWords,
  uplevel: runWords,
  subst: runWords,
  after: runWords,
  string: (_tcl, [operation, text = '']) => (operation === 'reverse' ? [...text].reverse().join('') : undefined),
  join: (_tcl, [list = '', separator = ' ']) => list.trim().split(/\s+/).join(separator),
  format: (_tcl, [form = '', ...values]) =>
    form.replace(/%([csd])/g, (_, kind: string) => formatted(values.shift() ?? '', kind)),
  concat: (_tcl, args) => args.join(' '),
  list: (_tcl, args) => args.join(' '),
  // The names that it finds are below its pattern.
  glob: (_tcl, args) => args.filter((arg) => !arg.startsWith('-')).join(' '),
};

function runWords(tcl: Interpreter, args: readonly string[]): string {
  const code = args.join(' ');
  // Code that is only known at run time: where it comes from counts.
  if (hasUnknown(code)) tcl.onCall('eval', args.map(textValue));
  return run(tcl, code);
}

function formatted(value: string, kind: string): string {
  return kind === 'c' && /^\d+$/.test(value) ? String.fromCodePoint(Math.min(Number(value), 0x10ffff)) : value;
}

function textOf(value: Value): string {
  return value.kind === 'text' ? value.text : '';
}

function fill(tcl: Interpreter, text: string): string {
  let out = '';
  for (let at = 0; at < text.length;) {
    const variable = /^\$(?:\{([^}]*)\}|([\w:]+(?:\([^)]*\))?))/.exec(text.slice(at, at + 80));
    if (variable !== null) {
      out += valueOf(tcl, variable[1] ?? variable[2] ?? '');
      at += variable[0].length;
    } else if (text.charAt(at) === '[') {
      const end = closing(text, at, '[', ']');
      out += tcl.commandsLeft > 0 ? run(tcl, text.slice(at + 1, end)) : '';
      at = end + 1;
    } else out += text.charAt(at++);
  }
  return out;
}

function valueOf({ values, onCall }: Interpreter, name: string): string {
  const env = /^(?:::)?env\((\w+)\)$/.exec(name)?.[1];
  return env === undefined ? (values.get(name) ?? '') : textOf(onCall('env', [textValue(env)]));
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
