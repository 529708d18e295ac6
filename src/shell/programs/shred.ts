import { defineProgram } from './support/define-program.ts';

export const shred = [
  defineProgram({
    names: 'shred',
    role: 'removes',
    options: 'u,remove? n,iterations= s,size= z,zero v,verbose f,force x,exact random-source= help version',
    effects: (call, machine, { has, operands }) => {
      if (has('help')) return '';
      for (const path of operands) {
        machine.write(call, path, 'truncate', { empties: true });
        if (has('remove')) machine.remove(call, path, 'shred', { force: has('force') });
      }
      return '';
    },
  }),
  defineProgram({
    names: 'wipe',
    role: 'removes',
    effects: (call, machine, { operands }) =>
      operands.forEach((path) => machine.remove(call, path, 'shred', { recursive: true })),
  }),
];
