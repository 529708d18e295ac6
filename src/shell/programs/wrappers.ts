import type { Call, Machine } from '../run/machine.ts';
import { defineProgram, type Definition, type Effects } from './support/define-program.ts';
import { launch } from './support/start/launch.ts';
import { defineOptions, operandAt, type Parsed, parseOptions } from './support/options.ts';

/** A program that only starts another one: its names and options, and how many of its words come before the other program. */
type Row = readonly [names: string, options?: string, own?: number];

const HARMLESS: readonly Row[] = [
  ['nice', 'n,adjustment= 0 1 2 3 4 5 6 7 8 9 help'],
  ['ionice', 'c,class= n,classdata= p,pid= P,pgid= u,uid= t,ignore'],
  ['timeout gtimeout', 's,signal= k,kill-after= foreground preserve-status v,verbose help', 1],
  ['stdbuf', 'i,input= o,output= e,error='],
];

const OTHERS: readonly Row[] = [
  ['unbuffer', 'p'],
  ['chrt', 'p,pid= T,sched-runtime= P,sched-period= D,sched-deadline= f r o b i', 1],
  ['taskset', 'c,cpu-list p a', 1],
  ['setsid', 'c f w fork wait ctty'],
  ['caffeinate', 't= w= d i m s u'],
  [
    'unshare',
    'm,mount? u,uts? i,ipc? n,net? p,pid? U,user? r,map-root-user f,fork R,root= w,wd= S,setuid= G,setgid= mount-proc? map-user= map-users= map-group= map-groups= propagation= setgroups= monotonic= boottime=',
  ],
  ['nsenter', 't,target= m,mount? u,uts? i,ipc? n,net? p,pid? U,user? r,root? w,wd? S,setuid= G,setgid= a F'],
  [
    'systemd-run',
    'u,unit= p,property= uid= gid= nice= d,same-dir working-directory= E,setenv= t,pty P,pipe q r slice= on-boot,on-startup,on-unit-active,on-unit-inactive,on-active= on-calendar= description= M,machine= H,host= user scope wait collect service-type= path-property,socket-property,timer-property=',
  ],
  ['ssh-agent', 'a= E= O= P= t= c s k d D'],
  ['systemd-inhibit', 'what= who= why= mode='],
  ['chronic', 'v e'],
  [
    'setpriv',
    'ruid= euid= reuid= rgid= egid= regid= clear-groups keep-groups init-groups groups= pdeathsig= selinux-label= apparmor-profile= landlock-access= landlock-rule= seccomp-filter= ambient-caps= inh-caps= bounding-set= securebits= ptracer= no-new-privs,nnp reset-env d,dump',
  ],
  ['su-exec gosu setuidgid', '', 1],
  ['envdir', 'i', 1],
  ['envchain', 's,set l,list u,unset n,noecho p,require-passphrase P,no-require-passphrase', 1],
  [
    'flatpak-spawn',
    'host watch-bus clear-env env= directory= forward-fd= sandbox expose-pids sandbox-expose= sandbox-expose-ro=',
  ],
  ['tsp', 'n f m d g? L= D= W= E B N= C K k= c? t? i? p? o? s? r? u? w? U= l S? V h'],
  [
    'dbus-launch',
    'exit-with-session exit-with-x11 auto-syntax sh-syntax csh-syntax binary-syntax close-stderr config-file= autolaunch=',
  ],
  ['abduco', 'n c A a f r q e= p', 1],
  ['shx', 'silent noglob'],
  ['chpst', 'u= U= b= e= / = n= l= L= m= d= o= p= f= c= v P 0 1 2 t='],
  ['softlimit', 'm= d= s= l= a= o= p= f= c= r= t='],
  ['sandbox-exec', 'f= n= p= D='],
  ['runcon', 't,type= u,user= r,role= l,range= c,compute'],
  ['proxychains proxychains4', 'q f='],
  ['xcrun', 'sdk= toolchain= v n k r run'],
  ['xvfb-run', 'a n,server-num= s,server-args= e,error-file= f,auth-file= p,xauth-protocol= w,wait='],
  ['faketime', 'f m p= date-prog= exclude-monotonic', 1],
  ['proot', 'r,rootfs= m,b,bind,mount= w,pwd,cwd= 0 q,qemu= v,verbose= k,kernel-release= i,change-id= R= S='],
  [
    'numactl',
    'N,cpunodebind= m,membind= C,physcpubind= i,interleave= preferred= preferred-many= shmmode= length= shmid= shm= file=',
  ],
  [
    'prlimit',
    'p,pid= o,output= n,nofile? u,nproc? c,core? d,data? e,nice? f,fsize? l,memlock? m,rss? s,stack? t,cpu? v,as?',
  ],
  ['cgexec', 'g='],
  ['retry', 't= d= times= delay='],
  ['entr', 'r c d n p s z a'],
  ['arch', 'x86_64 arm64'],
  ['linux32 linux64 i386 x86_64 uname26', 'R,addr-no-randomize v,verbose Z X L B 3,3gb 4gb I S T F'],
  ['busybox', 'help list'],
  ['toybox', 'help'],
  ['tini', 's g v w p= e='],
  ['dumb-init', 'c v r,rewrite='],
  ['cpulimit', 'l,limit= c,cpu= p,pid= e,exe= P,path= z,lazy b,background f,foreground i m v'],
  ['daemonize', 'c= e=> o=> p=> l=> u= E= a v'],
  ['watchexec', 'w,watch= e,exts= f,filter= i,ignore= s,signal= d,debounce= r,restart c n p,postpone shell='],
  // Values of valgrind's and firejail's options are attached.
  [
    'valgrind',
    'log-file?> xml-file?> xtree-memory-file?> xtree-leak-file?> cachegrind-out-file?> callgrind-out-file?> massif-out-file?> dhat-out-file?>',
  ],
  ['firejail', 'output?> output-stderr?> dbus-log?>'],
  ['torify catchsegv wine wine64'],
  ['torsocks', 'u,user= p,pass= a,address= P,port= i,isolate d,debug q,quiet shell on off show'],
  [
    'rlwrap',
    'b,break-chars= C,command-name= D,history-no-dupes= e,extra-char-after-completion= f,file= g,forget-matching= H,history-filename= l,logfile=> M,multi-line-ext= O,only-cook= P,pre-given= q,quote-characters= s,histsize= S,substitute-prompt= t,set-term-name= w,wait-before-prompt= z,filter= a? A? m? p? r c i n N o R u v W',
  ],
  [
    'ccache',
    'evict-older-than= F,max-files= M,max-size= X,recompress= o,set-config= k,get-config= d,dir= config-path= inspect= evict-namespace= trim-dir= trim-max-size= trim-method= checksum-file= extract-result= hash-file= x c C p s z',
  ],
  ['dbus-run-session', 'config-file= dbus-daemon='],
  ['fakeroot', 'l,lib= faked= s=> i= b= u,unknown-is-real'],
  ['builtin nocorrect noglob rtk corepack cross-env'],
];

const SETARCH = defineOptions('+R,addr-no-randomize v,verbose Z X L B 3,3gb 4gb I S T F');

const DTACH = defineOptions('+r= e=');
const ARCHITECTURE =
  /^(?:linux32|linux64|i\d86|x86_64|amd64|arm\w*|aarch64|ppc\w*|s390x?|mips\w*|sparc\w*|riscv\w*|uname26)$/;

export const wrappers: readonly Definition[] = [
  ...HARMLESS.map((row) => defineProgram({ ...definitionOf(row), isHarmlessWrapper: true })),
  ...OTHERS.map((row) => defineProgram(definitionOf(row))),
  defineProgram({
    names: 'ld.so',
    namePattern: /^ld(?:-linux|-musl)?[-\w]*\.so(?:\.\d+)?$/,
    role: 'launcher',
    options: '+library-path= preload= argv0= audit= inhibit-cache list verify glibc-hwcaps-prepend= inhibit-rpath=',
    launches: {},
  }),
  {
    ...wrapper('nohup', 'help version', (call, machine) => {
      if (!call.io.taken) machine.write(call, 'nohup.out', 'output', { append: true });
    }),
    isHarmlessWrapper: true,
  },
  { ...wrapper('time gtime', 'f,format= o,output= p a v V q', writesOutput), isHarmlessWrapper: true },
  defineProgram({
    names: 'coreutils',
    role: 'launcher',
    effects: (call, machine) => {
      // GNU's many programs in one file: the option names the program, and its words follow.
      const [first = '', ...rest] = call.args;
      const name = /^--coreutils-prog(?:-shebang)?=(.+)$/.exec(first)?.[1];
      return name === undefined ? '' : machine.run(call, [name, ...rest], { wrapper: 'coreutils' });
    },
  }),
  defineProgram({
    names: 'logsave',
    role: 'launcher',
    options: '+a s v',
    effects: (call, machine, { has, operands: [log = '', ...argv] }) => {
      machine.write(call, log, 'output', { append: has('a') });
      return argv.length === 0 || argv[0] === '-' ? '' : machine.run(call, argv, { wrapper: 'logsave' });
    },
  }),
  defineProgram({
    names: 'dtach',
    role: 'launcher',
    options: '+r= e= E z n c A N a p R q',
    effects: (call, machine) => {
      // Options stand on both sides of the socket.
      const [, ...rest] = parseOptions(call.args, DTACH).operands;
      const argv = parseOptions(rest, DTACH).operands;
      return argv.length === 0 ? '' : machine.run(call, argv, { wrapper: 'dtach' });
    },
  }),
  defineProgram({
    names: 'setarch',
    role: 'launcher',
    options: SETARCH,
    effects: (call, machine) => {
      // The architecture may be left out, and options stand on both sides of it.
      const from = operandAt(call.args, SETARCH, 0);
      const at = ARCHITECTURE.test(call.args[from] ?? '') ? operandAt(call.args, SETARCH, from + 1) : from;
      return at < call.args.length ? machine.run(call, call.args.slice(at), { wrapper: 'setarch' }) : '';
    },
  }),
  wrapper(
    'strace',
    'e= o,output= p= s= u= a= b= E= P= O= S= I= ff,output-separately f,follow-forks c q t T r v x y z i D k env= attach= user= detach-on= interruptible= trace= signal= status= trace-path= columns= abbrev= verbose= raw= read= silent= silence= decode-pids= kvm= string-limit= X= const-print-style= summary-syscall-overhead= summary-sort-by= U= summary-columns= inject= fault=',
    writesOutput,
  ),
  wrapper(
    'ltrace',
    'e= o,output= p= s= u= n,indent= f c i S a,align= A= D,debug= F= l,library= w,where= x=',
    writesOutput,
  ),
];

function definitionOf([names, options = '', own = 0]: Row): Definition {
  return { names, role: 'launcher', options: `+${options}`, launches: { own } };
}

/** A wrapper that also does something else before it starts the program. */
function wrapper(names: string, text: string, before: Effects): Definition {
  const launcher = { options: defineOptions(`+${text}`), launches: {} };
  return defineProgram({
    names,
    role: 'launcher',
    ...launcher,
    effects: (call, machine, parsed) => {
      before(call, machine, parsed);
      return launch(call, machine, launcher);
    },
  });
}

function writesOutput(call: Call, machine: Machine, { has, value }: Parsed): void {
  const output = value('output');
  // A file for each process, with its number at the end.
  const isPerProcess = has('output-separately') || call.args.includes('-ff');
  if (output !== undefined) machine.write(call, isPerProcess ? `${output}.*` : output, 'output');
}
