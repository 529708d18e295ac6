import { defineProgram } from './support/define-program.ts';

export const just = defineProgram({
  names: 'just',
  role: 'interpreter',
  options:
    '+f,justfile= d,working-directory= shell= shell-arg= chooser= color= dotenv-path= dotenv-filename= timestamp-format= tempdir= usage= show= s= c,command n,dry-run l,list q,quiet u,unstable v,verbose e,edit choose evaluate fmt init summary',
  effects: (call, machine, { all, has, operands, value }) => {
    const file = value('justfile');
    if (file !== undefined) machine.read(call, file, 'script');
    if (has('fmt')) machine.write(call, file ?? 'justfile', 'format');
    if (has('dry-run') || has('list')) return undefined;
    const shell = value('shell');
    if (shell !== undefined)
      machine.run(call, [shell, ...all('shell-arg')], { wrapper: 'just', via: 'option', stdin: null });
    if (!has('command') || operands.length === 0) return undefined;
    return machine.run(call, operands, { wrapper: 'just' });
  },
});
