import { defineProgram } from './support/define-program.ts';

export const gpg = defineProgram({
  names: 'gpg',
  kind: 'decoder',
  role: 'other',
  options:
    'o,output= r,recipient= u,local-user= homedir= passphrase= passphrase-file= d,decrypt e,encrypt s,sign c,symmetric a,armor import export export-secret-keys batch yes',
  effects: (call, machine, { has, operands, value }) => {
    for (const file of operands) if (/[./]/.test(file)) machine.read(call, file);
    const output = value('output');
    if (output !== undefined) machine.write(call, output, 'output');
    return has('decrypt') ? machine.unknown('$(gpg)', 'decoded') : undefined;
  },
});
