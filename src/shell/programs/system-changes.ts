import { defineProgram, type Program } from './support/define-program.ts';

/** Programs that change the running system rather than files. */
export const systemChanges = [
  change('kill', 'kill', 's,signal= l,list'),
  change('pkill killall xkill', 'kill'),
  change('shutdown reboot poweroff halt init telinit', 'power'),
  change('service initctl rc-service', 'service'),
  change('iptables ip6tables nft ufw firewall-cmd pfctl', 'firewall'),
  change('sysctl modprobe insmod rmmod kexec', 'kernel'),
  change('useradd userdel usermod groupadd groupdel passwd chpasswd visudo adduser deluser', 'account'),
];

type Operation = 'kill' | 'power' | 'service' | 'firewall' | 'kernel' | 'account';

function change(names: string, operation: Operation, options = ''): Program {
  return defineProgram({
    names,
    options,
    effects: (call, machine) => {
      const target = call.args.filter((arg) => !arg.startsWith('-')).map((arg) => machine.render(arg));
      machine.emit(call, { kind: 'process', operation, target: target.join(' ') });
    },
  });
}
