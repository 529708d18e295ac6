import type { Call, Machine } from '../run/machine.ts';
import { showVariables } from '../files/loaded-files.ts';
import { type Definition, defineProgram } from './support/define-program.ts';
import { defineOptions, type Parsed } from './support/options.ts';
import { launch } from './support/start/launch.ts';

/** Programs that run another one with the values of a file of settings in its variables. */
export const dotenv = [
  loader('dotenv dotenv-cli', 'f,file= e,env= c p= v= o', '-e -f --file --env', ['run', '']),
  loader('dotenvx', 'f,env-file= e,env= fk,env-keys-file=', '-f --env-file', ['run']),
  loader('env-cmd', 'f,file= e,environments= r,rc-file=', '-f --file', ['']),
  loader('foreman honcho', 'e,env= f,procfile= d,app-root=', '-e --env', ['run']),
];

function loader(names: string, options: string, files: string, behind: readonly string[]): Definition {
  const launcher = { options: defineOptions(`+${options}`), launches: { behind, isTool: true, except: 'list get' } };
  return defineProgram({
    names,
    role: 'launcher',
    ...launcher,
    loads: { options: files, otherwise: '.env' },
    effects: (call: Call, machine: Machine, { operands: [verb] }: Parsed) => {
      // They print the values themselves.
      if (verb === 'list' || verb === 'get') showVariables(call, machine);
      return launch(call, machine, launcher);
    },
  });
}
