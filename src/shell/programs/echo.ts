import { formatPrintf, unescapeUpTo } from '../expand/escapes.ts';
import { hasUnknown, originOf } from '../expand/unknown.ts';
import { showNamed } from '../files/loaded-files.ts';
import type { Call, Machine } from '../run/machine.ts';
import { runSubscripts, setVariable } from '../run/variables.ts';
import { defineProgram } from './support/define-program.ts';

export const echo = [
  defineProgram({ names: 'echo', role: 'prints', effects: print }),
  defineProgram({ names: 'printf', role: 'prints', effects: printf }),
];

function print(call: Call, machine: Machine): string {
  showNamed(machine, call, call.args);
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
  const { text: printed, ended } = escapes ? unescapeUpTo(text, 'echo') : { text, ended: false };
  return printed + (newline && !ended ? '\n' : '');
}

function printf(call: Call, machine: Machine): string | undefined {
  const args = call.args[0] === '--' ? call.args.slice(1) : call.args;
  if (args[0] !== '-v') showNamed(machine, call, args);
  if (args[0] === '-v') {
    const [, name = '', format = '', ...rest] = args;
    runSubscripts(machine, name, call);
    const text = hasUnknown(format) ? undefined : formatPrintf(format, rest);
    setVariable(call.scope, name, text ?? machine.unknown(`$${name}`, originOf(machine.unknowns, args.join(''))));
    return '';
  }
  const [format, ...rest] = args;
  if (format === undefined) return '';
  const isOpen = hasUnknown(format) && rest.length > 0;
  const text = isOpen ? undefined : formatPrintf(format, rest);
  return text ?? machine.unknown('$(printf)', originOf(machine.unknowns, args.join('')));
}
