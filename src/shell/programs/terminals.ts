import type { Call, Machine } from '../run/machine.ts';
import { defineProgram, type Definition } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';

const VALUES =
  'T,title= n= name= geometry= g= d,working-directory= D,directory= o,option= config= c= class= fn= fa= fs= bg= fg= f= t= p= w= hold detach 1';

/** Windows and queues that start a program: `xterm -e cmd`, `pueue add 'cmd'`. */
export const terminals = [
  ...'xterm uxterm rxvt urxvt st konsole alacritty terminator lxterminal mate-terminal xfce4-terminal terminology'
    .split(' ')
    .map((name) => terminal(name)),
  ...'kitty foot footclient'.split(' ').map((name) => terminal(name, { bare: true })),
  defineProgram({
    names: 'gnome-terminal kgx ptyxis',
    role: 'launcher',
    options: '+e,command= x,execute title= working-directory= geometry= profile= tab window wait',
    effects: (call, machine, { has, operands, value }) => {
      const text = value('command');
      if (text !== undefined) start(call, machine, [text]);
      else if (has('execute') || call.args.includes('--')) start(call, machine, operands);
    },
  }),
  defineProgram({
    names: 'pueue',
    role: 'launcher',
    options:
      '+c,config= p,profile= g,group= w,working-directory= d,delay= a,after= o,priority= l,label= i,immediate s,stashed e,escape p',
    effects: (call, machine, { operands: [verb = '', ...rest] }) => {
      if (verb !== 'add') return;
      const at = rest.findIndex((word) => !word.startsWith('-'));
      const words = rest.includes('--') ? rest.slice(rest.indexOf('--') + 1) : rest.slice(Math.max(at, 0));
      // The words are joined and given to a shell.
      if (words.length > 0) machine.script(call, words.join(' '), { wrapper: 'pueue', via: 'deferred', stdin: null });
    },
  }),
];

/** `-e` takes the rest of the words; one word may be a command line. `bare`: the operands are the command. */
function terminal(names: string, { bare = false } = {}): Definition {
  return defineProgram({
    names,
    role: 'launcher',
    options: `+${VALUES}`,
    effects: (call, machine, parsed) => {
      const at = call.args.findIndex((arg) => /^(?:-e|-x|--command|--execute)$/.test(arg));
      const attached = call.args.find((arg) => /^--(?:command|execute)=/.test(arg));
      if (attached !== undefined) start(call, machine, [attached.slice(attached.indexOf('=') + 1)]);
      else start(call, machine, at < 0 ? bareWords(parsed, bare) : call.args.slice(at + 1));
    },
  });
}

function bareWords({ operands }: Parsed, bare: boolean): string[] {
  return bare ? operands : [];
}

function start(call: Call, machine: Machine, words: readonly string[]): void {
  const argv = words[0] === '--' ? words.slice(1) : [...words];
  const [text = ''] = argv;
  if (argv.length === 1 && /\s/.test(text)) machine.script(call, text, { wrapper: call.program, stdin: null });
  else if (argv.length > 0) machine.run(call, argv, { wrapper: call.program, stdin: null });
}
