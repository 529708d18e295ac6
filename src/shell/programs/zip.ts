import { isFromNetwork, noteDownload } from '../files/written-files.ts';
import type { Call, Machine } from '../run/machine.ts';
import { extract, printMembers } from './support/files/archive-members.ts';
import { namesIn } from './support/files/names-in.ts';
import { defineProgram } from './support/define-program.ts';

export const zip = [
  defineProgram({
    names: 'zip',
    options:
      'r m,move x,exclude= i,include= P,password= b= n= t= TT,unzip-command= T,test q 9 0 j u e d y tt= before-date= temp-path= ds= dot-size= lf,logfile-path=> suffixes= O,output-file= Q-flag= s,split-size= sp la li sc from-date= UN= unicode= Z= compression-method= sf,show-files su,show-unicode h,help version',
    effects: (call, machine, { has, operands: [archive = '', ...files], value }) => {
      const command = value('unzip-command');
      if (command !== undefined) machine.script(call, command, { wrapper: 'zip', via: 'option' });
      const names = [...files, ...(has('@') ? namesIn(call, machine, '-') : [])];
      for (const file of names) machine.read(call, file, 'archive');
      const onlyTests =
        (has('test') && files.length === 0) || ['show-files', 'show-unicode', 'help', 'version'].some(has);
      const output = value('output-file') ?? archive;
      if (output !== '-' && !onlyTests) machine.write(call, output.includes('.') ? output : `${output}.zip`, 'archive');
      if (has('move')) for (const file of names) machine.remove(call, file, 'compress', { recursive: true });
    },
  }),
  defineProgram({
    names: 'unzip',
    options: 'd= P= x= O= I= o n q l t v p c z Z j u h,help',
    effects: (call, machine, { has, operands: [archive, ...members], value }) => {
      if (archive !== undefined) machine.read(call, archive, 'archive');
      if (['p', 'c'].some(has)) return printMembers(call, machine, { archive, members });
      if (['l', 't', 'v', 'z', 'Z'].some(has)) return;
      extract(call, machine, { members, directory: value('d'), flat: has('j') });
      if (archive !== undefined && isFromNetwork(machine, machine.content(call, archive)))
        noteDownload(machine, call, value('d') ?? '.');
    },
  }),
  defineProgram({ names: '7z 7za 7zr 7zz', effects: seven }),
  defineProgram({
    names: 'unrar rar',
    effects: (call, machine) => {
      const [verb = '', archive, ...members] = call.args.filter((arg) => !arg.startsWith('-'));
      if (archive !== undefined && /^(?:[adfmu]|mf|rr)$/.test(verb) && call.program === 'rar') {
        for (const member of verb === 'd' ? [] : members) machine.read(call, member, 'archive');
        machine.write(call, /\.\w+$/.test(archive) ? archive : `${archive}.rar`, 'archive');
        // `m` moves the files into the archive.
        for (const member of verb.startsWith('m') ? members : [])
          machine.remove(call, member, 'move', { recursive: true });
        return;
      }
      if (archive !== undefined) machine.read(call, archive, 'archive');
      if (verb === 'p') return printMembers(call, machine, { archive, members });
      // A last word that ends in a slash is where the files go.
      const directory = members.at(-1)?.endsWith('/') === true ? members.pop() : undefined;
      if (verb === 'x' || verb === 'e') extract(call, machine, { members, directory, flat: verb === 'e' });
    },
  }),
  defineProgram({
    names: 'cpio',
    options:
      'i,extract o,create p,pass-through F,file= D,directory= d u v m t block-size= C,io-size= H,format= R,owner= rsh-command= W,warning= M,message= E,pattern-file= O= I= to-stdout',
    effects: (call, machine, { has, operands, value }) => {
      const remote = value('rsh-command');
      if (remote !== undefined) machine.script(call, remote, { wrapper: 'cpio', via: 'option', stdin: null });
      const archive = value('file') ?? value('O') ?? value('I');
      if (has('extract') && has('to-stdout')) return printMembers(call, machine, { archive, members: operands });
      if (has('extract') && !has('t')) {
        extract(call, machine, { members: operands, directory: value('directory') });
        const input = archive === undefined ? call.io.stdin?.text : machine.content(call, archive);
        if (isFromNetwork(machine, input)) noteDownload(machine, call, value('directory') ?? '.');
      }
      // The names of the files come in on standard input.
      const [target] = operands;
      if (has('create') || has('pass-through'))
        for (const name of namesIn(call, machine, '-')) machine.read(call, name, 'archive');
      if (has('pass-through') && target !== undefined) machine.write(call, `${target}/**`, 'copy');
      if (has('create') && archive !== undefined) machine.write(call, archive, 'archive');
    },
  }),
  defineProgram({
    names: 'ar',
    effects: (call, machine) => {
      const [mode = '', archive, ...files] = call.args.filter((arg) => !arg.startsWith('--'));
      if (/[rq]/.test(mode)) for (const file of files) machine.read(call, file, 'archive');
      if (archive !== undefined && /[rqd]/.test(mode)) machine.write(call, archive, 'archive');
      if (archive !== undefined && /[px]/.test(mode)) machine.read(call, archive, 'archive');
      if (/p/.test(mode)) return printMembers(call, machine, { archive, members: files });
      const directory = call.args.find((arg) => arg.startsWith('--output='))?.slice('--output='.length);
      if (/x/.test(mode)) extract(call, machine, { members: files, directory });
    },
  }),
];

/** File extensions that differ from the type's name. */
const ENDINGS: Readonly<Record<string, string>> = { gzip: 'gz', bzip2: 'bz2' };

function seven(call: Call, machine: Machine): string | undefined {
  const [verb, archive, ...files] = call.args.filter((arg) => !arg.startsWith('-'));
  const dir = call.args.find((arg) => arg.startsWith('-o'))?.slice(2);
  if (/^(?:a|d|u|rn)$/.test(verb ?? '') && archive !== undefined) {
    if (verb === 'a' || verb === 'u') for (const file of files) machine.read(call, file, 'archive');
    const type = call.args.find((arg) => /^-t[a-z]/.test(arg))?.slice(2) ?? '7z';
    machine.write(call, archive.includes('.') ? archive : `${archive}.${ENDINGS[type] ?? type}`, 'archive');
    if (call.args.includes('-sdel'))
      for (const file of files) machine.remove(call, file, 'compress', { recursive: true });
  }
  if ((verb === 'x' || verb === 'e') && archive !== undefined) {
    machine.read(call, archive, 'archive');
    if (call.args.includes('-so')) return printMembers(call, machine, { archive, members: files });
    extract(call, machine, { members: files, directory: dir, flat: verb === 'e' });
  }
  return undefined;
}
