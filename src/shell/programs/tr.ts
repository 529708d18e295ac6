import { unescape, reversed } from '../expand/escapes.ts';
import { hasUnknown } from '../expand/unknown.ts';
import type { Call } from '../run/machine.ts';
import { defineProgram, type Definition } from './support/define-program.ts';

/** Filters whose output can be worked out. */
export const tr = [
  defineProgram({ names: 'tr', kind: 'decoder', role: 'prints', effects: translate }),
  filter('rev', (text) => text.split('\n').map(reversed).join('\n')),
  filter('tac', (text) => text.split('\n').reverse().join('\n'), 's,separator= b,before r,regex'),
];

/** A filter's output is computed on known text; else it is unknown, with the origin of its input. */
function filter(names: string, change: (text: string) => string, options = ''): Definition {
  return defineProgram({
    names,
    options,
    kind: names === 'rev' ? 'decoder' : 'other',
    role: 'prints',
    effects: (call, machine, { operands: [file] }) => {
      if (file !== undefined) machine.read(call, file);
      const text = file === undefined ? call.io.stdin?.text : machine.content(call, file);
      return text === undefined || hasUnknown(text) ? undefined : change(text);
    },
  });
}

function translate(call: Call): string | undefined {
  const text = call.io.stdin?.text;
  if (text === undefined || hasUnknown(text)) return undefined;
  const flags = call.args.filter((arg) => /^-[a-zA-Z]+$/.test(arg)).join('');
  const [from = '', to = ''] = call.args.filter((arg) => !/^-[a-zA-Z]+$/.test(arg)).map(expandSet);
  if (/[cCs]/.test(flags) || hasUnknown(from + to)) return undefined;
  let out = '';
  for (const char of text) {
    const at = from.indexOf(char);
    if (at < 0) out += char;
    else if (!flags.includes('d')) out += to.charAt(Math.min(at, to.length - 1));
  }
  return out;
}

function expandSet(set: string): string {
  const named = unescape(set, 'format')
    .replace('[:upper:]', 'A-Z')
    .replace('[:lower:]', 'a-z')
    .replace('[:digit:]', '0-9')
    .replace('[:space:]', ' \t\n\r');
  // Any two characters in their order make a range: `!-0`.
  return named.replace(/([!-~])-([!-~])/g, (whole, a: string, b: string) => {
    if (a > b) return whole;
    let out = '';
    for (let code = a.charCodeAt(0); code <= b.charCodeAt(0); code++) out += String.fromCharCode(code);
    return out;
  });
}
