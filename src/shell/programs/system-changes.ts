import type { Call, Machine } from '../run/machine.ts';
import { defineProgram, type Definition } from './support/define-program.ts';

/** Programs that change the running system rather than files. */
export const systemChanges = [
  defineProgram({ names: 'kill', options: 's,signal= q,queue= l,list? L,table n= p', effects: kill }),
  change('pkill', 'kill', {
    options:
      'u,euid= U,uid= g,pgroup= G,group= P,parent= s,session= t,terminal= signal= d,delimiter= O,older= F,pidfile= ns= q,queue=',
    hidesValues: true,
    looks: /^(?:.* )?(?:-0|--signal[= ]0)(?: .*)?$/,
  }),
  change('killall', 'kill', {
    options: 'u,user= s,signal= y,younger-than= o,older-than=',
    hidesValues: true,
    looks: /^(?:.* )?(?:-0|-s ?0|--signal[= ]0)(?: .*)?$|^(?:-l|--list)$/,
  }),
  change('xkill', 'kill', { options: 'display= id= button= frame all' }),
  change('shutdown reboot poweroff halt init telinit', 'power'),
  change('service initctl rc-service', 'service'),
  change('iptables ip6tables nft ufw firewall-cmd pfctl', 'firewall'),
  change('sysctl', 'kernel', { options: 'p,load? r,pattern= w,write a,all n,values N,names' }),
  change('modprobe insmod rmmod kexec', 'kernel'),
  change('usermod', 'account', {
    options:
      'c,comment= d,home= e,expiredate= f,inactive= g,gid= G,groups= l,login= p,password= R,root= P,prefix= s,shell= u,uid= v,add-subuids= V,del-subuids= w,add-subgids= W,del-subgids= Z,selinux-user= a,append b,badname m,move-home o,non-unique L,lock U,unlock',
  }),
  change('useradd', 'account', {
    options:
      'b,base-dir= c,comment= d,home-dir= e,expiredate= f,inactive= g,gid= G,groups= k,skel= K,key= p,password= R,root= P,prefix= s,shell= u,uid= Z,selinux-user= l,no-log-init m,create-home M,no-create-home r,system D,defaults',
    // Alone it prints the defaults; with more it changes them.
    looks: /^(?:-D|--defaults)$/,
  }),
  change('userdel groupdel', 'account', { options: 'R,root= P,prefix= f,force r,remove' }),
  change('groupadd', 'account', { options: 'g,gid= K,key= p,password= R,root= P,prefix= U,users= f,force r,system' }),
  change('passwd chpasswd', 'account', {
    options:
      'i,inactive= n,mindays= r,repository= R,root= w,warndays= x,maxdays= c,crypt-method= s,sha-rounds= d,delete l,lock u,unlock e,expire S,status',
  }),
  change('adduser addgroup', 'account', {
    options: 'comment= conf= firstuid= lastuid= firstgid= lastgid= gid= home= ingroup= shell= uid= system group',
  }),
  change('deluser delgroup', 'account', { options: 'backup-suffix= conf= backup-to= remove-home remove-all-files' }),
  change('chage', 'account', {
    options:
      'd,lastday= E,expiredate= I,inactive= m,mindays= M,maxdays= R,root= P,prefix= W,warndays= i,iso8601 l,list h,help',
  }),
  change('vipw vigr newusers groupmod chgpasswd', 'account', {
    options: 'R,root= P,prefix= g,gid= n,new-name= p,password=',
  }),
  change('visudo', 'account', { options: 'f,file= x,export= c,check q,quiet s,strict' }),
];

type Operation = 'kill' | 'power' | 'service' | 'firewall' | 'kernel' | 'account';

/** `looks` fits the arguments, joined by spaces, with which it changes nothing: signal 0 only asks whether a process is there. */
type More = Partial<Definition> & { looks?: RegExp };

function change(names: string, operation: Operation, { looks, ...more }: More = {}): Definition {
  return defineProgram({
    names,
    ...more,
    effects: (call, machine, { operands }) => {
      if (looks?.test(call.args.join(' ')) === true) return;
      const target = operands.map((word) => machine.render(word)).join(' ');
      machine.emit(call, { kind: 'process', operation, target });
    },
  });
}

/** `-9`, `-KILL`, `-s KILL` and `-n 9` name the signal; after it `-1` is every process. Signal 0 only asks whether a process is there. */
function kill(call: Call, machine: Machine): void {
  let signal: string | undefined;
  let at = 0;
  for (; at < call.args.length; at++) {
    const arg = call.args[at] ?? '';
    if (/^-(?:l|L|-list|-table)/.test(arg)) return;
    if (/^(?:-[snq]|--signal|--queue)$/.test(arg)) signal = call.args[++at] ?? '';
    else if (/^--(?:signal|queue)=/.test(arg)) signal = arg.slice(arg.indexOf('=') + 1);
    else if (arg === '--') at++;
    else if (signal === undefined && arg.startsWith('-')) signal = arg.slice(1);
    else break;
    if (arg === '--') break;
  }
  const target = call.args
    .slice(at)
    .filter((arg) => arg !== '--')
    .map((word) => machine.render(word))
    .join(' ');
  if (signal !== '0' && target !== '') machine.emit(call, { kind: 'process', operation: 'kill', target });
}
