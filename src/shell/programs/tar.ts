import { isFromNetwork, noteDownload } from '../files/written-files.ts';
import type { Call, Machine } from '../run/machine.ts';
import { putBackTree } from '../files/put-back.ts';
import { extract, membersOfInput, printMembers } from './support/files/archive-members.ts';
import { defineProgram } from './support/define-program.ts';
import { namesIn } from './support/files/names-in.ts';
import { defineOptions, type Parsed, parseOptions } from './support/options.ts';

const TAR = defineOptions(
  'f,file= C,directory= T,files-from= X,exclude-from= exclude= I,use-compress-program= to-command= checkpoint-action= checkpoint? F,info-script,new-volume-script= rsh-command= rmt-command= transform,xform= s= b,blocking-factor= L,tape-length= V,label= g,listed-incremental=> K,starting-file= N,newer,after-date= H,format= owner= group= mode= mtime= strip-components= one-top-level? x,extract,get c,create t,list r,append u,update A d,diff,compare delete z,gzip,gunzip j,bzip2 J,xz Z zstd v,verbose p P,absolute-names O,to-stdout k h l m o S,sparse W w i remove-files a,auto-compress totals n hole-detection= level= sparse-version= group-map= owner-map= sort= xattrs-exclude= xattrs-include= volno-file=> record-size= add-file= exclude-ignore= exclude-ignore-recursive= exclude-tag= exclude-tag-all= exclude-tag-under= newer-mtime= suffix= index-file=> quote-chars= quoting-style= warning=',
);

export const tar = defineProgram({ names: 'tar gtar bsdtar', options: TAR, effects: runTar });

function runTar(call: Call, machine: Machine): string | undefined {
  const parsed = parseOptions(oldStyle(call.args), TAR);
  const file = parsed.value('file');
  const archive = file === '-' ? undefined : file;
  const input = archive === undefined ? call.io.stdin?.text : machine.content(call, archive);
  const fetched = isFromNetwork(machine, input) ? input : undefined;
  const receiver = parsed.value('to-command');
  const prints = parsed.has('extract') && (parsed.has('to-stdout') || receiver !== undefined);
  const printed = prints ? printMembers(call, machine, { archive, members: parsed.operands }) : undefined;
  runNamedPrograms(call, machine, parsed, fetched);
  for (const name of ['files-from', 'exclude-from']) {
    const list = parsed.value(name);
    if (list !== undefined) machine.read(call, list);
  }
  const at = parsed.value('directory');
  const path = at === undefined ? null : machine.locate(call, at);
  const inner = path === null ? call : { ...call, scope: { ...call.scope, cwd: path === '?' ? null : path } };
  if (['create', 'append', 'update', 'A', 'delete'].some(parsed.has)) {
    pack(inner, machine, parsed, { call, archive });
    return undefined;
  }
  if (archive !== undefined) machine.read(call, archive, 'archive');
  if (parsed.has('extract') && !parsed.has('to-stdout') && !parsed.has('to-command'))
    unpack(inner, machine, parsed, { call, archive, isFetched: fetched !== undefined });
  return receiver === undefined ? printed : undefined;
}

/** Programs that options name get the archive, or the text of its members. */
function runNamedPrograms(call: Call, machine: Machine, { all, value }: Parsed, fetched: string | undefined): void {
  for (const name of ['use-compress-program', 'to-command', 'new-volume-script', 'rsh-command', 'rmt-command']) {
    const program = value(name);
    if (program !== undefined && !/^(gzip|pigz|zstd|xz|bzip2|lz4|pbzip2|lzma|pixz)(\s+-[\w=]+)*$/.test(program))
      machine.script(call, program, { wrapper: 'tar', via: 'option', stdin: fetched ?? null });
  }
  for (const action of all('checkpoint-action')) {
    const text = /^exec=(.*)$/s.exec(action)?.[1];
    if (text !== undefined) machine.script(call, text, { wrapper: 'tar', via: 'option', stdin: null });
  }
}

/** The call as it was made, and its archive; `-C` changes the directory for the members only. */
type Outside = { call: Call; archive: string | undefined };

function pack(inner: Call, machine: Machine, { all, has, operands }: Parsed, { call, archive }: Outside): void {
  const names = [...operands, ...all('files-from').flatMap((list) => namesIn(call, machine, list))];
  for (const name of names) machine.read(inner, name, 'archive');
  if (archive !== undefined) machine.write(call, archive, 'archive', { append: !has('create') });
  if (has('remove-files')) for (const name of names) machine.remove(inner, name, 'compress', { recursive: true });
}

function unpack(
  inner: Call,
  machine: Machine,
  { all, has, operands, value }: Parsed,
  { call, archive, isFetched }: Outside & { isFetched: boolean },
): void {
  const directory = value('one-top-level') || undefined;
  const members = [...operands, ...(archive === undefined ? membersOfInput(call, machine) : [])];
  if (archive === undefined && !has('strip-components') && directory === undefined) putBackTree(machine, inner);
  extract(inner, machine, {
    members,
    directory,
    renames: [...all('transform'), ...all('s')],
    strips: Number(value('strip-components') ?? 0),
  });
  // Names from the root stay as they are, wherever the archive is unpacked.
  if (has('absolute-names') && operands.length === 0) machine.write(call, '/**', 'extract');
  if (isFetched) noteDownload(machine, inner, directory ?? '.');
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
