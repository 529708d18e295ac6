import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';
import { patchedFiles } from './support/files/patched-files.ts';

export const patch = defineProgram({
  names: 'patch',
  options:
    'p,strip= i,input= d,directory= o,output= R,reverse N,forward dry-run b,backup r,reject-file= F,fuzz= s E t f,force u l B= D= g= quoting-style= read-only= reject-format= V= x= Y= z= v,version help',
  effects: applyPatch,
});

function applyPatch(call: Call, machine: Machine, { has, operands, value }: Parsed): string {
  if (has('dry-run')) return '';
  const file = value('input') ?? operands[1];
  if (file !== undefined) machine.read(call, file);
  const base = value('directory');
  const inner = base === undefined ? call : { ...call, scope: { ...call.scope, cwd: machine.locate(call, base) } };
  const output = value('output') ?? operands[0];
  if (output !== undefined) machine.write(inner, output, 'patch');
  else
    patchedFiles(inner, machine, file === undefined ? call.io.stdin?.text : machine.content(call, file), {
      strip: Number(value('strip') ?? -1),
      ...(base === undefined ? {} : { within: './' }),
    });
  return '';
}
