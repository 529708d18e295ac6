import { hasUnknown } from '../expand/unknown.ts';
import { baseName, dirName } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram, type Effects, type Program } from './support/define-program.ts';

/** Programs that only print; where the output can be worked out it is, since disguised commands are put together by such programs. */
export const printers = [
  prints('pwd', (call, machine) => `${call.scope.cwd ?? machine.unknown('$(pwd)')}\n`),
  prints('basename', (call) => {
    const [path = '', suffix] = call.args.filter((arg) => !arg.startsWith('-'));
    const name = baseName(path);
    return `${suffix !== undefined && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name}\n`;
  }),
  prints('dirname', (call) => `${dirName(call.args.find((arg) => !arg.startsWith('-')) ?? '')}\n`),
  prints('realpath readlink', canonical),
  prints('seq', (call, machine) => sequence(call.args) ?? machine.unknown('$(seq)')),
  prints('yes', (call) => `${call.args[0] ?? 'y'}\n`),
  prints('whoami', (_call, machine) => (machine.home === null ? undefined : `${baseName(machine.home)}\n`)),
  prints('which', (call) => `${call.args.at(-1) ?? ''}\n`),
  prints('type', (call) =>
    call.args.some((arg) => /^-[a-z]*p/i.test(arg)) ? `${call.args.at(-1) ?? ''}\n` : undefined,
  ),
  prints('whereis', (call) => `${call.args.at(-1) ?? ''}: /usr/bin/${call.args.at(-1) ?? ''}\n`),
  prints('ls', list),
  prints('shopt', (call) => {
    if (call.args.includes('dotglob')) call.scope.dotglob = call.args.includes('-s');
    return '';
  }),
  prints('true false : sleep wait exit return break continue logger say getopts ulimit umask', () => ''),
  prints('figlet cowsay expr date stat tree du df man jobs uname id', () => undefined),
];

function prints(names: string, effects: Effects): Program {
  return defineProgram({ names, role: 'prints', effects });
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

function canonical(call: Call, machine: Machine): string {
  const path = call.args.filter((arg) => !arg.startsWith('-')).at(-1) ?? '';
  const at = machine.locate(call, path);
  return `${at === '?' ? machine.unknown(`$(${call.program} ${machine.render(path)})`) : at}\n`;
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
