import type { Call, Machine } from '../run/machine.ts';
import { connect } from './support/files/connect.ts';
import { defineProgram } from './support/define-program.ts';

/** sftp and lftp take their commands from standard input, a file (`-b`) or an option (`-c`, `-e`). */
export const sftp = [
  defineProgram({
    names: 'sftp',
    kind: 'network',
    options: 'b= B= c= D= F= i= J= l= o= P= R= S= s= r C q v',
    effects: (call, machine, { operands, value }) => {
      const program = value('S') ?? value('D');
      if (program !== undefined) machine.script(call, program, { wrapper: 'sftp', via: 'option' });
      connect(call, machine, 'connect', operands[0] ?? '');
      const batch = value('b');
      const file = batch === undefined || batch === '-' ? undefined : machine.content(call, batch);
      for (const text of [call.io.stdin?.text, file]) obey(call, machine, text ?? '');
    },
  }),
  defineProgram({
    names: 'lftp',
    role: 'network',
    options: 'c= e= f= u= p= d',
    effects: (call, machine, { operands, value }) => {
      connect(call, machine, 'connect', operands[0] ?? '');
      for (const text of [value('c'), value('e'), call.io.stdin?.text]) obey(call, machine, text ?? '');
    },
  }),
];

/** Sends what `put` names; a line that begins with `!` is a shell command on this machine. */
function obey(call: Call, machine: Machine, text: string): void {
  for (const line of text.split(/[\n;]/)) {
    const [, verb = '', rest = ''] = /^\s*-?(!|[a-z]+)\s*(.*)$/.exec(line) ?? [];
    const words = rest.split(/\s+/).filter((word) => word !== '' && !word.startsWith('-'));
    if (verb === '!')
      machine.script(call, rest, {
        wrapper: call.program,
        via: 'script',
        stdin: null,
      });
    const sent = verb === 'mput' ? words : verb === 'put' || verb === 'reput' ? words.slice(0, 1) : [];
    for (const word of sent) machine.read(call, unquoted(word), 'upload');
    if (verb === 'mirror' && /\s-\S*R|--reverse/.test(line))
      for (const word of words) machine.read(call, unquoted(word), 'upload');
  }
}

function unquoted(word: string): string {
  return word.replace(/^(['"])(.*)\1$/, '$2');
}
