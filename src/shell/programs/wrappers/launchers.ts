import type { Call, Handler, Machine } from '../../run/machine.ts';
import { defineOptions, parseOptions, type Spec } from '../options.ts';

/** Programs that only start another one: their options, and how many words of their own stand before it. */
const LAUNCHERS: Record<string, { options: string; own?: number }> = {
  nohup: { options: 'help version' },
  nice: { options: 'n,adjustment= 0 1 2 3 4 5 6 7 8 9 help' },
  ionice: { options: 'c,class= n,classdata= p,pid= t' },
  chrt: { options: 'p,pid= T= P= D= f r o b i', own: 1 },
  taskset: { options: 'c,cpu-list p a', own: 1 },
  timeout: { options: 's,signal= k,kill-after= foreground preserve-status v,verbose help', own: 1 },
  gtimeout: { options: 's,signal= k,kill-after= foreground preserve-status', own: 1 },
  time: { options: 'f,format= o,output= p a v V q' },
  gtime: { options: 'f,format= o,output= p a v' },
  stdbuf: { options: 'i,input= o,output= e,error=' },
  unbuffer: { options: 'p' },
  setsid: { options: 'c f w fork wait ctty' },
  caffeinate: { options: 't= w= d i m s u' },
  strace: { options: 'e= o= p= s= u= a= b= E= P= O= S= I= f c q t T r v x y z i D k' },
  ltrace: { options: 'e= o= p= s= u= n= f c i S' },
  perf: { options: '', own: 1 },
  valgrind: { options: '' },
  unshare: {
    options:
      'm,mount? u,uts? i,ipc? n,net? p,pid? U,user? r,map-root-user f,fork R,root= w,wd= S,setuid= G,setgid= mount-proc?',
  },
  nsenter: { options: 't,target= m,mount? u,uts? i,ipc? n,net? p,pid? U,user? r,root? w,wd? S,setuid= G,setgid= a F' },
  'systemd-run': {
    options:
      'u,unit= p,property= uid= gid= nice= d,same-dir working-directory= E,setenv= t,pty P,pipe q r slice= on-active= on-calendar= description= M,machine= H,host= user scope wait collect',
  },
  'systemd-inhibit': { options: 'what= who= why= mode=' },
  flock: { options: 's x u n,nonblock w,timeout= E= o c=', own: 1 },
  chronic: { options: 'v e' },
  ts: { options: '' },
  rlwrap: { options: '' },
  firejail: { options: '' },
  setpriv: { options: 'reuid= regid= clear-groups init-groups' },
  'su-exec': { options: '', own: 1 },
  gosu: { options: '', own: 1 },
  'ld.so': { options: 'library-path= preload= argv0= audit= inhibit-cache list verify glibc-hwcaps-prepend=' },
  'flatpak-spawn': { options: 'host watch-bus clear-env env= directory= forward-fd= sandbox expose-pids' },
  dtach: { options: 'n c A N a p E z r= e= R', own: 1 },
  abduco: { options: 'n c A a f r q e= p', own: 1 },
  shx: { options: 'silent noglob' },
  chpst: { options: 'u= U= b= e= / = n= l= L= m= d= o= p= f= c= v P 0 1 2' },
  softlimit: { options: 'm= d= s= l= a= o= p= f= c= r= t=' },
  setuidgid: { options: '', own: 1 },
  envdir: { options: 'i', own: 1 },
  'sandbox-exec': { options: 'f= n= p= D=' },
  runcon: { options: 't,type= u,user= r,role= l,range= c,compute' },
  torsocks: { options: '' },
  torify: { options: '' },
  proxychains: { options: 'q f=' },
  proxychains4: { options: 'q f=' },
  ccache: { options: '' },
  xcrun: { options: 'sdk= toolchain= v n k r run' },
  'xvfb-run': { options: 'a n= s= e=' },
  'dbus-run-session': { options: '' },
  faketime: { options: 'f', own: 1 },
  proot: { options: 'r= b= w= 0' },
  fakeroot: { options: '' },
  numactl: { options: 'N= m= C= i=' },
  prlimit: { options: 'p= n= u=' },
  cgexec: { options: 'g=' },
  retry: { options: 't= d= times= delay=' },
  entr: { options: 'r c d n p s z a' },
  dotenv: { options: 'f,file= e,env= c' },
  dotenvx: { options: 'f=', own: 1 },
  direnv: { options: '', own: 2 },
  doppler: { options: '', own: 1 },
  'aws-vault': { options: '', own: 2 },
  catchsegv: { options: '' },
  arch: { options: 'x86_64 arm64' },
  setarch: { options: 'R', own: 1 },
  linux32: { options: '' },
  linux64: { options: '' },
  busybox: { options: 'help list' },
  toybox: { options: 'help' },
  coreutils: { options: 'coreutils-prog=' },
  builtin: { options: '' },
  nocorrect: { options: '' },
  noglob: { options: '' },
  rtk: { options: '' },
  mise: { options: '', own: 1 },
  poetry: { options: 'C=', own: 1 },
  pipenv: { options: '', own: 1 },
  uv: {
    options: 'with= p,python= project= directory= extra= group= package= env-file= index= w= no-sync isolated',
    own: 1,
  },
  rye: { options: '', own: 1 },
  hatch: { options: '', own: 1 },
  bundle: { options: '', own: 1 },
  conda: { options: 'n,name= p,prefix= no-capture-output', own: 1 },
  pdm: { options: '', own: 1 },
  micromamba: { options: 'n,name= p,prefix=', own: 1 },
  pixi: { options: 'e,environment= manifest-path=', own: 1 },
  devbox: { options: 'c,config= e,env=', own: 1 },
  op: { options: 'env-file= no-masking', own: 1 },
  infisical: { options: 'env= path= projectId=', own: 1 },
  chamber: { options: '', own: 2 },
  corepack: { options: '' },
  'cross-env': { options: '' },
  'env-cmd': { options: 'f,file= e,environments=' },
  tini: { options: 's g v w p= e=' },
  'dumb-init': { options: 'c v r,rewrite=' },
  cpulimit: { options: 'l,limit= c,cpu= p,pid= e,exe= P,path= z,lazy b,background f,foreground i m v' },
  daemonize: { options: 'c= e= o= p= l= u= E= a v' },
  watchexec: { options: 'w,watch= e,exts= f,filter= i,ignore= s,signal= d,debounce= r,restart c n p,postpone shell=' },
};

/** For tools that are only a launcher in one of their subcommands: `poetry run`, `bundle exec`. */
const LAUNCHING_WORDS = new Set(['run', 'exec', 'x', 'stat', 'record']);
const SUBCOMMANDED = new Set([
  'perf',
  'dotenvx',
  'direnv',
  'doppler',
  'aws-vault',
  'mise',
  'poetry',
  'pipenv',
  'uv',
  'rye',
  'hatch',
  'bundle',
  'conda',
  'pdm',
  'micromamba',
  'pixi',
  'devbox',
  'op',
  'infisical',
  'chamber',
]);

export const launchers: Record<string, Handler> = {};
for (const [program, { options, own = 0 }] of Object.entries(LAUNCHERS)) {
  launchers[program] = launcher(defineOptions(options, 'stop-at-operand'), own);
}
launchers['command'] = command;
launchers['exec'] = exec;
launchers['watch'] = joined('n,interval= d,differences? t,no-title b e g c x,exec p q=', 'x');
launchers['chroot'] = chroot;
launchers['concurrently'] = texts('n,names= c,prefix-colors= p,prefix= m,max-processes= k,kill-others r,raw g,group');
launchers['hyperfine'] = texts(
  'w,warmup= r,runs= m,min-runs= M,max-runs= p,prepare= c,cleanup= s,setup= S,shell= n,command-name= i N export-json= export-markdown= P= L=',
  ['prepare', 'cleanup', 'setup'],
);
launchers['nodemon'] = texts('x,exec= w,watch= e,ext= i,ignore= d,delay= q,quiet', ['exec'], 'options-only');
launchers['nix-shell'] = texts('run= command= p,packages A,attr= pure', ['run', 'command'], 'options-only');
launchers['sg'] = texts('c=', ['c'], 'options-only');
launchers['nix'] = (call, machine) => {
  const at = call.args.findIndex((arg) => arg === '-c' || arg === '--command');
  return at < 0 ? undefined : machine.run(call, call.args.slice(at + 1), { wrapper: 'nix' });
};
launchers['script'] = script;
launchers['bwrap'] = bwrap;
launchers['capsh'] = (call, machine) => {
  const at = call.args.findIndex((arg) => arg === '--' || arg === '==');
  return at < 0 ? undefined : machine.run(call, ['bash', ...call.args.slice(at + 1)], { wrapper: 'capsh' });
};
launchers['ip'] = (call, machine) => {
  const at = call.args.indexOf('exec');
  const isExec = at > 0 && /^(?:netns|net|vrf)$/.test(call.args[at - 1] ?? '');
  return isExec ? machine.run(call, call.args.slice(at + 2), { wrapper: 'ip' }) : undefined;
};

function launcher(spec: Spec, own: number): Handler {
  return (call, machine) => {
    if (call.program === 'nohup' && !call.io.taken) machine.write(call, 'nohup.out', 'output', { append: true });
    if (SUBCOMMANDED.has(call.program) && !LAUNCHING_WORDS.has(call.args[0] ?? '')) return undefined;
    const parsed = parseOptions(subcommandFirst(call), spec);
    if (parsed.has('help')) return '';
    const flockText = call.program === 'flock' ? parsed.value('c') : undefined;
    if (flockText !== undefined) return machine.script(call, flockText, { wrapper: call.program });
    const output =
      call.program === 'time' || call.program === 'strace' ? (parsed.value('output') ?? parsed.value('o')) : undefined;
    if (output !== undefined) machine.write(call, output, 'output');
    const skipped = SUBCOMMANDED.has(call.program) ? own - 1 : own;
    const skippable = call.program === 'dotenv' && parsed.operands[0] === 'run' ? 1 : skipped;
    const words = parsed.operands.slice(skippable);
    const argv = withoutAssignments(words[0] === '--' ? words.slice(1) : words);
    if (call.program === 'flock' && argv[0] === '-c')
      return machine.script(call, argv[1] ?? '', { wrapper: call.program });
    return argv.length === 0 ? '' : machine.run(call, argv, { wrapper: call.program });
  };
}

function subcommandFirst(call: Call): string[] {
  return SUBCOMMANDED.has(call.program) ? call.args.slice(1) : call.args;
}

/** bundled `nice -10 A=1 cmd` does not set variables, but `time A=1 cmd` and doppler do. */
function withoutAssignments(argv: string[]): string[] {
  let from = 0;
  while (/^[A-Za-z_]\w*=/.test(argv[from] ?? '')) from++;
  return from < argv.length ? argv.slice(from) : argv;
}

const COMMAND = defineOptions('p v V', 'stop-at-operand');

/** `command -v x` only looks x up. */
function command(call: Call, machine: Machine): string | undefined {
  const parsed = parseOptions(call.args, COMMAND);
  if (parsed.has('v') || parsed.has('V')) return `${parsed.operands[0] ?? ''}\n`;
  return parsed.operands.length === 0 ? '' : machine.run(call, parsed.operands, { wrapper: 'command' });
}

const EXEC = defineOptions('a= c l', 'stop-at-operand');

function exec(call: Call, machine: Machine): string {
  const { operands } = parseOptions(call.args, EXEC);
  return operands.length === 0 ? '' : machine.run(call, operands, { wrapper: 'exec' });
}

/** The words are joined and given to a shell, unless an option says otherwise. */
function joined(options: string, direct: string): Handler {
  const spec = defineOptions(options, 'stop-at-operand');
  return (call, machine) => {
    const parsed = parseOptions(call.args, spec);
    if (parsed.operands.length === 0) return '';
    if (parsed.has('exec') || parsed.has(direct) || parsed.operands.length > 1)
      return machine.run(call, parsed.operands, { wrapper: call.program });
    return machine.script(call, parsed.operands.join(' '), { wrapper: call.program });
  };
}

/** Options, and operands unless told otherwise, are texts for a shell. */
function texts(
  options: string,
  given: string[] = [],
  operands: 'operands-too' | 'options-only' = 'operands-too',
): Handler {
  const spec = defineOptions(options);
  return (call, machine) => {
    const parsed = parseOptions(call.args, spec);
    const all = [...given.flatMap((name) => parsed.all(name)), ...(operands === 'operands-too' ? parsed.operands : [])];
    for (const text of all) machine.script(call, text, { wrapper: call.program, stdin: null, capture: false });
    return undefined;
  };
}

const CHROOT = defineOptions('userspec= groups= skip-chdir', 'stop-at-operand');

function chroot(call: Call, machine: Machine): string {
  const [root = '/', ...argv] = parseOptions(call.args, CHROOT).operands;
  machine.emit(call, { kind: 'privilege', program: 'chroot', user: null });
  const from = machine.locate(call, root);
  if (argv.length === 0) return '';
  if (from === '/') return machine.run(call, argv, { wrapper: 'chroot' });
  return machine.run(call, argv, {
    wrapper: 'chroot',
    place: 'container',
    mounts: [{ from, to: '/' }],
    scope: { ...call.scope, cwd: '/' },
  });
}

/** Options of bwrap that take two values; most others take one, and all are written out. */
const TWO = /^--(?:(?:ro-|dev-)?bind(?:-try|-data)?|ro-bind-data|symlink|setenv|file|chmod|perms-file)$/;
const NONE = /^--(?:unshare-\S*|share-net|die-with-parent|new-session|clearenv|as-pid-1|disable-userns|help|version)$/;

function bwrap(call: Call, machine: Machine): string {
  let at = 0;
  while (call.args[at]?.startsWith('--') === true && call.args[at] !== '--') {
    const option = call.args[at] ?? '';
    at += TWO.test(option) ? 3 : NONE.test(option) ? 1 : 2;
  }
  const argv = call.args.slice(call.args[at] === '--' ? at + 1 : at);
  return argv.length === 0 ? '' : machine.run(call, argv, { wrapper: 'bwrap' });
}

const SCRIPT = defineOptions('c,command= q,quiet a,append f,flush e,return t? O,log-out= I= B= E= m=');

/** Linux: `script -c 'cmd' file`; BSD: `script file cmd…`. */
function script(call: Call, machine: Machine): string {
  const parsed = parseOptions(call.args, SCRIPT);
  const text = parsed.value('command');
  const [file = 'typescript', ...argv] = parsed.operands;
  machine.write(call, parsed.value('log-out') ?? file, 'output', { append: parsed.has('append') });
  if (text !== undefined) return machine.script(call, text, { wrapper: 'script' });
  return argv.length === 0 ? '' : machine.run(call, argv, { wrapper: 'script' });
}
