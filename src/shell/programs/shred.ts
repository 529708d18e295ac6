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
    names: 'scrub',
    role: 'removes',
    options:
      'p,pattern= b,blocksize= s,device-size= X,freespace= D,dirent= L,no-link R,no-hwrand t,no-threads f,force S,no-signature r,remove T,test-sparse= n,dry-run v,version h,help',
    effects: (call, machine, { has, operands }) => {
      if (has('dry-run')) return;
      for (const path of operands) {
        machine.write(call, path, 'truncate', { empties: true });
        if (has('remove')) machine.remove(call, path, 'shred', { force: has('force') });
      }
    },
  }),
  defineProgram({
    names: 'bleachbit',
    role: 'removes',
    options:
      's,shred c,clean o,overwrite p,preview l,list-cleaners w,wipe-free-space preset all-but-warning help version',
    effects: (call, machine, { has, operands }) => {
      if (has('shred'))
        for (const path of operands) machine.remove(call, path, 'shred', { recursive: true, force: true });
    },
  }),
  defineProgram({
    names: 'wipe',
    role: 'removes',
    effects: (call, machine, { operands }) =>
      operands.forEach((path) => machine.remove(call, path, 'shred', { recursive: true })),
  }),
];
