import { saveFetched, fileOf, fromNetwork } from './support/files/fetched.ts';
import type { Call, Machine } from '../run/machine.ts';
import { connect } from './support/files/connect.ts';
import { defineProgram } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';

export const wget = [
  defineProgram({
    names: 'wget',
    kind: 'network',
    options:
      'O,output-document= P,directory-prefix= o,output-file= a,append-output= i,input-file= U,user-agent= t,tries= T,timeout= w,wait= l,level= A= R= D= e,execute= header= post-data= post-file= body-data= body-file= method= user= password= Q= X= I= B,base= load-cookies= save-cookies= ca-certificate= certificate= private-key= use-askpass= referer= limit-rate= cut-dirs= warc-file= q,quiet v,verbose c,continue N,timestamping r,recursive p,page-requisites k,convert-links m,mirror S,server-response spider b nc,no-clobber nv nd nH x H L np F E help version no-check-certificate',
    effects: download,
  }),
  defineProgram({
    names: 'aria2c',
    kind: 'network',
    options: 'o,out= d,dir= x= s= j= i= k= on-download-complete= header= c',
    effects: (call, machine, { operands: [url = ''], value }) => {
      connect(call, machine, 'download', url);
      const dir = value('dir');
      saveFetched(call, machine, (dir === undefined ? '' : `${dir}/`) + (value('out') ?? fileOf(url)));
      const hook = value('on-download-complete');
      if (hook !== undefined) machine.script(call, hook, { wrapper: 'aria2c', via: 'option' });
    },
  }),
  defineProgram({
    names: 'http https xh',
    kind: 'network',
    options: 'o,output= d,download a,auth= f,form j,json b,body h,headers v timeout= s= p=',
    effects: httpie,
  }),
  defineProgram({
    names: 'fetch httpie lynx w3m links axel openssl-s_client Invoke-WebRequest iwr Invoke-RestMethod irm',
    kind: 'network',
  }),
];

function download(call: Call, machine: Machine, parsed: Parsed): string | undefined {
  if (parsed.has('help') || parsed.has('version')) return undefined;
  const list = parsed.value('input-file');
  if (list !== undefined) machine.read(call, list);
  const posted = parsed.value('post-file') ?? parsed.value('body-file');
  if (posted !== undefined) machine.read(call, posted, 'upload');
  const sends = posted !== undefined || parsed.has('post-data') || parsed.has('body-data');
  for (const url of parsed.operands) connect(call, machine, sends ? 'upload' : 'download', url);
  const log = parsed.value('output-file') ?? parsed.value('append-output');
  if (log !== undefined) machine.write(call, log, 'output');
  const askpass = parsed.value('use-askpass');
  if (askpass !== undefined) machine.script(call, askpass, { wrapper: 'wget', via: 'option' });
  if (parsed.has('spider')) return '';
  const output = parsed.value('output-document');
  if (output === '-' || output === '/dev/stdout') return fromNetwork(call, machine, parsed.operands[0] ?? '');
  const dir = parsed.value('directory-prefix');
  const prefix = dir === undefined ? '' : `${dir}/`;
  if (output !== undefined) saveFetched(call, machine, output);
  else if (parsed.has('recursive') || parsed.has('mirror'))
    machine.write(call, `${prefix === '' ? './' : prefix}**`, 'download');
  else for (const url of parsed.operands) saveFetched(call, machine, prefix + fileOf(url));
  return '';
}

function httpie(call: Call, machine: Machine, parsed: Parsed): string | undefined {
  for (const word of parsed.operands) {
    const file = /^[^@:=/]*@(.+)$/.exec(word)?.[1] ?? /^[^:=]+:?=@(.+)$/.exec(word)?.[1];
    if (file !== undefined) machine.read(call, file, 'upload');
  }
  const url = parsed.operands.find((word) => /[./:]/.test(word)) ?? '';
  connect(call, machine, 'download', url);
  const output = parsed.value('output');
  if (output !== undefined) saveFetched(call, machine, output);
  return fromNetwork(call, machine, url);
}
