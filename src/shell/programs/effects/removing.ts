import type { Call, Handler, Machine } from '../../run/machine.ts';
import { defineOptions, parseOptions } from '../options.ts';

const RM = defineOptions(
  'r,R,recursive f,F,force i I interactive? d,dir v,verbose one-file-system no-preserve-root preserve-root? help version',
);
const RMDIR = defineOptions('p,parents v,verbose ignore-fail-on-non-empty help version');
const SHRED = defineOptions('u,remove? n,iterations= s,size= z,zero v f,force x,exact random-source= help version');
const TRASH = defineOptions('r,R,recursive f,force v help version');

export const removing: Record<string, Handler> = {
  rm,
  grm: rm,
  srm: rm,
  unlink: (call, machine) => operands(call).forEach((path) => machine.remove(call, path, 'rm')),
  rmdir: (call, machine) => {
    const { operands, has } = parseOptions(call.args, RMDIR);
    if (!has('help')) for (const path of operands) machine.remove(call, path, 'rm');
    return '';
  },
  shred,
  wipe: (call, machine) => operands(call).forEach((path) => machine.remove(call, path, 'shred', { recursive: true })),
  trash,
  'trash-put': trash,
  gio: (call, machine) => {
    if (call.args[0] === 'trash') trash({ ...call, args: call.args.slice(1) }, machine);
    if (call.args[0] === 'remove')
      operands(call)
        .slice(1)
        .forEach((path) => machine.remove(call, path, 'rm'));
  },
  rimraf: (call, machine) =>
    operands(call).forEach((path) => machine.remove(call, path, 'rm', { recursive: true, force: true })),
  del: (call, machine) => operands(call).forEach((path) => machine.remove(call, path, 'rm')),
};

function rm(call: Call, machine: Machine): string {
  const { has, operands } = parseOptions(call.args, RM);
  if (has('help') || has('version')) return '';
  const more = { recursive: has('recursive'), force: has('force') };
  for (const path of operands) machine.remove(call, path, 'rm', more);
  return '';
}

function shred(call: Call, machine: Machine): string {
  const { has, operands } = parseOptions(call.args, SHRED);
  if (has('help')) return '';
  for (const path of operands) {
    machine.write(call, path, 'truncate', { empties: true });
    if (has('remove')) machine.remove(call, path, 'shred', { force: has('force') });
  }
  return '';
}

function trash(call: Call, machine: Machine): string {
  const { has, operands } = parseOptions(call.args, TRASH);
  if (!has('help')) for (const path of operands) machine.remove(call, path, 'trash', { recursive: true });
  return '';
}

function operands(call: Call): string[] {
  const separator = call.args.indexOf('--');
  if (separator >= 0) return [...call.args.slice(0, separator).filter(isOperand), ...call.args.slice(separator + 1)];
  return call.args.filter(isOperand);
}

function isOperand(arg: string): boolean {
  return !arg.startsWith('-');
}
