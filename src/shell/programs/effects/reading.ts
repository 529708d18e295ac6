import type { Call, Handler, Machine } from '../../run/machine.ts';
import { bytesOf } from '../../parse/program-bytes.ts';
import { defineOptions, parseOptions, type Spec } from '../options.ts';

/** Programs that print or digest the files named as operands; `=` options take a value that is not a file. */
const READERS: Record<string, string> = {
  cat: '',
  bat: 'l,language= theme= style= r,line-range= H,highlight-line= paging= color= map-syntax= n,number',
  batcat: 'l,language= r,line-range=',
  less: 'p= x= b= k= o= O= P= j=',
  more: 'n=',
  most: '',
  head: 'n,lines= c,bytes=',
  tail: 'n,lines= c,bytes= pid= s,sleep-interval=',
  nl: 'b= d= f= h= i= l= n= s= v= w=',
  wc: '',
  od: 'A= t= N= j= w?',
  hexdump: 'n= s= e= f=',
  hd: 'n= s=',
  strings: 'n= t= e= bytes=',
  cut: 'd,delimiter= f,fields= c,characters= b,bytes= output-delimiter=',
  paste: 'd,delimiters=',
  fold: 'w,width=',
  fmt: 'w,width=',
  column: 't s= o= c= N=',
  expand: 't=',
  unexpand: 't=',
  uniq: 'f= s= w=',
  comm: '',
  join: 't= 1= 2= o= e= a= v= j=',
  diff: 'U,unified= C,context= L,label= I= x,exclude= W,width= to-file= from-file= color?',
  sdiff: 'w= o=',
  diff3: '',
  vimdiff: '',
  colordiff: '',
  delta: '',
  cmp: 'n= i=',
  md5sum: '',
  sha1sum: '',
  sha256sum: '',
  sha512sum: '',
  shasum: 'a=',
  md5: '',
  cksum: '',
  b2sum: '',
  file: '',
  jq: 'arg= argjson= f,from-file= indent= slurpfile= rawfile= L=',
  zcat: '',
  bzcat: '',
  xzcat: '',
  gzcat: '',
  zless: '',
  zgrep: '',
  xmllint: 'xpath= o,output=',
  pygmentize: 'l= f= o=',
  glow: '',
  mdcat: '',
  look: '',
  tsort: '',
  rev: '',
  pr: '',
  numfmt: 'to= from= field=',
  envsubst: '',
  'ssh-add': 't= c',
  view: 'c=',
  hexyl: '',
};

export const reading: Record<string, Handler> = {};
for (const [program, options] of Object.entries(READERS)) {
  if (program === 'rev') continue;
  reading[program] = reader(defineOptions(options), program === 'jq' ? 1 : 0);
}

/** These print what they read unchanged, so text flows through them. */
const TRANSPARENT = new Set([
  'cat',
  'bat',
  'head',
  'tail',
  'less',
  'more',
  'uniq',
  'fold',
  'fmt',
  'tee',
  'pv',
  'column',
  'envsubst',
]);

function reader(spec: Spec, skip: number): Handler {
  return (call, machine) => {
    const parsed = parseOptions(call.args, spec);
    const files = parsed.operands.slice(parsed.has('from-file') ? 0 : skip);
    for (const file of files) machine.read(call, file);
    const script = parsed.value('from-file');
    if (script !== undefined) machine.read(call, script);
    return TRANSPARENT.has(call.program) ? passThrough(call, machine, files) : undefined;
  };
}

/** The text of the files, or of standard input when there are none. */
export function passThrough(call: Call, machine: Machine, files: string[]): string | undefined {
  if (files.length === 0) return call.io.stdin?.text;
  let text = '';
  for (const file of files) {
    if (machine.locate(call, file) === '/dev/null') continue;
    const known = file === '-' || file === '/dev/stdin' ? call.io.stdin?.text : machine.content(call, file);
    text += known ?? bytesOf(machine, file, `$(cat ${machine.render(file)})`);
  }
  return text;
}
