import { defineProgram } from './support/define-program.ts';
import { passThrough } from './support/start/pass-through.ts';

export const tee = [
  defineProgram({
    names: 'tee',
    options: 'a,append i,ignore-interrupts p output-error? help version',
    effects: (call, machine, { has, operands }) => {
      if (has('help') || has('version')) return '';
      const text = passThrough(call, machine, []);
      const content = text ?? machine.unknown('$(tee)', 'stdin');
      for (const path of operands) machine.write(call, path, 'tee', { append: has('append'), content });
      return text;
    },
  }),
  defineProgram({
    names: 'sponge',
    options: 'a',
    effects: (call, machine, { has, operands: [file] }) => {
      if (file === undefined) return call.io.stdin?.text;
      machine.write(call, file, 'tee', { append: has('a'), content: call.io.stdin?.text });
      return '';
    },
  }),
];
