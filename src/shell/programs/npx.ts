import { defineProgram } from './support/define-program.ts';
import { runTool } from './support/start/run-tool.ts';

export const npx = defineProgram({
  names: 'npx bunx pnpx dlx uvx',
  role: 'packages',
  options: '+c,call= p,package= from= with= python= y,yes no-install q,quiet n= w=',
  launches: { isTool: true },
  effects: (call, machine, { operands, value }) => {
    const text = value('call');
    if (text !== undefined) return machine.script(call, text, { wrapper: call.program, via: 'option', stdin: null });
    return runTool(call, machine, operands);
  },
});
