import type { Call, Handler, Machine } from '../../run/machine.ts';
import { placesBehind } from '../../files/links.ts';
import { defineOptions, parseOptions } from '../options.ts';
import { baseName } from '../../files/paths.ts';

type Operation = 'kill' | 'power' | 'service' | 'firewall' | 'kernel' | 'account';

/** Programs that change the running system rather than files. */
const SIMPLE: Record<string, Operation> = {
  kill: 'kill',
  pkill: 'kill',
  killall: 'kill',
  xkill: 'kill',
  shutdown: 'power',
  reboot: 'power',
  poweroff: 'power',
  halt: 'power',
  init: 'power',
  telinit: 'power',
  service: 'service',
  initctl: 'service',
  'rc-service': 'service',
  iptables: 'firewall',
  ip6tables: 'firewall',
  nft: 'firewall',
  ufw: 'firewall',
  'firewall-cmd': 'firewall',
  pfctl: 'firewall',
  sysctl: 'kernel',
  modprobe: 'kernel',
  insmod: 'kernel',
  rmmod: 'kernel',
  kexec: 'kernel',
  useradd: 'account',
  userdel: 'account',
  usermod: 'account',
  groupadd: 'account',
  groupdel: 'account',
  passwd: 'account',
  chpasswd: 'account',
  visudo: 'account',
  adduser: 'account',
  deluser: 'account',
};

export const systems: Record<string, Handler> = {
  chmod: permission(1, 'reference= R,recursive v c f'),
  chown: permission(1, 'reference= from= R,recursive h v c f H L P'),
  chgrp: permission(1, 'reference= R,recursive h v c f'),
  chattr: permission(1, 'R,recursive V f v= p='),
  setcap: permission(1, 'r q v n='),
  setfacl: permission(0, 'm,modify= x,remove= M= X= b k R,recursive d n set= restore='),
  xattr: permission(0, 'd= w= r,recursive c'),
  crontab,
  at: deferred,
  batch: deferred,
  systemctl: (call, machine) => {
    const [verb = '', ...units] = call.args.filter((arg) => !arg.startsWith('-'));
    if (/^(enable|link|daemon-reload|edit|reenable|preset)$/.test(verb))
      machine.emit(call, {
        kind: 'persistence',
        what: 'service',
        target: units.map((unit) => machine.render(unit)).join(' '),
      });
    if (/^(start|stop|restart|disable|mask|kill|isolate|reload)$/.test(verb))
      machine.emit(call, {
        kind: 'process',
        operation: 'service',
        target: `${verb} ${units.map((unit) => machine.render(unit)).join(' ')}`,
      });
    if (/^(poweroff|reboot|halt|suspend|hibernate|kexec|rescue|emergency)$/.test(verb))
      machine.emit(call, { kind: 'process', operation: 'power', target: verb });
  },
  launchctl: (call, machine) => {
    const [verb = '', ...rest] = call.args;
    if (/^(load|bootstrap|submit|enable)$/.test(verb))
      machine.emit(call, { kind: 'persistence', what: 'login-item', target: machine.render(rest.at(-1) ?? '') });
  },
  'ssh-keygen': (call, machine) => {
    const parsed = parseOptions(
      call.args,
      defineOptions('t= b= C= f= N= P= m= a= O= I= n= V= s= D= R= F= r= Y= Z= q l e i y p c B L H k'),
    );
    const file = parsed.value('f');
    const only = ['l', 'y', 'e', 'i', 'F', 'R', 'B', 'L'].some((name) => parsed.has(name));
    if (file === undefined) return;
    if (only) {
      machine.read(call, file);
      return;
    }
    machine.write(call, file, 'output');
    if (!parsed.has('p')) machine.write(call, `${file}.pub`, 'output');
  },
  'ssh-copy-id': (call, machine) => {
    machine.emit(call, { kind: 'persistence', what: 'ssh-key', target: machine.render(call.args.at(-1) ?? '') });
  },
};
for (const [program, operation] of Object.entries(SIMPLE)) {
  systems[program] = (call, machine) => {
    const target = call.args.filter((arg) => !arg.startsWith('-')).map((arg) => machine.render(arg));
    machine.emit(call, { kind: 'process', operation, target: target.join(' ') });
  };
}

function permission(own: number, options: string): Handler {
  const spec = defineOptions(options);
  return (call, machine) => {
    // Modes such as -x look like options.
    const args = call.args.map((arg, i) => (own === 1 && i === 0 && /^-[rwxst]+$/.test(arg) ? `mode${arg}` : arg));
    const parsed = parseOptions(args, spec);
    const change = own === 0 || parsed.has('reference') ? '' : (parsed.operands[0] ?? '').replace(/^mode-/, '-');
    // `chmod -R /` lacks its mode; who reads it should still see the path.
    const bare = parsed.operands.length === 1 && parsed.operands[0]?.startsWith('/') === true;
    const paths = parsed.has('reference') || bare ? parsed.operands : parsed.operands.slice(own);
    for (const path of paths.flatMap((one) => [one, ...placesBehind(machine, call, one, true)])) {
      machine.emit(call, {
        kind: 'permission',
        path: machine.locate(call, path),
        raw: machine.render(path),
        change: machine.render(change),
        recursive: parsed.has('recursive'),
      });
    }
    return '';
  };
}

const CRONTAB = defineOptions('u,user= l r i e');

/** The user's table lives in the spool; `-` reads it from standard input. */
function crontab(call: Call, machine: Machine): string | undefined {
  const parsed = parseOptions(call.args, CRONTAB);
  const user = parsed.value('user') ?? baseName(machine.home ?? '');
  const table = `/var/spool/cron/crontabs/${user}`;
  if (parsed.has('l')) return undefined;
  if (parsed.has('r')) {
    machine.remove(call, table, 'other');
    return '';
  }
  const [file] = parsed.operands;
  const text = file === undefined || file === '-' ? call.io.stdin?.text : machine.content(call, file);
  if (file === undefined && text === undefined && !parsed.has('e')) return undefined;
  if (file !== undefined) machine.read(call, file);
  machine.write(call, table, 'output');
  machine.emit(call, { kind: 'persistence', what: 'cron', target: table });
  for (const line of (text ?? '').split('\n')) {
    const job = /^\s*(?:@\w+|(?:[\d*,/a-zA-Z-]+\s+){5})\s*(.+)$/.exec(line)?.[1];
    if (job !== undefined)
      machine.script(call, job, { wrapper: 'crontab', via: 'deferred', stdin: null, capture: false });
  }
  return '';
}

function deferred(call: Call, machine: Machine): string | undefined {
  const parsed = parseOptions(call.args, defineOptions('f= q= t= l d r m v c= M b'));
  if (parsed.has('l') || parsed.has('d') || parsed.has('r')) return undefined;
  const file = parsed.value('f');
  if (file !== undefined) machine.read(call, file, 'script');
  const text = file === undefined ? call.io.stdin?.text : machine.content(call, file);
  machine.emit(call, { kind: 'persistence', what: 'at', target: machine.render(parsed.operands.join(' ')) });
  if (text !== undefined) machine.script(call, text, { wrapper: 'at', via: 'deferred', stdin: null, capture: false });
  return '';
}
