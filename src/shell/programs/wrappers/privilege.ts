import type { Call, Handler, Machine } from '../../run/machine.ts';
import { defineOptions, parseOptions } from '../options.ts';

const SUDO = defineOptions(
  'u,user= g,group= p,prompt= C,close-from= h,host= T,command-timeout= r,role= t,type= D,chdir= R,chroot= U,other-user= a= c= n,non-interactive E,preserve-env? H,set-home S,stdin i,login s,shell e,edit l,list v,validate k K b A B P V',
  'stop-at-operand',
);
const SU = defineOptions('c,command= s,shell= g,group= G= l,login - p,m,preserve-environment w= P');
const RUNUSER = defineOptions('u,user= c,command= s,shell= g,group= l,login', 'stop-at-operand');
const SIMPLE = defineOptions('u,user= C= a= n s L user= keep-cwd disable-internal-agent', 'stop-at-operand');

/** Running something as somebody else. */
export const privilege: Record<string, Handler> = {
  sudo,
  doas: simple,
  pkexec: simple,
  run0: simple,
  please: simple,
  su: (call, machine) => {
    const parsed = parseOptions(call.args, SU);
    const [user] = parsed.operands.filter((word) => word !== '-');
    machine.emit(call, { kind: 'privilege', program: 'su', user: user ?? 'root' });
    const text = parsed.value('command');
    if (text !== undefined) return machine.script(call, text, { wrapper: 'su' });
    const stdin = call.io.stdin?.text;
    return stdin === undefined ? undefined : machine.script(call, stdin, { wrapper: 'su', stdin: null });
  },
  runuser: (call, machine) => {
    // With -u it runs a command as sudo does, without it text as su does.
    const direct = parseOptions(call.args, RUNUSER);
    const user = direct.value('user');
    const parsed = user === undefined ? parseOptions(call.args, SU) : direct;
    const words = parsed.operands.filter((word) => word !== '-');
    machine.emit(call, { kind: 'privilege', program: 'runuser', user: user ?? words[0] ?? null });
    const text = parsed.value('command');
    if (text !== undefined) return machine.script(call, text, { wrapper: 'runuser' });
    return user === undefined || words.length === 0 ? undefined : machine.run(call, words, { wrapper: 'runuser' });
  },
  sudoedit: (call, machine) => {
    machine.emit(call, { kind: 'privilege', program: 'sudoedit', user: 'root' });
    for (const path of parseOptions(call.args, SUDO).operands) machine.write(call, path, 'editor');
  },
};

function sudo(call: Call, machine: Machine): string | undefined {
  const parsed = parseOptions(call.args, SUDO);
  machine.emit(call, { kind: 'privilege', program: 'sudo', user: parsed.value('user') ?? 'root' });
  const directory = parsed.value('chdir');
  const scope = directory === undefined ? call.scope : { ...call.scope, cwd: known(machine.locate(call, directory)) };
  const { argv, assignments } = leadingAssignments(parsed.operands);
  if (parsed.has('edit')) {
    for (const path of argv) machine.write(call, path, 'editor');
    return '';
  }
  if (argv.length === 0) {
    const stdin = call.io.stdin?.text;
    if (!(parsed.has('shell') || parsed.has('login')) || stdin === undefined) return undefined;
    return machine.script(call, stdin, { wrapper: 'sudo', scope, stdin: null });
  }
  if (parsed.has('list') || parsed.has('validate')) return undefined;
  return machine.run(call, argv, { wrapper: 'sudo', scope, assignments });
}

function simple(call: Call, machine: Machine): string | undefined {
  const parsed = parseOptions(call.args, SIMPLE);
  machine.emit(call, { kind: 'privilege', program: call.program, user: parsed.value('user') ?? 'root' });
  const { argv, assignments } = leadingAssignments(parsed.operands);
  return argv.length === 0 ? undefined : machine.run(call, argv, { wrapper: call.program, assignments });
}

/** `A=1 B=2 cmd` as words. */
export function leadingAssignments(words: string[]): { argv: string[]; assignments: Map<string, string> } {
  const assignments = new Map<string, string>();
  let from = 0;
  for (; from < words.length; from++) {
    const word = words[from] as string;
    const equals = word.indexOf('=');
    if (equals <= 0 || !/^[A-Za-z_]\w*(?:%%|\(\))?$/.test(word.slice(0, equals))) break;
    assignments.set(word.slice(0, equals), word.slice(equals + 1));
  }
  return { argv: words.slice(from), assignments };
}

function known(path: string): string | null {
  return path === '?' ? null : path;
}
