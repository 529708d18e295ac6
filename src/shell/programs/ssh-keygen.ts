import { defineProgram } from './support/define-program.ts';

export const sshKeygen = [
  defineProgram({
    names: 'ssh-keygen',
    options: 't= b= C= f= N= P= m= a= O= I= n= V= s= D= R= F= r= Y= Z= q l e i y p c B L H k',
    effects: (call, machine, { has, value }) => {
      const file = value('f');
      if (file === undefined) return;
      if (['l', 'y', 'e', 'i', 'F', 'R', 'B', 'L'].some(has)) {
        machine.read(call, file);
        return;
      }
      machine.write(call, file, 'output');
      if (!has('p')) machine.write(call, `${file}.pub`, 'output');
    },
  }),
  defineProgram({
    names: 'ssh-copy-id',
    effects: (call, machine) =>
      machine.emit(call, { kind: 'persistence', what: 'ssh-key', target: machine.render(call.args.at(-1) ?? '') }),
  }),
];
