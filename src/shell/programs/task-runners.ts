import { defineProgram } from './support/define-program.ts';
import { runScriptsOf } from './support/tasks/package-scripts.ts';

/** Programs that run commands by the names which a file of the project gives them. `make`, `just` and package managers have their own files. */
export const taskRunners = [
  defineProgram({
    names: 'task go-task',
    role: 'launcher',
    options: '+d,dir= t,taskfile= o,output= C,concurrency= I,interval=',
    tasks: { files: 'Taskfile.yml Taskfile.yaml taskfile.yml taskfile.yaml', as: 'yaml' },
    effects: () => undefined,
  }),
  defineProgram({
    names: 'poe taskipy',
    role: 'launcher',
    options: '+C,directory= e,executor=',
    tasks: { files: 'pyproject.toml poe_tasks.toml', tables: ['tool.poe.tasks', 'tool.taskipy.tasks'] },
    effects: () => undefined,
  }),
  defineProgram({
    names: 'npm-run-all npm-run-all2 run-s run-p',
    role: 'launcher',
    effects: (call, machine, { operands }) => {
      runScriptsOf(call, machine, { file: 'package.json', list: 'scripts', names: operands });
    },
  }),
];
