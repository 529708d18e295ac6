import { decodeGzip } from '../expand/escapes.ts';
import { baseName } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import { defineOptions, parseOptions } from './support/options.ts';
import { passThrough } from './support/start/pass-through.ts';

/** Programs that print or digest the files named as operands, by what options take a value that is not a file. */
const READERS: Record<string, string> = {
  'most colordiff delta gzcat zless zgrep glow mdcat tsort hexyl lolcat bc': '',
  comm: 'output-delimiter=',
  diff3: 'diff-program= L,label=',
  look: 't,terminate=',
  pr: 'columns= D,date-format= h,header= l,length= N,first-line-number= o,indent= w,width= W,page-width=',
  batcat: 'l,language= r,line-range=',
  nl: 'b,body-numbering= d,section-delimiter= f,footer-numbering= h,header-numbering= i,line-increment= l,join-blank-lines= n,number-format= s,number-separator= v,starting-line-number= w,number-width=',
  od: 'A,address-radix= t,format= N,read-bytes= j,skip-bytes= w? endian= S=',
  hexdump: 'n,length= s,skip= e,format= f,format-file=',
  hd: 'n,length= s,skip= e,format= f,format-file=',
  strings: 'n= t= e= bytes= radix= encoding= unicode= T= target=',
  'expand unexpand': 't,tabs=',
  join: 't= 1= 2= o= e= a= v= j=',
  diff: 'u U= unified? c C= context? L,label= I,ignore-matching-lines= x,exclude= X,exclude-from= W,width= to-file= from-file= color? F,show-function-line= tabsize= S,starting-file= D,ifdef= line-format= horizon-lines= palette=',
  sdiff: 'w,width= o,output= I,ignore-matching-lines= tabsize= diff-program=',
  cmp: 'n,bytes= i,ignore-initial=',
  pygmentize: 'l= f= o,output= F= O= P= S= N= H=',
  numfmt: 'to= from= field= d,delimiter= format= from-unit= invalid= padding= round= suffix=',
  'ssh-add': 't= c E= e= H= h= S= s=',
};

/** These say something about the files, such as their size or a checksum, and nothing of what is in them. */
const ABOUT: Record<string, string> = {
  wc: 'files0-from= c,bytes m,chars l,lines L,max-line-length w,words',
  cksum: 'a,algorithm= l,length= c,check',
  'b2sum b3sum': 'l,length= c,check',
  'md5 md5sum sha1sum sha224sum sha256sum sha384sum sha512sum sum xxhsum': 'c,check',
  shasum: 'a,algorithm= c,check',
  file: 'e,exclude= F,separator= f,files-from= m,magic-file= P,parameter= C,compile',
};

/** These print what they read unchanged, so text flows through them. */
const TRANSPARENT: Record<string, string> = {
  'cat envsubst': '',
  bat: 'l,language= theme= style= r,line-range= H,highlight-line= paging= color= map-syntax= n,number',
  less: 'p,pattern= x,tabs= b,buffers= k,lesskey-file= lesskey-src= o,log-file= O,LOG-FILE= P,prompt= j,jump-target= t,tag= T,tag-file= D,color= h,max-back-scroll= y,max-forw-scroll= z,window= wheel-lines=',
  more: 'n,lines= number?',
  fold: 'w,width= b,bytes c,characters s,spaces',
  fmt: 'w,width= p,prefix= g,goal= c s t u',
  column:
    't s,separator= o,output-separator= c,output-width= N,table-columns= l,table-columns-limit= R,table-right= T,table-truncate= E,table-noextreme= W,table-wrap= H,table-hide= O,table-order= n,table-name= r,tree= i,tree-id= p,tree-parent=',
};

const JQ = defineOptions('f,from-file= indent= L= n r R s c e args jsonargs');

/** Options of jq that take a name and a value, or a name and a file. */
const JQ_PAIRS = /^--(?:arg|argjson|slurpfile|rawfile|argfile)$/;

export const readers = [
  ...Object.entries(READERS).map(([names, options]) =>
    defineProgram({
      names,
      options,
      effects: (call, machine, { operands, value }) => {
        for (const file of operands) machine.read(call, file);
        const output = value('output');
        if (output !== undefined) machine.write(call, output, 'output');
      },
    }),
  ),
  ...Object.entries(ABOUT).map(([names, options]) =>
    defineProgram({
      names,
      options,
      effects: (call, machine, { has, operands, value }) => {
        // A list of names or of checksums is shown where its lines are wrong.
        const list = value('files0-from') ?? value('files-from');
        if (list !== undefined) machine.read(call, list);
        for (const file of operands) machine.read(call, file, has('check') ? 'argument' : 'use');
        if (names === 'file' && has('compile'))
          machine.write(call, `${baseName(value('magic-file') ?? 'magic')}.mgc`, 'output');
      },
    }),
  ),
  ...Object.entries(TRANSPARENT).map(([names, options]) =>
    defineProgram({
      names,
      options,
      effects: (call, machine, { operands, value }) => {
        const files = /^(?:less|more)$/.test(names) ? withoutCommands(call, machine, operands) : operands;
        for (const file of files) machine.read(call, file);
        const log = value('log-file') ?? value('LOG-FILE');
        if (log !== undefined) machine.write(call, log, 'output');
        return passThrough(call, machine, files);
      },
    }),
  ),
  defineProgram({
    names: 'zcat bzcat xzcat zstdcat lz4cat',
    kind: 'decoder',
    role: 'other',
    options:
      'S,suffix= F,format= C,check= block-size= block-list= flush-timeout= memlimit-compress= memlimit-decompress= memlimit-mt-decompress= M,memlimit,memory= T,threads=',
    effects: (call, machine, { operands }) => {
      for (const file of operands) machine.read(call, file);
      return operands.length === 0 ? decodeGzip(call.io.stdin?.text) : undefined;
    },
  }),
  defineProgram({
    names: 'uniq',
    options: 'f,skip-fields= s,skip-chars= w,check-chars= c,count d,repeated u,unique i,ignore-case z',
    effects: (call, machine, { operands: [file, written] }) => {
      const output = written === '-' ? undefined : written;
      if (file !== undefined) machine.read(call, file);
      if (output !== undefined) machine.write(call, output, 'output');
      return output === undefined ? passThrough(call, machine, file === undefined ? [] : [file]) : '';
    },
  }),
  defineProgram({
    names: 'shuf',
    options: 'o,output= n,head-count= i,input-range= random-source= e,echo r,repeat z,zero-terminated',
    effects: (call, machine, { has, operands, value }) => {
      if (!has('echo')) for (const file of operands) machine.read(call, file);
      const output = value('output');
      if (output !== undefined) machine.write(call, output, 'output');
    },
  }),
  defineProgram({
    names: 'jq',
    options: JQ,
    isTalker: true,
    effects: (call, machine) => {
      const { words, files } = withoutPairs(call.args);
      const { has, operands, value } = parseOptions(words, JQ);
      const script = value('from-file');
      const inputs = operands.slice(script === undefined ? 1 : 0);
      for (const file of has('args') || has('jsonargs') ? [] : inputs) machine.read(call, file);
      for (const file of files) machine.read(call, file);
      if (script !== undefined) machine.read(call, script);
    },
  }),
];

function withoutPairs(args: readonly string[]): { words: string[]; files: string[] } {
  const words: string[] = [];
  const files: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (!JQ_PAIRS.test(arg)) words.push(arg);
    else {
      if (arg.endsWith('file')) files.push(args[at + 2] ?? '');
      at += 2;
    }
  }
  return { words, files };
}

/** `less +cmd file` begins with that command; `+!cmd` is for a shell. */
function withoutCommands(call: Call, machine: Machine, operands: string[]): string[] {
  for (const word of operands) {
    const text = /^\+{1,2}!(.+)$/s.exec(word)?.[1];
    if (text !== undefined) machine.script(call, text, { wrapper: call.program, via: 'option', stdin: null });
  }
  return operands.filter((word) => !word.startsWith('+'));
}
