import { withLoaded } from '../files/loaded-files.ts';
import { baseName } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import { defineOptions, type Parsed, parseOptions } from './support/options.ts';
import { readElsewhere } from './support/files/connect.ts';
import { leadingAssignments } from './support/start/split-string.ts';

/** Most options take a value, and new ones come with each release: those that take none are named. */
const RUN = defineOptions(
  '+v,volume= mount= e,env= env-file= w,workdir= u,user= p,publish= name= network,net= entrypoint= l,label= cap-add= cap-drop= device= h,hostname= m,memory= cpus= platform= pid= ipc= userns= security-opt= tmpfs= add-host= restart= log-driver= gpus= shm-size= ulimit= link= volumes-from= uts= cgroupns= device-cgroup-rule= group-add= cgroup-parent= runtime= isolation= pull= cidfile= label-file= dns= c,cpu-shares= a,attach= i,interactive t,tty d,detach rm privileged? init P,publish-all q,quiet read-only? read-only-tmpfs? disable-content-trust? no-healthcheck? oom-kill-disable? sig-proxy? use-api-socket? help env-host? http-proxy? no-hostname? no-hosts? replace? rmi? tls-verify? unsetenv-all? passwd? rootfs? insecure-registry? *=',
);

const EXEC = defineOptions(
  '+e,env= env-file= w,workdir= u,user= i,interactive t,tty d,detach privileged detach-keys= n,namespace= c,container= context= kubeconfig= it',
);

const COMPOSE = defineOptions('+f,file= p,project-name= profile= env-file= project-directory= ansi=');

const BUILD = defineOptions('o,output= iidfile= metadata-file= t,tag= f,file= build-arg= target= platform=');
const OUTPUT = defineOptions('o,output=');

const CTR_RUN = defineOptions(
  '+mount= env= env-file= label= runtime= cwd= user= pid-file= cap-add= device= with-ns= snapshotter= privileged? net-host rm d,detach t,tty null-io',
);
const CTR_EXEC = defineOptions('+exec-id= cwd= user= t,tty d,detach');
const CTR = defineOptions('+n,namespace= a,address= timeout= connect-timeout=');

/** Capabilities that are as good as all of them: mounting, loading modules, raw devices, reading every file (capabilities(7)). */
const MIGHTY = /^(?:CAP_)?(?:ALL|SYS_ADMIN|SYS_MODULE|SYS_RAWIO|DAC_READ_SEARCH)$/i;
/** Disks and memory of the machine. */
const WHOLE_DEVICE = /^\/dev\/(?:sd|nvme|vd|xvd|hd|mmcblk|dm-|mapper\/|md\d|disk\/|mem\b|kmem\b|port\b)/;
/** What everybody on a machine may read, and images often need. */
const PUBLIC_FILE =
  /^\/etc\/(?:localtime|timezone|passwd|group|hosts|hostname|resolv\.conf|nsswitch\.conf|machine-id|os-release|(?:ssl\/certs|pki\/tls\/certs|pki\/ca-trust|ca-certificates)(?:\/.*)?)$/;

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
    names: 'lxc incus',
    role: 'container',
    effects: (call, machine) => {
      const [noun, verb, ...files] = call.args.filter((arg) => !arg.startsWith('-'));
      if (noun === 'file' && verb === 'push') for (const file of files.slice(0, -1)) machine.read(call, file, 'upload');
      if (noun === 'file' && verb === 'pull')
        for (const file of files.slice(0, -1)) readElsewhere(call, machine, file.replace(/^[^/]*/, ''), 'container');
      return inside(call, machine, call.args, 'exec');
    },
  }),
  defineProgram({ names: 'ctr', role: 'container', effects: containerd }),
  defineProgram({
    names: 'vagrant',
    role: 'container',
    effects: (call, machine) => {
      if (call.args[0] !== 'ssh') return undefined;
      const scope = { ...call.scope, cwd: null };
      // What follows the dashes is for ssh.
      const dashes = call.args.indexOf('--');
      const behind = dashes < 0 ? [] : call.args.slice(dashes + 1);
      const command = behind.findIndex((word) => !word.startsWith('-'));
      if (command >= 0)
        return machine.script(call, behind.slice(command).join(' '), { wrapper: 'vagrant', place: 'remote', scope });
      const at = call.args.indexOf('-c');
      if (at <= 0) return undefined;
      return machine.script(call, call.args[at + 1] ?? '', { wrapper: 'vagrant', place: 'remote', scope });
    },
  }),
  defineProgram({
    names: 'adb',
    role: 'container',
    effects: (call, machine) => {
      const pushed = call.args.indexOf('push');
      if (pushed >= 0)
        for (const file of call.args.slice(pushed + 1, -1))
          if (!file.startsWith('-')) machine.read(call, file, 'upload');
      const pulled = call.args.indexOf('pull');
      if (pulled >= 0) pull(call, machine, call.args.slice(pulled + 1));
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

/** `adb pull REMOTE… LOCAL`; one path alone lands here under its own name. */
function pull(call: Call, machine: Machine, words: readonly string[]): void {
  const [first, ...others] = words.filter((word) => !word.startsWith('-'));
  const local = others.at(-1);
  if (first === undefined) return;
  if (local === undefined) machine.write(call, baseName(first), 'download');
  else if (others.length === 1 && !local.endsWith('/') && local !== '.') machine.write(call, local, 'download');
  else
    for (const path of [first, ...others.slice(0, -1)])
      machine.write(call, `${local.replace(/(.)\/+$/, '$1')}/${baseName(path)}`, 'download');
}

function container(call: Call, machine: Machine, { operands }: Parsed): string | undefined {
  const words = /^(?:container|image)$/.test(operands[0] ?? '') ? operands.slice(1) : operands;
  const [verb, ...rest] = words;
  if (verb === 'run' || verb === 'create') return start(call, machine, rest);
  if (verb === 'exec') return inside(call, machine, words, 'exec');
  if (verb === 'compose') return composed(call, machine, parseOptions(rest, COMPOSE).operands);
  // Podman's own namespace of users, on the files of this machine.
  if (verb === 'unshare' && rest.length > 0) return machine.run(call, rest, { wrapper: call.program });
  if (verb === 'cp') copy(call, machine, rest);
  if (verb === 'save' || verb === 'export') {
    const file = parseOptions(rest, OUTPUT).value('output');
    if (file !== undefined) machine.write(call, file, 'output');
  }
  if (verb === 'build' || (verb === 'buildx' && rest[0] === 'build')) built(call, machine, parseOptions(rest, BUILD));
  return undefined;
}

/** What a build leaves on this machine beside the image: `-o out`, `--output type=tar,dest=out.tar`, the name of the image. */
function built(call: Call, machine: Machine, { all, value }: Parsed): void {
  for (const text of all('output')) {
    const target = /(?:^|,)dest=([^,]+)/.exec(text)?.[1] ?? (text.includes('=') ? '-' : text);
    const isFile = /(?:^|,)type=(?:tar|oci|docker)\b/.test(text);
    if (target !== '-') machine.write(call, isFile ? target : `${target.replace(/(.)\/+$/, '$1')}/**`, 'output');
  }
  for (const file of [value('iidfile'), value('metadata-file')])
    if (file !== undefined) machine.write(call, file, 'output');
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
    privileged: isPrivileged(parsed),
    mounts: mounts.filter(({ from, isReadOnly }) => !(isReadOnly && PUBLIC_FILE.test(from))),
  });
  const settings = parsed.all('env-file');
  for (const file of settings) machine.read(call, file, 'use');
  for (const file of parsed.all('cidfile')) machine.write(call, file, 'output');
  const entry = parsed.value('entrypoint');
  const words = entry === undefined || entry === '' ? argv : [entry, ...argv];
  if (words.length === 0) return undefined;
  const cwd = parsed.value('workdir') ?? '/';
  return machine.run(call, words, {
    wrapper: call.program,
    place: 'container',
    assignments: environmentIn(parsed),
    mounts,
    scope: { ...withLoaded(machine, inContainer(call), settings), cwd },
  });
}

/** A container has none of the shell's variables. */
function inContainer(call: Call): Call {
  return { ...call, scope: { ...call.scope, vars: new Map(), loaded: [] } };
}

function isPrivileged(parsed: Parsed): boolean {
  return (
    (parsed.has('privileged') && parsed.value('privileged') !== 'false') ||
    parsed.value('pid') === 'host' ||
    parsed.all('cap-add').some((name) => MIGHTY.test(name)) ||
    parsed.all('device').some((device) => WHOLE_DEVICE.test(device))
  );
}

type Mount = { from: string; to: string; isReadOnly: boolean };

function volume(call: Call, machine: Machine, text: string): Mount | undefined {
  const [from = '', to, options = ''] = text.split(':');
  if (to === undefined || !/[/.~]/.test(from)) return undefined;
  const isReadOnly = options.split(',').includes('ro');
  return { from: machine.locate(call, from), to: to.replace(/(.)\/+$/, '$1'), isReadOnly };
}

function bind(call: Call, machine: Machine, text: string): Mount | undefined {
  const fields = new Map(
    text.split(',').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const),
  );
  const from = fields.get('source') ?? fields.get('src');
  const to = fields.get('target') ?? fields.get('dst') ?? fields.get('destination');
  if (fields.get('type') === 'volume' || from === undefined || to === undefined) return undefined;
  const isReadOnly = /(?:^|,)(?:ro|readonly)(?:=true|=1)?(?:,|$)/.test(text);
  return { from: machine.locate(call, from), to, isReadOnly };
}

function inside(call: Call, machine: Machine, words: string[], verb: string): string | undefined {
  if (words[0] !== verb) return undefined;
  const parsed = parseOptions(words.slice(1), EXEC);
  const argv = parsed.operands.slice(1);
  return run(call, machine, argv[0] === '--' ? argv.slice(1) : argv, environmentIn(parsed));
}

/** `-e NAME=value`; a name alone takes the value from here. */
function environmentIn(parsed: Parsed): Map<string, string> {
  return leadingAssignments(parsed.all('env').filter((text) => text.includes('='))).assignments;
}

function run(call: Call, machine: Machine, argv: string[], assignments?: Map<string, string>): string | undefined {
  if (argv.length === 0) return undefined;
  return machine.run(call, argv, {
    wrapper: call.program,
    place: 'container',
    scope: { ...inContainer(call).scope, cwd: null },
    ...(assignments === undefined ? {} : { assignments }),
  });
}

function kubectl(call: Call, machine: Machine): string | undefined {
  const at = call.args.indexOf('--');
  const words = at < 0 ? call.args : call.args.slice(0, at);
  emitPod(call, machine, words);
  if (words.includes('cp')) copy(call, machine, words.slice(words.indexOf('cp') + 1));
  if (!['exec', 'rsh', 'run', 'debug'].some((verb) => words.includes(verb))) return undefined;
  if (at >= 0) return run(call, machine, call.args.slice(at + 1));
  const verb = words.find((word) => word === 'exec' || word === 'rsh');
  return verb === undefined ? undefined : inside(call, machine, words.slice(words.indexOf(verb)), verb);
}

/** `kubectl debug node/x` has the node's disk below /host; `kubectl run --overrides` may ask for anything. */
function emitPod(call: Call, machine: Machine, words: readonly string[]): void {
  const isNode = words.includes('debug') && words.some((word) => /^nodes?\//.test(word));
  const text = words.join(' ');
  const isMighty =
    words.includes('run') &&
    (/--privileged(?:=true)?(?:\s|$)/.test(text) ||
      /"(?:privileged|hostPID|hostIPC)"\s*:\s*true|"hostPath"\s*:\s*\{\s*"path"\s*:\s*"\/(?:etc|root|var)?\/?"/.test(
        text,
      ));
  if (isNode || isMighty) machine.emit(call, { kind: 'container', image: '', privileged: true, mounts: [] });
}

/** containerd's own client: `ctr run [options] image id [command]`. */
function containerd(call: Call, machine: Machine): string | undefined {
  const { operands } = parseOptions(call.args, CTR);
  const words = /^(?:containers?|c|tasks?|t)$/.test(operands[0] ?? '') ? operands.slice(1) : operands;
  if (words[0] === 'exec') return run(call, machine, parseOptions(words.slice(1), CTR_EXEC).operands.slice(1));
  if (words[0] !== 'run' && words[0] !== 'create') return undefined;
  const parsed = parseOptions(words.slice(1), CTR_RUN);
  const mounts = parsed.all('mount').flatMap((text) => bind(call, machine, text) ?? []);
  const image = machine.render(parsed.operands[0] ?? '');
  machine.emit(call, { kind: 'container', image, privileged: isPrivileged(parsed), mounts });
  const argv = parsed.operands.slice(2);
  return argv.length === 0
    ? undefined
    : machine.run(call, argv, {
        wrapper: 'ctr',
        place: 'container',
        mounts,
        scope: { ...inContainer(call).scope, cwd: '/' },
      });
}

/** `docker cp c:/x ./y`: the side without a colon is here. */
function copy(call: Call, machine: Machine, args: string[]): void {
  const [from = '', to = ''] = args.filter((arg) => !arg.startsWith('-'));
  if (!from.includes(':')) machine.read(call, from, 'upload');
  else readElsewhere(call, machine, from.slice(from.indexOf(':') + 1), 'container');
  if (to.includes(':') || to === '-') return;
  const name = from.slice(from.lastIndexOf('/') + 1);
  machine.write(call, to.endsWith('/') || to === '.' ? `${to}/${name}` : to, 'copy');
}
