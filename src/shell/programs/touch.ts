import { createFiles } from './support/files/create-files.ts';
import { defineProgram } from './support/define-program.ts';

export const touch = [
  defineProgram({
    names: 'touch',
    options: 'd,date= t= r,reference= time= a m c,no-create h,no-dereference help version A=',
    effects: createFiles,
  }),
  defineProgram({
    names: 'fallocate',
    options: 'l,length= o,offset= n,keep-size p,punch-hole z,zero-range c,collapse-range d,dig-holes x',
    effects: (call, machine, parsed) => {
      // What was in the range is gone.
      const clears = ['punch-hole', 'zero-range', 'collapse-range'].some(parsed.has);
      if (!clears) return createFiles(call, machine, parsed);
      for (const path of parsed.operands) machine.write(call, path, 'truncate', { append: false, empties: true });
      return '';
    },
  }),
  defineProgram({
    names: 'mkfile',
    effects: (call, machine) => call.args.slice(1).forEach((path) => machine.write(call, path, 'create')),
  }),
  defineProgram({
    names: 'truncate',
    options: 's,size= r,reference= c,no-create o,io-blocks help version',
    effects: (call, machine, { has, operands, value }) => {
      if (has('help') || has('version')) return '';
      const empties = /^[0</]+$/.test(value('size') ?? '0');
      for (const path of operands) machine.write(call, path, 'truncate', { empties, append: false });
      return '';
    },
  }),
];
