import type { Call, Machine } from '../run/machine.ts';
import { hostOf, localCommand } from './support/files/connect.ts';
import { defineProgram } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';

const OPTIONS =
  '+b= c= D= E= e= F= I= i= J= L= l= m= O= o= p= Q= R= S= W= w= B= 4 6 A a C f G g K k M N n q s T t V v X x Y y';

/** Text run on another machine: followed, but its files are not ours. */
export const ssh = [
  defineProgram({
    names: 'ssh',
    kind: 'network',
    role: 'other',
    options: OPTIONS,
    effects: runRemote,
  }),
  defineProgram({ names: 'autossh', options: OPTIONS, effects: runRemote }),
  defineProgram({
    names: 'mosh',
    options: '+ssh= p= port= predict= server=',
    effects: (call, machine, { operands: [host, ...argv] }) => {
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
];

function runRemote(call: Call, machine: Machine, parsed: Parsed): string | undefined {
  for (const option of parsed.all('o')) localCommand(call, machine, option);
  const key = parsed.value('i');
  if (key !== undefined) machine.read(call, key, 'script');
  const [host, ...words] = parsed.operands;
  machine.emit(call, { kind: 'network', direction: 'connect', host: hostOf(machine, host), url: null });
  if (words.length > 0) return machine.script(call, words.join(' '), { ...away('ssh', call), via: 'wrapper' });
  const stdin = call.io.stdin?.text;
  return stdin === undefined || parsed.has('N')
    ? undefined
    : machine.script(call, stdin, { ...away('ssh', call), stdin: null });
}

function away(wrapper: string, call: Call) {
  return { wrapper, place: 'remote' as const, scope: { ...call.scope, cwd: null, vars: new Map(call.scope.vars) } };
}
