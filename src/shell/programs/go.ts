import { defineProgram } from './support/define-program.ts';
import { defineOptions, parseOptions } from './support/options.ts';

const GO = defineOptions(
  'o= p= tags= ldflags= gcflags= mod= modfile= run= C= exec= toolexec= vettool= coverprofile= cpuprofile= memprofile= count= timeout= v x n race a json short i',
);

export const go = defineProgram({
  names: 'go',
  options: '+C=',
  oneDash: true,
  subcommands: { '*': GO },
  effects: (call, machine, { operands: [verb, ...rest] }) => {
    const { operands, value } = parseOptions(rest, GO);
    for (const name of ['o', 'coverprofile', 'cpuprofile', 'memprofile']) {
      const file = value(name);
      if (file !== undefined) machine.write(call, file, 'output');
    }
    for (const text of [value('exec'), value('toolexec'), value('vettool')])
      if (text !== undefined) machine.script(call, text, { wrapper: 'go', via: 'option', stdin: null });
    const [first = ''] = operands;
    const names = operands.map((word) => machine.render(word));
    if (verb === 'get' || verb === 'install')
      machine.emit(call, { kind: 'package', manager: 'go', operation: 'install', packages: names });
    if (verb === 'run' && /^[\w.-]+\.\w+\/.*@/.test(first))
      machine.emit(call, { kind: 'package', manager: 'go', operation: 'run', packages: [first] });
    const source = verb === 'run' || verb === 'build' ? machine.content(call, first) : undefined;
    if (source !== undefined) machine.code(call, 'go', source);
    if (verb === 'mod' && first === 'init') machine.write(call, 'go.mod', 'create');
    if (verb === 'work' && first === 'init') machine.write(call, 'go.work', 'create');
    if (verb === 'fmt') machine.write(call, './**', 'format');
  },
});
