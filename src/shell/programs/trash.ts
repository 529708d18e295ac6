import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import { defineOptions } from './support/options.ts';

export const trash = [
  defineProgram({
    names: 'trash trash-put',
    role: 'removes',
    options: 'r,R,recursive f,force v,verbose help version',
    effects: (call, machine, { has, operands }) => {
      if (!has('help')) putAway(call, machine, operands);
      return '';
    },
  }),
  defineProgram({
    names: 'gio',
    role: 'removes',
    options: '+',
    subcommands: { trash: defineOptions('f,force help'), remove: defineOptions('f,force') },
    effects: (call, machine, { operands: [verb, ...paths] }) => {
      const files = paths.filter((path) => !path.startsWith('-'));
      if (verb === 'trash' && !paths.includes('--help')) putAway(call, machine, files);
      if (verb === 'remove') files.forEach((path) => machine.remove(call, path, 'rm'));
    },
  }),
];

function putAway(call: Call, machine: Machine, paths: readonly string[]): void {
  for (const path of paths) machine.remove(call, path, 'trash', { recursive: true });
}
