import type { Call, Machine } from '../run/machine.ts';
import { defineProgram, type Definition } from './support/define-program.ts';
import { defineOptions, type Parsed, parseOptions } from './support/options.ts';
import { launch, launchedAt, type Launches } from './support/start/launch.ts';
import { emitPackages } from './support/start/run-tool.ts';

const SECRETS = {
  options: defineOptions('+env= path= projectId= env-file= command= no-masking p,project= c,config='),
  launches: { behind: ['run'] },
};
const HATCH = { options: defineOptions('+e,env= p,project='), launches: { behind: ['run'] } };

const UV_OPTIONS = 'with= p,python= project= directory= extra= group= package= env-file= index= w= no-sync isolated';
const UV_LAUNCHES: Launches = { behind: ['run', 'tool run'], embeds: 'pip' };
const UV = { options: defineOptions(`+${UV_OPTIONS}`), launches: UV_LAUNCHES };

/** Programs of which we know the options in front of their commands. */
const COMMANDED = /^(?:uv|poetry|bundle)$/;

/** Tools that run a command inside the environment they manage: a call of them counts as a call of what they start. */
export const runners = [
  defineProgram({
    names: 'hatch',
    role: 'launcher',
    options: '+e,env= p,project=',
    launches: { behind: ['run'], isTool: true },
    tasks: {
      files: 'pyproject.toml hatch.toml',
      tables: ['tool.hatch.envs.*.scripts', 'envs.*.scripts'],
    },
    effects: (call, machine) => {
      const at = launchedAt(HATCH, call.args);
      const [first = '', ...rest] = at < 0 ? [] : call.args.slice(at);
      // `env:cmd` names the environment in front.
      return at < 0 ? undefined : machine.run(call, [first.replace(/^[\w.+-]*:/, ''), ...rest], { wrapper: 'hatch' });
    },
  }),
  { ...runner('uv', UV_OPTIONS, UV_LAUNCHES), loads: { options: '--env-file' }, effects: runUv },
  exporter('poetry', 'C,directory= P,project='),
  runner('pipenv', 'python='),
  { ...exporter('pdm', 'p,project='), tasks: { files: 'pyproject.toml', tables: ['tool.pdm.scripts'] } },
  { ...runner('rye', ''), tasks: { files: 'pyproject.toml', tables: ['tool.rye.scripts'] } },
  {
    ...runner('pixi', 'e,environment= manifest-path='),
    tasks: { files: 'pixi.toml pyproject.toml', tables: ['tasks', 'feature.*.tasks', 'tool.pixi.tasks'] },
  },
  runner('devbox', 'c,config= e,env='),
  runner('conda micromamba', 'n,name= p,prefix= cwd= no-capture-output'),
  runner('bundle', '', { behind: ['exec'] }),
  {
    ...runner('mise', 'C,cd= E,env=', { behind: ['exec', 'x'] }),
    tasks: { files: 'mise.toml .mise.toml', tables: ['tasks'] },
  },
  runner('pyenv rbenv nodenv jenv goenv plenv tfenv', '', { behind: ['exec'] }),
  runner('nvm n', 's,silent', { behind: ['exec', 'run'], own: 1 }),
  runner('fnm', 'using= log-level= fnm-dir= arch=', { behind: ['exec'] }),
  runner('volta', 'node= npm= pnpm= yarn= bundled-npm no-yarn'),
  runner('toolbox', 'c,container= d,distro= r,release= preserve-fds=', { isTool: false }),
  runner('rr uftrace', 'o= d= n,no-syscall-buffer', { behind: ['record'], isTool: false }),
  runner('heaptrack', 'o,output= r= d,debug', { behind: [''], isTool: false }),
  runner('trace-cmd', 'e= f= R= o= p= l= n= g= P= c F d D O= s= r= b= B= k i N= V= m= M= t v', {
    behind: ['record', 'start', 'stream', 'profile'],
    isTool: false,
  }),
  runner(
    'consul',
    'token= http-addr= datacenter= name= n= type= key= prefix= service= shell? timeout= monitor-retry= child-exit-code',
    {
      behind: ['lock'],
      own: 1,
      isTool: false,
    },
  ),
  runner(
    'envconsul',
    'config= prefix= secret= consul-addr= vault-addr= once pristine upcase sanitize kill-signal= wait=',
    {
      behind: [''],
      isTool: false,
    },
  ),
  // These add secrets or measure: an allow rule for the tool does not mean them.
  {
    ...runner('doppler infisical op', 'env= path= projectId= env-file= command= no-masking p,project= c,config=', {
      isTool: false,
    }),
    effects: (call: Call, machine: Machine) => {
      const text = parseOptions(call.args, defineOptions('command=')).value('command');
      if (text !== undefined) return machine.script(call, text, { wrapper: call.program, stdin: null });
      return launch(call, machine, SECRETS);
    },
  },
  { ...runner('direnv', '', { behind: ['exec'], own: 1, isTool: false }), loads: { otherwise: '.envrc' } },
  runner(
    'aws-vault chamber',
    'b,backend= backend-s3-bucket= kms-key-alias= min-throttle-delay= duration= d= region= mfa-token= t= r,retries= v,verbose strict pristine debug n,no-session',
    { behind: ['exec'], own: 1, isTool: false },
  ),
  runner(
    'perf',
    'e,event= o,output=> F,freq= c,count= g call-graph= p,pid= t,tid= C,cpu= r,repeat= interval-print= x,field-separator= a d s v q i,no-inherit A G,cgroup= D,delay= m,mmap-pages= timeout= M,metrics= W B z? b j= filter= append',
    { behind: ['stat', 'record', 'trace', 'mem record', 'lock record', 'sched record', 'kmem record'], isTool: false },
  ),
];

/** `uv pip` takes what pip takes, and `uv add` installs what it adds to the project. */
function runUv(call: Call, machine: Machine, { operands: [verb, ...words] }: Parsed): string | undefined {
  writeNamed(call, machine);
  if (verb === 'pip') return machine.run(call, ['pip', ...words], { wrapper: 'uv' });
  if (verb === 'add') emitPackages(call, machine, 'install', words);
  const at = launchedAt(UV, call.args);
  const own = call.args.slice(call.args.indexOf(verb ?? '') + 1, at < 0 ? undefined : at);
  const extra = parseOptions(own, UV.options).all('with');
  if (extra.length > 0) emitPackages(call, machine, 'install', extra);
  // `uv run -` is Python that reads its code from standard input.
  if (verb === 'run' && call.args[at] === '-')
    return machine.run(call, ['python', ...call.args.slice(at)], { wrapper: 'uv' });
  return launch(call, machine, UV);
}

const NAMED = defineOptions('o,output,output-file,out-dir= f,format= python-version= extra= group=');

/** `uv export -o requirements.txt`, `uv pip compile -o requirements.txt`, `poetry build --output dist`. */
function writeNamed(call: Call, machine: Machine): void {
  const { operands, value } = parseOptions(call.args, NAMED);
  const verb = /^(?:pip )?(export|compile|build)\b/.exec(operands.slice(0, 2).join(' '))?.[1];
  const place = verb === undefined ? undefined : value('output');
  if (place !== undefined) machine.write(call, verb === 'build' ? `${place}/**` : place, 'output');
}

function exporter(names: string, options: string): Definition {
  const plain = runner(names, options);
  const launches = plain.launches ?? {};
  return {
    ...plain,
    effects: (call, machine) => {
      writeNamed(call, machine);
      return launch(call, machine, { options: defineOptions(`+${options}`), launches });
    },
  };
}

function runner(names: string, options: string, launches: Launches = {}): Definition {
  return defineProgram({
    names,
    role: 'launcher',
    options: `+${options}`,
    ...(COMMANDED.test(names) ? { subcommands: {} } : {}),
    launches: { behind: ['run'], isTool: true, ...launches },
  });
}
