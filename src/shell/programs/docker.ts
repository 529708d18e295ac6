import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import { defineOptions, type Parsed, parseOptions } from './support/options.ts';

const RUN = defineOptions(
  '+v,volume= mount= e,env= env-file= w,workdir= u,user= p,publish= name= network,net= entrypoint= l,label= cap-add= cap-drop= device= h,hostname= m,memory= cpus= platform= pid= ipc= userns= security-opt= tmpfs= add-host= restart= log-driver= gpus= shm-size= ulimit= link= volumes-from= pull= cidfile= label-file= dns= a,attach= i,interactive t,tty d,detach rm privileged? init P read-only q',
);

const EXEC = defineOptions(
  '+e,env= env-file= w,workdir= u,user= i,interactive t,tty d,detach privileged detach-keys= n,namespace= c,container= context= kubeconfig= it',
);

const COMPOSE = defineOptions('+f,file= p,project-name= profile= env-file= project-directory= ansi=');

const OUTPUT = defineOptions('o,output=');

export const docker = [
  defineProgram({
    names: 'docker podman nerdctl',
    role: 'container',
    options: '+H,host= c,context= config= l,log-level= tlscacert= tlscert= tlskey= D,debug tls',
    subcommands: {
      run: RUN,
      create: RUN,
      exec: EXEC,
      '*': defineOptions('f,force v,volumes a,all d,detach q,quiet'),
    },
    effects: container,
  }),
  defineProgram({
    names: 'docker-compose',
    role: 'container',
    options: COMPOSE,
    effects: (call, machine, { operands }) => composed(call, machine, operands),
  }),
  defineProgram({
    names: 'kubectl k oc',
    role: 'container',
    options:
      '+n,namespace= context= kubeconfig= cluster= user= s,server= as= token= f,filename= A,all-namespaces l,selector= o,output=',
    subcommands: { '*': defineOptions('n,namespace= f,filename= A,all-namespaces l,selector= o,output=') },
    effects: kubectl,
  }),
  defineProgram({
    names: 'lxc',
    role: 'container',
    effects: (call, machine) => inside(call, machine, call.args, 'exec'),
  }),
  defineProgram({
    names: 'vagrant',
    role: 'container',
    effects: (call, machine) => {
      const at = call.args.indexOf('-c');
      if (call.args[0] !== 'ssh' || at <= 0) return undefined;
      const scope = { ...call.scope, cwd: null };
      return machine.script(call, call.args[at + 1] ?? '', { wrapper: 'vagrant', place: 'remote', scope });
    },
  }),
  defineProgram({
    names: 'adb',
    role: 'container',
    effects: (call, machine) => {
      const at = call.args.indexOf('shell');
      if (at < 0) return undefined;
      const scope = { ...call.scope, cwd: null };
      return machine.script(call, call.args.slice(at + 1).join(' '), { wrapper: 'adb', place: 'remote', scope });
    },
  }),
  defineProgram({
    names: 'limactl',
    role: 'container',
    effects: (call, machine) => (call.args[0] === 'shell' ? run(call, machine, call.args.slice(2)) : undefined),
  }),
];

function container(call: Call, machine: Machine, { operands }: Parsed): string | undefined {
  const words = operands[0] === 'container' ? operands.slice(1) : operands;
  const [verb, ...rest] = words;
  if (verb === 'run' || verb === 'create') return start(call, machine, rest);
  if (verb === 'exec') return inside(call, machine, words, 'exec');
  if (verb === 'compose') return composed(call, machine, parseOptions(rest, COMPOSE).operands);
  if (verb === 'cp') copy(call, machine, rest);
  if (verb === 'save' || verb === 'export') {
    const file = parseOptions(rest, OUTPUT).value('output');
    if (file !== undefined) machine.write(call, file, 'output');
  }
  return undefined;
}

function composed(call: Call, machine: Machine, [verb, ...rest]: readonly string[]): string | undefined {
  return verb === 'exec' || verb === 'run' ? inside(call, machine, ['exec', ...rest], 'exec') : undefined;
}

function start(call: Call, machine: Machine, args: string[]): string | undefined {
  const parsed = parseOptions(args, RUN);
  const [image = '', ...argv] = parsed.operands;
  const mounts = [
    ...parsed.all('volume').map((text) => volume(call, machine, text)),
    ...parsed.all('mount').map((text) => bind(call, machine, text)),
  ].filter((item) => item !== undefined);
  machine.emit(call, {
    kind: 'container',
    image: machine.render(image),
    privileged: (parsed.has('privileged') && parsed.value('privileged') !== 'false') || parsed.value('pid') === 'host',
    mounts,
  });
  for (const file of parsed.all('env-file')) machine.read(call, file);
  const entry = parsed.value('entrypoint');
  const words = entry === undefined || entry === '' ? argv : [entry, ...argv];
  if (words.length === 0) return undefined;
  const cwd = parsed.value('workdir') ?? '/';
  return machine.run(call, words, {
    wrapper: call.program,
    place: 'container',
    mounts,
    scope: { ...call.scope, cwd, vars: new Map() },
  });
}

function volume(call: Call, machine: Machine, text: string): { from: string; to: string } | undefined {
  const [from = '', to] = text.split(':');
  if (to === undefined || !/[/.~]/.test(from)) return undefined;
  return { from: machine.locate(call, from), to: to.replace(/(.)\/+$/, '$1') };
}

function bind(call: Call, machine: Machine, text: string): { from: string; to: string } | undefined {
  const fields = new Map(
    text.split(',').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const),
  );
  const from = fields.get('source') ?? fields.get('src');
  const to = fields.get('target') ?? fields.get('dst') ?? fields.get('destination');
  if (fields.get('type') === 'volume' || from === undefined || to === undefined) return undefined;
  return { from: machine.locate(call, from), to };
}

function inside(call: Call, machine: Machine, words: string[], verb: string): string | undefined {
  if (words[0] !== verb) return undefined;
  const parsed = parseOptions(words.slice(1), EXEC);
  const argv = parsed.operands.slice(1);
  return run(call, machine, argv[0] === '--' ? argv.slice(1) : argv);
}

function run(call: Call, machine: Machine, argv: string[]): string | undefined {
  if (argv.length === 0) return undefined;
  return machine.run(call, argv, {
    wrapper: call.program,
    place: 'container',
    scope: { ...call.scope, cwd: null, vars: new Map() },
  });
}

function kubectl(call: Call, machine: Machine): string | undefined {
  const at = call.args.indexOf('--');
  const words = at < 0 ? call.args : call.args.slice(0, at);
  if (words.includes('cp')) copy(call, machine, words.slice(words.indexOf('cp') + 1));
  if (!words.includes('exec') && !words.includes('run') && !words.includes('debug')) return undefined;
  if (at >= 0) return run(call, machine, call.args.slice(at + 1));
  return words.includes('exec') ? inside(call, machine, words.slice(words.indexOf('exec')), 'exec') : undefined;
}

/** `docker cp c:/x ./y`: the side without a colon is here. */
function copy(call: Call, machine: Machine, args: string[]): void {
  const [from = '', to = ''] = args.filter((arg) => !arg.startsWith('-'));
  if (!from.includes(':')) machine.read(call, from, 'upload');
  if (to.includes(':')) return;
  const name = from.slice(from.lastIndexOf('/') + 1);
  machine.write(call, to.endsWith('/') || to === '.' ? `${to}/${name}` : to, 'copy');
}
