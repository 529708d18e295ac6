import type { Call, Machine } from '../run/machine.ts';
import { connect, readElsewhere } from './support/files/connect.ts';
import { defineProgram } from './support/define-program.ts';
import { useSshOptions } from './support/start/ssh-options.ts';
import { fileOf, saveFetched } from './support/files/fetched.ts';
import { baseName } from '../files/paths.ts';

/** Programs that carry files take their commands from standard input, a file (`-b`) or an option (`-c`, `-e`). */
export const sftp = [
  defineProgram({
    names: 'sftp',
    kind: 'network',
    options: 'b= B= c= D= F= i= J= l= o= P= R= S= s= r C q v X=',
    effects: (call, machine, parsed) => {
      const { operands, value } = parsed;
      useSshOptions(call, machine, parsed);
      const program = value('S') ?? value('D');
      if (program !== undefined) machine.script(call, program, { wrapper: 'sftp', via: 'option' });
      connect(call, machine, 'connect', operands[0] ?? '');
      // `sftp host:file [target]` fetches it at once.
      const fetched = /^[^/:]+:(.+[^/])$/.exec(operands[0] ?? '')?.[1];
      if (fetched !== undefined) {
        readElsewhere(call, machine, fetched, 'remote');
        saveFetched(call, machine, operands[1] ?? baseName(fetched));
      }
      const batch = value('b');
      const file = batch === undefined || batch === '-' ? undefined : machine.content(call, batch);
      for (const text of [call.io.stdin?.text, file]) obey(call, machine, text ?? '');
    },
  }),
  defineProgram({
    names: 'lftp',
    role: 'network',
    options:
      'c= e= f= u= p= d max-depth= o= O,target-directory= target-position= N,newer-than= include= x,exclude= include-glob= X,exclude-glob= file= user= password= dht-bootstrap= rcfile=',
    effects: (call, machine, { operands, value }) => {
      connect(call, machine, 'connect', operands[0] ?? '');
      for (const text of [value('c'), value('e'), call.io.stdin?.text]) obey(call, machine, text ?? '');
    },
  }),
  defineProgram({
    names: 'ftp ncftp pftp tnftp',
    kind: 'network',
    options: '+n i v g p e d A N= o= P= q= r= s= T= u=',
    effects: (call, machine, { operands, value }) => {
      // `ftp -u ftp://host/ FILE…` uploads.
      if (value('u') !== undefined) for (const file of operands) machine.read(call, file, 'upload');
      connect(call, machine, 'connect', value('u') ?? operands[0] ?? '');
      // `ftp ftp://host/file` fetches it at once.
      for (const url of operands)
        if (/^(?:ftps?|https?):\/\/[^/]+\/./i.test(url)) saveFetched(call, machine, fileOf(url));
      obey(call, machine, call.io.stdin?.text ?? '');
    },
  }),
  // The words after tftp's `-c` are one command.
  defineProgram({
    names: 'tftp',
    kind: 'network',
    effects: (call, machine) => {
      connect(call, machine, 'connect', call.args.find((arg) => !arg.startsWith('-')) ?? '');
      const at = call.args.indexOf('-c');
      const behind = (...options: string[]): string | undefined =>
        call.args.find((_, i) => options.includes(call.args[i - 1] ?? ''));
      // busybox: `tftp -g -r there -l here host`
      const [there, here] = [behind('-r'), behind('-l')];
      if (call.args.includes('-g') && there !== undefined) saveFetched(call, machine, here ?? baseName(there));
      if (call.args.includes('-p') && here !== undefined) machine.read(call, here, 'upload');
      obey(call, machine, at < 0 ? (call.io.stdin?.text ?? '') : call.args.slice(at + 1).join(' '));
    },
  }),
  defineProgram({
    names: 'smbclient',
    kind: 'network',
    options:
      'c,command= U,user= A,authentication-file= D,directory= I,ip-address= p,port= W,workgroup= T,tar= n= d= L,list= N,no-pass E k',
    effects: (call, machine, { operands, value }) => {
      connect(call, machine, 'connect', operands[0] ?? '');
      for (const text of [value('command'), call.io.stdin?.text]) obey(call, machine, text ?? '');
    },
  }),
];

/** Sends what `put` names, writes what `get` fetches; a line that begins with `!` is a shell command on this machine. */
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
    const sent = verb === 'mput' ? words : /^(?:put|reput|send|append)$/.test(verb) ? words.slice(0, 1) : [];
    for (const word of sent) machine.read(call, unquoted(word), 'upload');
    saveGotten(call, machine, verb, rest);
    if (verb === 'mirror') mirror(call, machine, line, words.map(unquoted));
  }
}

/** lftp's `mirror there [here]`, and `mirror -R here there`; with `--delete` what is not there goes here, too. */
function mirror(call: Call, machine: Machine, line: string, words: readonly string[]): void {
  if (/\s-\S*R|--reverse/.test(line)) for (const word of words) machine.read(call, word, 'upload');
  else {
    const place = (words[1] ?? '.').replace(/^~(?=\/|$)/, () => machine.home ?? '~');
    const here = `${place.replace(/(.)\/+$/, '$1')}/**`;
    if (/\s--(?:dry-run|just-print)\b/.test(line)) return;
    machine.write(call, here, 'download');
    if (/\s(?:-[a-zA-Z]*e|--delete\b)/.test(line)) machine.remove(call, here, 'sync', { recursive: true });
  }
}

/** `get there [here]` of sftp, `get there -o here` of lftp. */
function saveGotten(call: Call, machine: Machine, verb: string, rest: string): void {
  if (!/^(?:get|reget|mget|pget)$/.test(verb)) return;
  const named = /(?:^|\s)-o\s+(\S+)/.exec(rest)?.[1];
  const [from = '', to] = rest
    .replace(/(?:^|\s)-o\s+\S+/, '')
    .split(/\s+/)
    .filter((word) => word !== '' && !word.startsWith('-'))
    .map(unquoted);
  const path = named === undefined ? (verb === 'get' || verb === 'reget' ? to : undefined) : unquoted(named);
  if (from === '') return;
  readElsewhere(call, machine, from, 'remote');
  saveFetched(call, machine, path ?? (/[*?]/.test(from) ? './**' : baseName(from)));
}

function unquoted(word: string): string {
  return word.replace(/^(['"])(.*)\1$/, '$2');
}
