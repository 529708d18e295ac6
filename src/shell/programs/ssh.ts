import { hasUnknown } from '../expand/unknown.ts';
import type { Call, Machine } from '../run/machine.ts';
import { connect, hostOf } from './support/files/connect.ts';
import { defineProgram } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';
import { useSshOptions } from './support/start/ssh-options.ts';

const OPTIONS =
  '+b= c= D= E=> e= F= I= i= J= L= l= m= O= o= p= Q= R= S= W= w= B= 4 6 A a C f G g K k M N n q s T t V v X x Y y';

/** Text run on another machine: followed, but its files are not ours. */
export const ssh = [
  defineProgram({
    names: 'ssh',
    kind: 'network',
    role: 'other',
    options: OPTIONS,
    effects: runRemote,
  }),
  defineProgram({ names: 'autossh', options: OPTIONS.replace(' M ', ' M= '), effects: runRemote }),
  defineProgram({
    names: 'mosh',
    options: '+ssh= p= port= predict= server= client= family= bind-server= experimental-remote-ip=',
    effects: (call, machine, { operands: [host, ...argv], value }) => {
      const ssh = value('ssh');
      if (ssh !== undefined) machine.script(call, ssh, { wrapper: 'mosh', via: 'option', stdin: null, capture: false });
      machine.emit(call, { kind: 'network', direction: 'connect', host: hostOf(machine, host), url: null });
      return argv.length === 0 ? undefined : machine.run(call, argv, away('mosh', call));
    },
  }),
  defineProgram({
    names: 'sshpass',
    options: '+p= f= d= P= e v',
    effects: (call, machine, { operands }) =>
      operands.length === 0 ? undefined : machine.run(call, operands, { wrapper: 'sshpass' }),
  }),
  // The same command on many machines.
  defineProgram({
    names: 'pdsh pssh parallel-ssh dsh clush mussh',
    options:
      '+w= h,hosts= H,host= l,user= p,par= t,timeout= o,outdir= e,errdir= g= x= X= m= M= f= n= u= O= c= a i P v b d q S',
    effects: (call, machine, { operands, value }) => {
      machine.emit(call, { kind: 'network', direction: 'connect', host: null, url: null });
      const text = value('c') ?? operands.join(' ');
      return text === '' ? undefined : machine.script(call, text, { ...away(call.program, call), via: 'wrapper' });
    },
  }),
  defineProgram({
    names: 'ssh-copy-id',
    options: 'i= p= o= F= t= f n s x h',
    effects: (call, machine, parsed) => {
      useSshOptions(call, machine, parsed);
      // -n prints which keys it would leave.
      if (parsed.has('n')) return;
      machine.emit(call, { kind: 'persistence', what: 'ssh-key', target: machine.render(parsed.operands[0] ?? '') });
    },
  }),
  defineProgram({
    names: 'sshfs',
    options: 'o= p= F= f d s C h V 1',
    effects: (call, machine, parsed) => {
      useSshOptions(call, machine, parsed);
      connect(call, machine, 'connect', parsed.operands[0] ?? '');
    },
  }),
];

function runRemote(call: Call, machine: Machine, parsed: Parsed): string | undefined {
  useSshOptions(call, machine, parsed);
  const [host, ...words] = parsed.operands;
  machine.emit(call, { kind: 'network', direction: 'connect', host: hostOf(machine, host), url: null });
  if (words.length > 0) {
    const printed = machine.script(call, words.join(' '), { ...away('ssh', call), via: 'wrapper' });
    return hasUnknown(printed) ? machine.unknown(`$(ssh ${machine.render(host ?? '')})`, 'network') : printed;
  }
  const stdin = call.io.stdin?.text;
  return stdin === undefined || parsed.has('N')
    ? undefined
    : machine.script(call, stdin, { ...away('ssh', call), stdin: null });
}

function away(wrapper: string, call: Call) {
  return {
    wrapper,
    place: 'remote' as const,
    scope: { ...call.scope, cwd: null, loaded: [], vars: new Map(call.scope.vars) },
  };
}
