import { defineProgram } from './support/define-program.ts';
import { passThrough } from './support/start/pass-through.ts';

/** Programs that print or digest the files named as operands, by what options take a value that is not a file. */
const READERS: Record<string, string> = {
  'most wc comm diff3 vimdiff colordiff delta md5 cksum b2sum md5sum sha1sum sha256sum sha512sum file': '',
  'gzcat zless zgrep glow mdcat look tsort pr hexyl': '',
  batcat: 'l,language= r,line-range=',
  nl: 'b= d= f= h= i= l= n= s= v= w=',
  od: 'A= t= N= j= w?',
  hexdump: 'n= s= e= f=',
  hd: 'n= s=',
  strings: 'n= t= e= bytes=',
  paste: 'd,delimiters=',
  'expand unexpand': 't=',
  join: 't= 1= 2= o= e= a= v= j=',
  diff: 'U,unified= C,context= L,label= I= x,exclude= W,width= to-file= from-file= color?',
  sdiff: 'w= o=',
  cmp: 'n= i=',
  shasum: 'a=',
  xmllint: 'xpath= o,output=',
  pygmentize: 'l= f= o=',
  numfmt: 'to= from= field=',
  'ssh-add': 't= c',
  view: 'c=',
};

/** These print what they read unchanged, so text flows through them. */
const TRANSPARENT: Record<string, string> = {
  'cat envsubst': '',
  bat: 'l,language= theme= style= r,line-range= H,highlight-line= paging= color= map-syntax= n,number',
  less: 'p= x= b= k= o= O= P= j=',
  more: 'n=',
  'fold fmt': 'w,width=',
  column: 't s= o= c= N=',
  uniq: 'f= s= w=',
};

export const readers = [
  ...Object.entries(READERS).map(([names, options]) =>
    defineProgram({
      names,
      options,
      effects: (call, machine, { operands }) => operands.forEach((file) => machine.read(call, file)),
    }),
  ),
  ...Object.entries(TRANSPARENT).map(([names, options]) =>
    defineProgram({
      names,
      options,
      effects: (call, machine, { operands }) => {
        for (const file of operands) machine.read(call, file);
        return passThrough(call, machine, operands);
      },
    }),
  ),
  defineProgram({
    names: 'zcat bzcat xzcat',
    kind: 'decoder',
    role: 'other',
    effects: (call, machine, { operands }) => operands.forEach((file) => machine.read(call, file)),
  }),
  defineProgram({
    names: 'jq',
    options: 'arg= argjson= f,from-file= indent= slurpfile= rawfile= L=',
    isTalker: true,
    effects: (call, machine, { has, operands, value }) => {
      const script = value('from-file');
      for (const file of operands.slice(has('from-file') ? 0 : 1)) machine.read(call, file);
      if (script !== undefined) machine.read(call, script);
    },
  }),
];
