import type { Call, Handler, Machine } from '../../run/machine.ts';
import { defineOptions, parseOptions } from '../options.ts';
import { baseName } from '../../files/paths.ts';
import { isFromNetwork, noteDownload } from '../../files/written-files.ts';
import { extract, membersOfInput } from './archive-members.ts';

const TAR = defineOptions(
  'f,file= C,directory= T,files-from= X,exclude-from= exclude= I,use-compress-program= to-command= checkpoint-action= checkpoint? F,info-script,new-volume-script= rsh-command= rmt-command= transform,xform= s= b= L= V,label= g,listed-incremental= K= N= H,format= owner= group= mode= mtime= strip-components= one-top-level? x,extract,get c,create t,list r,append u,update A d,diff,compare delete z,gzip j,bzip2 J,xz Z zstd v p P O,to-stdout k h l m o S W w i remove-files a,auto-compress totals n',
);

export const archiving: Record<string, Handler> = {
  tar,
  gtar: tar,
  bsdtar: tar,
  zip: (call, machine) => {
    const parsed = parseOptions(
      call.args,
      defineOptions('r m,move x,exclude= i,include= P,password= b= n= t= TT,unzip-command= T,test q 9 0 j u e d y'),
    );
    const [archive = '', ...files] = parsed.operands;
    const command = parsed.value('unzip-command');
    if (command !== undefined) machine.script(call, command, { wrapper: 'zip', via: 'option' });
    for (const file of files) machine.read(call, file, 'archive');
    if (archive !== '-') machine.write(call, archive.includes('.') ? archive : `${archive}.zip`, 'archive');
    if (parsed.has('move')) for (const file of files) machine.remove(call, file, 'compress', { recursive: true });
  },
  unzip: (call, machine) => {
    const parsed = parseOptions(call.args, defineOptions('d= P= x= o n q l t v p Z j u'));
    const [archive, ...members] = parsed.operands;
    if (archive !== undefined) machine.read(call, archive, 'archive');
    if (['l', 't', 'v', 'p', 'Z'].some((name) => parsed.has(name))) return;
    extract(call, machine, { members, directory: parsed.value('d'), flat: parsed.has('j') });
    if (archive !== undefined && isFromNetwork(machine, machine.content(call, archive)))
      noteDownload(machine, call, parsed.value('d') ?? '.');
  },
  '7z': seven,
  '7za': seven,
  '7zr': seven,
  '7zz': seven,
  unrar: (call, machine) => {
    const [verb, archive, ...members] = call.args.filter((arg) => !arg.startsWith('-'));
    if (archive !== undefined) machine.read(call, archive, 'archive');
    // A last word that ends in a slash is where the files go.
    const directory = members.at(-1)?.endsWith('/') === true ? members.pop() : undefined;
    if (verb === 'x' || verb === 'e') extract(call, machine, { members, directory, flat: verb === 'e' });
  },
  gzip: compressor('.gz', 'compress'),
  pigz: compressor('.gz', 'compress'),
  gunzip: compressor('.gz', 'expand'),
  bzip2: compressor('.bz2', 'compress'),
  bunzip2: compressor('.bz2', 'expand'),
  xz: compressor('.xz', 'compress'),
  unxz: compressor('.xz', 'expand'),
  lzma: compressor('.lzma', 'compress'),
  compress: compressor('.Z', 'compress'),
  uncompress: compressor('.Z', 'expand'),
  zstd: compressor('.zst', 'compress', 'keeps'),
  unzstd: compressor('.zst', 'expand', 'keeps'),
  lz4: compressor('.lz4', 'compress', 'keeps'),
  cpio: (call, machine) => {
    const parsed = parseOptions(
      call.args,
      defineOptions('i,extract o,create p,pass-through F,file= D,directory= d u v m t'),
    );
    if (parsed.has('extract') && !parsed.has('t'))
      extract(call, machine, { members: parsed.operands, directory: parsed.value('directory') });
  },
  ar: (call, machine) => {
    const [mode = '', archive] = call.args;
    if (archive !== undefined && /[rqd]/.test(mode)) machine.write(call, archive, 'archive');
    if (/x/.test(mode)) machine.write(call, './**', 'extract');
  },
  gpg: (call, machine) => {
    const parsed = parseOptions(
      call.args,
      defineOptions(
        'o,output= r,recipient= u= homedir= passphrase= passphrase-file= d,decrypt e,encrypt s,sign c,symmetric a,armor import export export-secret-keys batch yes',
      ),
    );
    for (const file of parsed.operands) if (/[./]/.test(file)) machine.read(call, file);
    const output = parsed.value('output');
    if (output !== undefined) machine.write(call, output, 'output');
    return parsed.has('decrypt') ? machine.unknown('$(gpg)', 'decoded') : undefined;
  },
};

function tar(call: Call, machine: Machine): string | undefined {
  const parsed = parseOptions(oldStyle(call.args), TAR);
  for (const name of ['use-compress-program', 'to-command', 'new-volume-script', 'rsh-command', 'rmt-command']) {
    const program = parsed.value(name);
    if (program !== undefined && !/^(gzip|pigz|zstd|xz|bzip2|lz4|pbzip2|lzma|pixz)(\s+-[\w=]+)*$/.test(program))
      machine.script(call, program, { wrapper: 'tar', via: 'option', stdin: null });
  }
  for (const action of parsed.all('checkpoint-action')) {
    const text = /^exec=(.*)$/s.exec(action)?.[1];
    if (text !== undefined) machine.script(call, text, { wrapper: 'tar', via: 'option', stdin: null });
  }
  for (const name of ['files-from', 'exclude-from']) {
    const file = parsed.value(name);
    if (file !== undefined) machine.read(call, file);
  }
  const file = parsed.value('file');
  const archive = file === '-' ? undefined : file;
  const at = parsed.value('directory');
  const path = at === undefined ? null : machine.locate(call, at);
  const inner = path === null ? call : { ...call, scope: { ...call.scope, cwd: path === '?' ? null : path } };
  if (parsed.has('create') || parsed.has('append') || parsed.has('update')) {
    for (const name of parsed.operands) machine.read(inner, name, 'archive');
    if (archive !== undefined) machine.write(call, archive, 'archive', { append: !parsed.has('create') });
    if (parsed.has('remove-files'))
      for (const name of parsed.operands) machine.remove(inner, name, 'compress', { recursive: true });
    return undefined;
  }
  if (archive !== undefined) machine.read(call, archive, 'archive');
  if (parsed.has('extract') && !parsed.has('to-stdout') && !parsed.has('to-command')) {
    const directory = parsed.value('one-top-level') || undefined;
    const members = [...parsed.operands, ...(archive === undefined ? membersOfInput(call, machine) : [])];
    extract(inner, machine, { members, directory, renames: [...parsed.all('transform'), ...parsed.all('s')] });
    if (isFromNetwork(machine, archive === undefined ? call.io.stdin?.text : machine.content(call, archive)))
      noteDownload(machine, inner, directory ?? '.');
  }
  return undefined;
}

/** `tar xzf a.tgz` needs no dash; letters that take a value take the following words in order. */
function oldStyle(args: string[]): string[] {
  const [first = '', ...rest] = args;
  if (!/^[A-Za-z]+$/.test(first) || !/[xctrudA]/.test(first)) return args;
  const out: string[] = [];
  for (const letter of first) {
    out.push(`-${letter}`);
    if ('fCTXIFbLVgKNHs'.includes(letter)) {
      const value = rest.shift();
      if (value !== undefined) out.push(value);
    }
  }
  return [...out, ...rest];
}

function seven(call: Call, machine: Machine): void {
  const [verb, archive, ...files] = call.args.filter((arg) => !arg.startsWith('-'));
  const dir = call.args.find((arg) => arg.startsWith('-o'))?.slice(2);
  if (verb === 'a' && archive !== undefined) {
    for (const file of files) machine.read(call, file, 'archive');
    machine.write(call, archive, 'archive');
    if (call.args.includes('-sdel'))
      for (const file of files) machine.remove(call, file, 'compress', { recursive: true });
  }
  if ((verb === 'x' || verb === 'e') && archive !== undefined) {
    machine.read(call, archive, 'archive');
    extract(call, machine, { members: files, directory: dir, flat: verb === 'e' });
  }
}

function compressor(suffix: string, mode: 'compress' | 'expand', source: 'replaces' | 'keeps' = 'replaces'): Handler {
  const spec = defineOptions(
    'c,stdout,to-stdout d,decompress,uncompress k,keep l,list t,test S,suffix= o= f,force r,recursive v,verbose q,quiet h,help V,version T,threads= rm n N',
  );
  return (call, machine) => {
    const parsed = parseOptions(call.args, spec);
    if (parsed.has('help') || parsed.has('version') || parsed.has('list') || parsed.has('test')) return undefined;
    const expands = mode === 'expand' || parsed.has('uncompress');
    for (const file of parsed.operands) {
      machine.read(call, file, 'archive');
      if (parsed.has('to-stdout')) continue;
      machine.write(
        call,
        parsed.value('o') ?? (expands ? expanded(file, suffix) : file + suffix),
        expands ? 'extract' : 'archive',
      );
      if (source === 'replaces' ? !parsed.has('keep') : parsed.has('rm')) machine.remove(call, file, 'compress');
    }
    return parsed.operands.length > 0 ? undefined : machine.unknown(`$(${call.program})`, 'decoded');
  };
}

function expanded(file: string, suffix: string): string {
  if (file.endsWith('.tgz')) return `${file.slice(0, -4)}.tar`;
  if (file.endsWith(suffix)) return file.slice(0, -suffix.length);
  const name = baseName(file);
  return name.includes('.') ? file.replace(/\.[^./]*$/, '') : file;
}
