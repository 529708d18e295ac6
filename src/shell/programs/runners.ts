import { defineProgram, type Program } from './support/define-program.ts';
import type { Launches } from './support/start/launch.ts';

/** Programs of which we know the options in front of their commands. */
const COMMANDED = /^(?:uv|poetry|bundle)$/;

/** Tools that run a command inside the environment they manage: a call of them counts as a call of what they start. */
export const runners = [
  runner('uv', 'with= p,python= project= directory= extra= group= package= env-file= index= w= no-sync isolated', {
    behind: ['run', 'tool run'],
    embeds: 'pip',
  }),
  runner('poetry', 'C,directory= P,project='),
  runner('pipenv', 'python='),
  runner('pdm', 'p,project='),
  runner('hatch', 'e,env= p,project='),
  runner('rye', ''),
  runner('pixi', 'e,environment= manifest-path='),
  runner('devbox', 'c,config= e,env='),
  runner('conda micromamba', 'n,name= p,prefix= cwd= no-capture-output'),
  runner('bundle', '', { behind: ['exec'] }),
  runner('mise', 'C,cd= E,env=', { behind: ['exec', 'x'] }),
  runner('dotenv', 'f,file= e,env= c', { behind: ['run', ''] }),
  runner('dotenvx', 'f= e,env='),
  // These add secrets or measure: an allow rule for the tool does not mean them.
  runner('doppler infisical op', 'env= path= projectId= env-file= no-masking p,project= c,config=', { isTool: false }),
  runner('direnv aws-vault chamber', '', { behind: ['exec'], own: 1, isTool: false }),
  runner('perf', '', { behind: ['stat', 'record'], isTool: false }),
];

function runner(names: string, options: string, launches: Launches = {}): Program {
  return defineProgram({
    names,
    role: 'launcher',
    options: `+${options}`,
    ...(COMMANDED.test(names) ? { subcommands: {} } : {}),
    launches: { behind: ['run'], isTool: true, ...launches },
  });
}
