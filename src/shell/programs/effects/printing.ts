import { decodeBase64, decodeHex, formatPrintf, reversed, unescape } from '../../expand/escapes.ts';
import type { Call, Handler, Machine } from '../../run/machine.ts';
import { defineOptions, parseOptions } from '../options.ts';
import { baseName, dirName } from '../../files/paths.ts';
import { hasUnknown, originOf } from '../../expand/unknown.ts';
import { runSubscripts, setVariable } from '../../run/variables.ts';

/** Programs whose output can be worked out: they are how disguised commands are put together. */
export const printing: Record<string, Handler> = {
  // So that V8 makes no shape for each name (docs/decisions/079).
  __proto__: null as never,
  echo,
  printf,
  pwd: (call, machine) => `${call.scope.cwd ?? machine.unknown('$(pwd)')}\n`,
  basename: (call) => {
    const [path = '', suffix] = call.args.filter((arg) => !arg.startsWith('-'));
    const name = baseName(path);
    return `${suffix !== undefined && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name}\n`;
  },
  dirname: (call) => `${dirName(call.args.find((arg) => !arg.startsWith('-')) ?? '')}\n`,
  realpath: canonical,
  readlink: canonical,
  rev: (call, machine) => transformed(call, machine, (text) => text.split('\n').map(reversed).join('\n')),
  tac: (call, machine) => transformed(call, machine, (text) => text.split('\n').reverse().join('\n')),
  tr,
  base64: decoder(decodeBase64, ['-d', '-D', '--decode', '-di']),
  base32: decoder(() => undefined, ['-d', '--decode']),
  xxd: decoder(decodeHex, ['-r', '-rp', '-pr', '-p']),
  seq: (call, machine) => sequence(call.args) ?? machine.unknown('$(seq)'),
  yes: (call) => `${call.args[0] ?? 'y'}\n`,
  whoami: (_call, machine) => (machine.home === null ? undefined : `${baseName(machine.home)}\n`),
  true: () => '',
  false: () => '',
  ':': () => '',
  which: (call) => `${call.args.at(-1) ?? ''}\n`,
  type: (call) => (call.args.some((arg) => /^-[a-z]*p/i.test(arg)) ? `${call.args.at(-1) ?? ''}\n` : undefined),
  whereis: (call) => `${call.args.at(-1) ?? ''}: /usr/bin/${call.args.at(-1) ?? ''}\n`,
  sleep: () => '',
  wait: () => '',
  exit: () => '',
  return: () => '',
  break: () => '',
  continue: () => '',
  logger: () => '',
  say: () => '',
  figlet: () => undefined,
  cowsay: () => undefined,
  expr: () => undefined,
  date: () => undefined,
  ls: list,
  stat: () => undefined,
  tree: () => undefined,
  du: () => undefined,
  df: () => undefined,
  man: () => undefined,
  getopts: () => '',
  shopt: (call) => {
    if (call.args.includes('dotglob')) call.scope.dotglob = call.args.includes('-s');
    return '';
  },
  ulimit: () => '',
  umask: () => '',
  jobs: () => undefined,
  uname: () => undefined,
  id: () => undefined,
};

function echo(call: Call): string {
  let args = call.args;
  let escapes = false;
  let newline = true;
  while (/^-[neE]+$/.test(args[0] ?? '')) {
    const flags = args[0] ?? '';
    if (flags.includes('n')) newline = false;
    if (flags.includes('e')) escapes = true;
    args = args.slice(1);
  }
  const text = args.join(' ');
  return (escapes ? unescape(text) : text) + (newline ? '\n' : '');
}

/** `ls` prints the paths it was given, unless one is a directory or the long form is asked for. */
function list(call: Call, machine: Machine): string | undefined {
  const flags = call.args.filter((arg) => arg.startsWith('-')).join('');
  const paths = call.args.filter((arg) => !arg.startsWith('-'));
  if (!call.io.capture || paths.length === 0 || paths.some(hasUnknown) || /^-[^-]*[lgnosi]|--format/.test(flags))
    return undefined;
  const shown = paths.map((path) => {
    if (flags.includes('d') || /[*?[]/.test(path)) return path;
    return machine.unknown(`$(ls ${path})`, 'value', machine.locate(call, path));
  });
  return `${shown.join('\n')}\n`;
}

function printf(call: Call, machine: Machine): string | undefined {
  const args = call.args[0] === '--' ? call.args.slice(1) : call.args;
  if (args[0] === '-v') {
    const [, name = '', format = '', ...rest] = args;
    runSubscripts(machine, name, call);
    setVariable(call.scope, name, formatPrintf(format, rest));
    return '';
  }
  const [format, ...rest] = args;
  if (format === undefined) return '';
  return hasUnknown(format) && rest.length > 0
    ? machine.unknown('$(printf)', originOf(machine.unknowns, args.join('')))
    : formatPrintf(format, rest);
}

function canonical(call: Call, machine: Machine): string {
  const path = call.args.filter((arg) => !arg.startsWith('-')).at(-1) ?? '';
  const at = machine.locate(call, path);
  return `${at === '?' ? machine.unknown(`$(${call.program} ${machine.render(path)})`) : at}\n`;
}

/** A filter's output: computed on known text, else unknown with the origin of its input. */
export function transformed(
  call: Call,
  machine: Machine,
  change: (text: string) => string | undefined,
): string | undefined {
  const files = call.args.filter((arg) => !arg.startsWith('-'));
  const file = files[0];
  if (file !== undefined) machine.read(call, file);
  const text = file === undefined ? call.io.stdin?.text : machine.content(call, file);
  if (text === undefined) return undefined;
  return hasUnknown(text) ? undefined : change(text);
}

function tr(call: Call, machine: Machine): string | undefined {
  const text = call.io.stdin?.text;
  if (text === undefined || hasUnknown(text)) return undefined;
  const flags = call.args.filter((arg) => /^-[a-zA-Z]+$/.test(arg)).join('');
  const [from = '', to = ''] = call.args.filter((arg) => !/^-[a-zA-Z]+$/.test(arg)).map(expandSet);
  if (flags.includes('c') || hasUnknown(from + to)) return machine.unknown('$(tr)');
  let out = '';
  for (const char of text) {
    const at = from.indexOf(char);
    if (at < 0) out += char;
    else if (!flags.includes('d')) out += to.charAt(Math.min(at, to.length - 1));
  }
  return out;
}

function expandSet(set: string): string {
  const named = unescape(set)
    .replace('[:upper:]', 'A-Z')
    .replace('[:lower:]', 'a-z')
    .replace('[:digit:]', '0-9')
    .replace('[:space:]', ' \t\n\r');
  return named.replace(/([0-9A-Za-z])-([0-9A-Za-z])/g, (_whole, a: string, b: string) => {
    let out = '';
    for (let code = a.charCodeAt(0); code <= b.charCodeAt(0); code++) out += String.fromCharCode(code);
    return out;
  });
}

const DECODER_OPTIONS = defineOptions('w,wrap= i,input= o,output= s,seek= l,len= c,cols= d,D,decode r,revert p,plain');

function decoder(decode: (text: string) => string | undefined, switches: string[]): Handler {
  return (call, machine) => {
    const decoding = call.args.some((arg) => switches.includes(arg));
    const { operands, value } = parseOptions(call.args, DECODER_OPTIONS);
    const file = value('input') ?? operands[0];
    if (file !== undefined) machine.read(call, file);
    const output = value('output') ?? (call.program === 'xxd' ? operands[1] : undefined);
    if (output !== undefined) machine.write(call, output, 'output');
    const text = file === undefined ? call.io.stdin?.text : machine.content(call, file);
    if (!decoding)
      return machine.unknown(`$(${call.program})`, text === undefined ? 'value' : originOf(machine.unknowns, text));
    const known = text === undefined || hasUnknown(text) ? undefined : decode(text);
    if (known !== undefined) return known;
    return machine.unknown(
      `$(${call.program} -d)`,
      text !== undefined && originOf(machine.unknowns, text) === 'network' ? 'network' : 'decoded',
    );
  };
}

function sequence(args: string[]): string | undefined {
  const numbers = args.filter((arg) => /^-?\d{1,6}$/.test(arg)).map(Number);
  const from = numbers.length > 1 ? (numbers[0] ?? 1) : 1;
  const to = numbers.at(-1) ?? 0;
  const step = numbers.length > 2 ? (numbers[1] ?? 1) : 1;
  if (step <= 0 || (to - from) / step > 64) return undefined;
  let out = '';
  for (let n = from; n <= to; n += step) out += `${n}\n`;
  return out;
}
