import type { Call, Machine } from '../run/machine.ts';
import { defineProgram, type Definition, type Effects, type Program } from './support/define-program.ts';
import { launch } from './support/start/launch.ts';
import { defineOptions, type Parsed } from './support/options.ts';

/** A program that only starts another one: its names and options, and how many of its words come before the other program. */
type Row = readonly [names: string, options?: string, own?: number];

const HARMLESS: readonly Row[] = [
  ['nice', 'n,adjustment= 0 1 2 3 4 5 6 7 8 9 help'],
  ['ionice', 'c,class= n,classdata= p,pid= t'],
  ['timeout gtimeout', 's,signal= k,kill-after= foreground preserve-status v,verbose help', 1],
  ['stdbuf', 'i,input= o,output= e,error='],
];

const OTHERS: readonly Row[] = [
  ['unbuffer', 'p'],
  ['chrt', 'p,pid= T= P= D= f r o b i', 1],
  ['taskset', 'c,cpu-list p a', 1],
  ['setsid', 'c f w fork wait ctty'],
  ['caffeinate', 't= w= d i m s u'],
  ['ltrace', 'e= o= p= s= u= n= f c i S'],
  [
    'unshare',
    'm,mount? u,uts? i,ipc? n,net? p,pid? U,user? r,map-root-user f,fork R,root= w,wd= S,setuid= G,setgid= mount-proc?',
  ],
  ['nsenter', 't,target= m,mount? u,uts? i,ipc? n,net? p,pid? U,user? r,root? w,wd? S,setuid= G,setgid= a F'],
  [
    'systemd-run',
    'u,unit= p,property= uid= gid= nice= d,same-dir working-directory= E,setenv= t,pty P,pipe q r slice= on-active= on-calendar= description= M,machine= H,host= user scope wait collect',
  ],
  ['systemd-inhibit', 'what= who= why= mode='],
  ['chronic', 'v e'],
  ['setpriv', 'reuid= regid= clear-groups init-groups'],
  ['su-exec gosu setuidgid', '', 1],
  ['envdir', 'i', 1],
  ['flatpak-spawn', 'host watch-bus clear-env env= directory= forward-fd= sandbox expose-pids'],
  ['dtach', 'n c A N a p E z r= e= R', 1],
  ['abduco', 'n c A a f r q e= p', 1],
  ['shx', 'silent noglob'],
  ['chpst', 'u= U= b= e= / = n= l= L= m= d= o= p= f= c= v P 0 1 2'],
  ['softlimit', 'm= d= s= l= a= o= p= f= c= r= t='],
  ['sandbox-exec', 'f= n= p= D='],
  ['runcon', 't,type= u,user= r,role= l,range= c,compute'],
  ['proxychains proxychains4', 'q f='],
  ['xcrun', 'sdk= toolchain= v n k r run'],
  ['xvfb-run', 'a n= s= e='],
  ['faketime', 'f', 1],
  ['proot', 'r= b= w= 0'],
  ['numactl', 'N= m= C= i='],
  ['prlimit', 'p= n= u='],
  ['cgexec', 'g='],
  ['retry', 't= d= times= delay='],
  ['entr', 'r c d n p s z a'],
  ['arch', 'x86_64 arm64'],
  ['setarch', 'R', 1],
  ['busybox', 'help list'],
  ['toybox', 'help'],
  ['coreutils', 'coreutils-prog='],
  ['env-cmd', 'f,file= e,environments='],
  ['tini', 's g v w p= e='],
  ['dumb-init', 'c v r,rewrite='],
  ['cpulimit', 'l,limit= c,cpu= p,pid= e,exe= P,path= z,lazy b,background f,foreground i m v'],
  ['daemonize', 'c= e= o= p= l= u= E= a v'],
  ['watchexec', 'w,watch= e,exts= f,filter= i,ignore= s,signal= d,debounce= r,restart c n p,postpone shell='],
  ['valgrind ts rlwrap firejail torsocks torify ccache dbus-run-session fakeroot catchsegv linux32 linux64'],
  ['builtin nocorrect noglob rtk corepack cross-env'],
];

export const wrappers: readonly Program[] = [
  ...HARMLESS.map((row) => defineProgram({ ...definitionOf(row), isHarmlessWrapper: true })),
  ...OTHERS.map((row) => defineProgram(definitionOf(row))),
  defineProgram({
    names: 'ld.so',
    namePattern: /^ld(?:-linux|-musl)?[-\w]*\.so(?:\.\d+)?$/,
    role: 'launcher',
    options: '+library-path= preload= argv0= audit= inhibit-cache list verify glibc-hwcaps-prepend=',
    launches: {},
  }),
  {
    ...wrapper('nohup', 'help version', (call, machine) => {
      if (!call.io.taken) machine.write(call, 'nohup.out', 'output', { append: true });
    }),
    isHarmlessWrapper: true,
  },
  { ...wrapper('time gtime', 'f,format= o,output= p a v V q', writesOutput), isHarmlessWrapper: true },
  wrapper('strace', 'e= o,output= p= s= u= a= b= E= P= O= S= I= f c q t T r v x y z i D k', writesOutput),
];

function definitionOf([names, options = '', own = 0]: Row): Definition {
  return { names, role: 'launcher', options: `+${options}`, launches: { own } };
}

/** A wrapper that also does something else before it starts the program. */
function wrapper(names: string, text: string, before: Effects): Program {
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

function writesOutput(call: Call, machine: Machine, { value }: Parsed): void {
  const output = value('output');
  if (output !== undefined) machine.write(call, output, 'output');
}
