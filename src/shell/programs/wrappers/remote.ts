import type { Call, Handler, Machine } from '../../run/machine.ts';
import { defineOptions, parseOptions } from '../options.ts';

const SSH = defineOptions(
  'b= c= D= E= e= F= I= i= J= L= l= m= O= o= p= Q= R= S= W= w= B= 4 6 A a C f G g K k M N n q s T t V v X x Y y',
  'stop-at-operand',
);
const MOSH = defineOptions('ssh= p= port= predict= server=', 'stop-at-operand');

/** Text run on another machine: followed, but its files are not ours. */
export const remote: Record<string, Handler> = {
  ssh,
  mosh: (call, machine) => {
    const [host, ...argv] = parseOptions(call.args, MOSH).operands;
    machine.emit(call, { kind: 'network', direction: 'connect', host: hostOf(machine, host), url: null });
    return argv.length === 0 ? undefined : machine.run(call, argv, away('mosh', call));
  },
  autossh: ssh,
  sshpass: (call, machine) => {
    const { operands } = parseOptions(call.args, defineOptions('p= f= d= P= e v', 'stop-at-operand'));
    return operands.length === 0 ? undefined : machine.run(call, operands, { wrapper: 'sshpass' });
  },
};

function ssh(call: Call, machine: Machine): string | undefined {
  const parsed = parseOptions(call.args, SSH);
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

/** ProxyCommand and LocalCommand run here, not there. */
export function localCommand(call: Call, machine: Machine, option: string): void {
  const match = /^\s*(ProxyCommand|LocalCommand|KnownHostsCommand|Match\s+exec)\s*[= ]\s*(.*)$/is.exec(option);
  if (match !== null && match[2] !== 'none')
    machine.script(call, match[2] ?? '', { wrapper: call.program, via: 'option' });
}

function away(wrapper: string, call: Call) {
  return { wrapper, place: 'remote' as const, scope: { ...call.scope, cwd: null, vars: new Map(call.scope.vars) } };
}

export function hostOf(machine: Machine, word: string | undefined): string | null {
  if (word === undefined) return null;
  const text = machine.render(word).replace(/^[a-z]+:\/\//, '');
  const host = text.slice(text.indexOf('@') + 1).replace(/[:/].*$/, '');
  return host === '' || host.includes('$') ? null : host;
}
