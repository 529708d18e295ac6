import { defineProgram } from './support/define-program.ts';

export const split = [
  defineProgram({
    names: 'split',
    options:
      'l,lines= b,bytes= C,line-bytes= n,number= a,suffix-length= t,separator= additional-suffix= d numeric-suffixes? x filter= e u,unbuffered verbose help version',
    effects: (call, machine, { operands, value }) => {
      if (operands[0] !== undefined) machine.read(call, operands[0]);
      const filter = value('filter');
      // A filter gets what would have been written.
      if (filter !== undefined) machine.script(call, filter, { wrapper: 'split', via: 'option', capture: false });
      else machine.write(call, `${operands[1] ?? 'x'}*${value('additional-suffix') ?? ''}`, 'output');
      return '';
    },
  }),
  defineProgram({
    names: 'csplit',
    options:
      'f,prefix= b,suffix-format= n,digits= k,keep-files z,elide-empty-files s,q,quiet,silent suppress-matched help version',
    effects: (call, machine, { operands, value }) => {
      if (operands[0] !== undefined) machine.read(call, operands[0]);
      // After the number, `%02d.txt`.
      const ending = /%[-0-9.]*[diouxX]([^%]*)$/.exec(value('suffix-format') ?? '')?.[1] ?? '';
      machine.write(call, `${value('prefix') ?? 'xx'}*${ending}`, 'output');
      return '';
    },
  }),
];
