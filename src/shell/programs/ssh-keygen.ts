import { defineProgram } from './support/define-program.ts';

export const sshKeygen = defineProgram({
  names: 'ssh-keygen',
  options: 't= b= C= f= N= P= m= a= O= I= n= V= s= D= R= F= r= Y= Z= q l e i y p c B L H k E= M= w= z=',
  effects: (call, machine, { has, value }) => {
    const file = value('f') ?? (has('R') ? `${machine.home ?? '~'}/.ssh/known_hosts` : undefined);
    if (file === undefined) return;
    // `-R` takes a host out of the file, `-H` hashes the names in it, `-p` and `-c` write the key again.
    if ((has('R') || has('H')) && !has('F')) {
      machine.write(call, file, 'in-place');
      return;
    }
    if (['l', 'y', 'e', 'i', 'F', 'B', 'L', 'D', 's', 'r'].some(has)) {
      machine.read(call, file, 'use');
      return;
    }
    machine.write(call, file, 'output');
    if (!has('p') && !has('c')) machine.write(call, `${file}.pub`, 'output');
  },
});
