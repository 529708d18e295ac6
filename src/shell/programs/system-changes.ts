import { defineProgram, type Program, type Definition } from './support/define-program.ts';

/** Programs that change the running system rather than files. */
export const systemChanges = [
  change('kill', 'kill', { options: 's,signal= l,list' }),
  change('pkill', 'kill', {
    options: 'u,euid= U,uid= g,pgroup= G,group= P,parent= s,session= t,terminal= signal=',
    hidesValues: true,
  }),
  change('killall', 'kill', { options: 'u,user= s,signal= y,younger-than= o,older-than=', hidesValues: true }),
  change('xkill', 'kill'),
  change('shutdown reboot poweroff halt init telinit', 'power'),
  change('service initctl rc-service', 'service'),
  change('iptables ip6tables nft ufw firewall-cmd pfctl', 'firewall'),
  change('sysctl modprobe insmod rmmod kexec', 'kernel'),
  change('useradd userdel usermod groupadd groupdel passwd chpasswd visudo adduser deluser', 'account'),
];

type Operation = 'kill' | 'power' | 'service' | 'firewall' | 'kernel' | 'account';

function change(names: string, operation: Operation, more: Partial<Definition> = {}): Program {
  return defineProgram({
    names,
    ...more,
    effects: (call, machine) => {
      const target = call.args.filter((arg) => !arg.startsWith('-')).map((arg) => machine.render(arg));
      machine.emit(call, { kind: 'process', operation, target: target.join(' ') });
    },
  });
}
