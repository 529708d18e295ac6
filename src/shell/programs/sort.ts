import { defineProgram } from './support/define-program.ts';

export const sort = defineProgram({
  names: 'sort',
  options:
    'o,output= k,key= t,field-separator= S,buffer-size= T,temporary-directory= compress-program= parallel= files0-from= batch-size= u,unique r,reverse n,numeric-sort f b d i g h M V R s z m c? C= random-source= sort=',
  effects: (call, machine, { operands, value }) => {
    for (const file of operands) machine.read(call, file);
    const output = value('output');
    if (output !== undefined) machine.write(call, output, 'output');
    const program = value('compress-program');
    if (program !== undefined) machine.script(call, program, { wrapper: 'sort', via: 'option', stdin: null });
    return operands.length === 0 ? call.io.stdin?.text : undefined;
  },
});
