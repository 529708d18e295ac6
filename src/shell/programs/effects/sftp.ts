import type { Call, Machine } from '../../run/machine.ts';
import { defineOptions, parseOptions } from '../options.ts';
import { connect } from './connect.ts';

/** sftp and lftp take their commands from standard input, a file (`-b`) or an option (`-c`, `-e`). */
export function sftp(call: Call, machine: Machine): void {
  const parsed = parseOptions(call.args, defineOptions('b= B= c= D= F= i= J= l= o= P= R= S= s= r C q v'));
  const program = parsed.value('S') ?? parsed.value('D');
  if (program !== undefined) machine.script(call, program, { wrapper: 'sftp', via: 'option' });
  connect(call, machine, 'connect', parsed.operands[0] ?? '');
  const batch = parsed.value('b');
  const file = batch === undefined || batch === '-' ? undefined : machine.content(call, batch);
  for (const text of [call.io.stdin?.text, file]) obey(call, machine, text ?? '');
}

export function lftp(call: Call, machine: Machine): void {
  const parsed = parseOptions(call.args, defineOptions('c= e= f= u= p= d'));
  connect(call, machine, 'connect', parsed.operands[0] ?? '');
  for (const text of [parsed.value('c'), parsed.value('e'), call.io.stdin?.text]) obey(call, machine, text ?? '');
}

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
