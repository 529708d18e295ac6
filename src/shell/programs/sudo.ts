import { tildeText } from '../expand/tilde.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import { defineOptions, type Parsed, parseOptions } from './support/options.ts';
import { leadingAssignments } from './support/start/split-string.ts';

const SUDO = defineOptions(
  '+u,user= g,group= p,prompt= C,close-from= h,host= T,command-timeout= r,role= t,type= D,chdir= R,chroot= U,other-user= a= c= n,non-interactive E,preserve-env? H,set-home S,stdin i,login s,shell e,edit l,list v,validate k K b A B P V',
);

const SU = defineOptions(
  'c,command= s,shell= g,group= G,supp-group= l,login - p,m,preserve-environment w,whitelist-environment= P session-command=',
);

const SIMPLE = defineOptions('+u,user= C= a= n s L user= keep-cwd disable-internal-agent');

/** Running something as somebody else. */
export const sudo = [
  defineProgram({ names: 'sudo', kind: 'privilege', options: SUDO, effects: runSudo }),
  defineProgram({
    names: 'sudoedit',
    kind: 'privilege',
    options: SUDO,
    effects: (call, machine, { operands }) => {
      machine.emit(call, { kind: 'privilege', program: 'sudoedit', user: 'root' });
      for (const path of operands) machine.write(call, path, 'editor');
    },
  }),
  defineProgram({ names: 'doas pkexec run0 dzdo', kind: 'privilege', options: SIMPLE, effects: simple }),
  defineProgram({ names: 'please', role: 'privilege', options: SIMPLE, effects: simple }),
  defineProgram({ names: 'su', kind: 'privilege', options: SU, effects: su }),
  defineProgram({
    names: 'runuser',
    kind: 'privilege',
    options: '+u,user= c,command= s,shell= g,group= l,login G,supp-group= session-command= w,whitelist-environment=',
    effects: runuser,
  }),
];

function su(call: Call, machine: Machine, { has, operands, value }: Parsed): string | undefined {
  const [user = 'root'] = operands.filter((word) => word !== '-');
  machine.emit(call, { kind: 'privilege', program: 'su', user });
  const text = value('command') ?? value('session-command');
  // A login shell starts at home.
  const isLogin = has('login') || call.args.includes('-');
  const scope = isLogin ? { ...call.scope, cwd: homeOf(machine, user) } : call.scope;
  if (text !== undefined) return machine.script(call, text, { wrapper: 'su', scope });
  const stdin = call.io.stdin?.text;
  return stdin === undefined ? undefined : machine.script(call, stdin, { wrapper: 'su', stdin: null });
}

/** With -u it runs a command as sudo does, without it text as su does. */
function runuser(call: Call, machine: Machine, direct: Parsed): string | undefined {
  const user = direct.value('user');
  const parsed = user === undefined ? parseOptions(call.args, SU) : direct;
  const words = parsed.operands.filter((word) => word !== '-');
  machine.emit(call, { kind: 'privilege', program: 'runuser', user: user ?? words[0] ?? null });
  const text = parsed.value('command') ?? parsed.value('session-command');
  if (text !== undefined) return machine.script(call, text, { wrapper: 'runuser' });
  return user === undefined || words.length === 0 ? undefined : machine.run(call, words, { wrapper: 'runuser' });
}

function runSudo(call: Call, machine: Machine, parsed: Parsed): string | undefined {
  machine.emit(call, { kind: 'privilege', program: 'sudo', user: parsed.value('user') ?? 'root' });
  const directory = parsed.value('chdir');
  const place = directory !== undefined ? known(machine.locate(call, directory)) : undefined;
  const cwd = parsed.has('login') ? homeOf(machine, parsed.value('user') ?? 'root') : place;
  const scope = cwd === undefined ? call.scope : { ...call.scope, cwd };
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

function simple(call: Call, machine: Machine, parsed: Parsed): string | undefined {
  machine.emit(call, { kind: 'privilege', program: call.program, user: parsed.value('user') ?? 'root' });
  const { argv, assignments } = leadingAssignments(parsed.operands);
  return argv.length === 0 ? undefined : machine.run(call, argv, { wrapper: call.program, assignments });
}

function homeOf(machine: Machine, user: string): string | null {
  const home = tildeText(machine, `~${user}`);
  return home.startsWith('/') ? home : null;
}

function known(path: string): string | null {
  return path === '?' ? null : path;
}
