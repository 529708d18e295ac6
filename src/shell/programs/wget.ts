import { fileOf, fromNetwork, isStandardOutput, saveFetched } from './support/files/fetched.ts';
import { noteDownload } from '../files/written-files.ts';
import type { Call, Machine } from '../run/machine.ts';
import { connect } from './support/files/connect.ts';
import { defineProgram } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';

export const wget = [
  defineProgram({
    names: 'wget wget2',
    kind: 'network',
    options:
      'O,output-document= P,directory-prefix= o,output-file= a,append-output= i,input-file= U,user-agent= t,tries= T,timeout= w,wait= l,level= A,accept= R,reject= D= e,execute= header= post-data= post-file= body-data= body-file= method= user= password= Q= X= I= B,base= load-cookies= save-cookies=> ca-certificate= certificate= private-key= use-askpass= referer= limit-rate= cut-dirs= warc-file= q,quiet v,verbose c,continue N,timestamping r,recursive p,page-requisites k,convert-links m,mirror S,server-response spider b,background content-disposition nc,no-clobber nv nd nH x H L np F E help version no-check-certificate report-speed= input-metalink= metalink-index= config= rejected-log=> bind-address= bind-dns-address= dns-servers= backups= start-pos= progress= dns-timeout= connect-timeout= read-timeout= waitretry= quota= restrict-file-names= prefer-family= local-encoding= remote-encoding= default-page= http-user= http-password= compression= max-redirect= proxy-user= proxy-password= retry-on-http-error= secure-protocol= certificate-type= private-key-type= ca-directory= crl-file= pinnedpubkey= random-file= egd-file= hsts-file= warc-header= warc-max-size= warc-dedup= warc-tempdir= ftp-user= ftp-password= accept-regex= reject-regex= regex-type= domains= exclude-domains= follow-tags= ignore-tags= include-directories= exclude-directories=',
    effects: download,
  }),
  defineProgram({
    names: 'aria2c',
    kind: 'network',
    options:
      'o,out= d,dir= x,max-connection-per-server= s,split= j,max-concurrent-downloads= i,input-file= k,min-split-size= on-download-complete= header= c l,log=> all-proxy= all-proxy-passwd= all-proxy-user= checksum= connect-timeout= lowest-speed-limit= max-file-not-found= m,max-tries= netrc-path= no-proxy= proxy-method= retry-wait= server-stat-if= server-stat-timeout= stream-piece-selector= t,timeout= uri-selector= ca-certificate= certificate= http-user= http-passwd= http-proxy= http-proxy-passwd= http-proxy-user= https-proxy= https-proxy-passwd= https-proxy-user= private-key= referer= load-cookies= save-cookies=> save-session=> server-stat-of=> U,user-agent= ftp-user= ftp-passwd= ftp-proxy= ftp-proxy-passwd= ftp-proxy-user= ftp-type= ssh-host-key-md= bt-exclude-tracker= bt-external-ip= bt-lpd-interface= bt-max-open-files= bt-max-peers= bt-min-crypto-level= bt-prioritize-piece= bt-request-peer-speed-limit= bt-stop-timeout= bt-tracker= bt-tracker-connect-timeout= bt-tracker-interval= bt-tracker-timeout= dht-entry-point= dht-entry-point6= dht-file-path= dht-file-path6= dht-listen-addr6= dht-message-timeout= follow-torrent= O,index-out= max-overall-upload-limit= u,max-upload-limit= peer-id-prefix= peer-agent= seed-ratio= seed-time= T,torrent-file= follow-metalink= metalink-base-uri= M,metalink-file= metalink-language= metalink-location= metalink-os= metalink-version= metalink-preferred-protocol= rpc-certificate= rpc-listen-port= rpc-max-request-size= rpc-passwd= rpc-private-key= rpc-secret= rpc-user= async-dns-server= auto-save-interval= conf-path= console-log-level= disk-cache= download-result= dscp= rlimit-nofile= event-poll= file-allocation= gid= interface= max-download-result= max-mmap-limit= max-resume-failure-tries= min-tls-version= multiple-interface= log-level= on-bt-download-complete= on-download-error= on-download-pause= on-download-start= on-download-stop= piece-length= summary-interval= max-overall-download-limit= max-download-limit= no-file-allocation-limit= save-session= save-session-interval= socket-recv-buffer-size= stop= stop-with-process=',
    effects: (call, machine, { given, operands: [url = ''], value }) => {
      connect(call, machine, 'download', url);
      const dir = value('dir');
      if (url === '' && value('input-file') !== undefined)
        return machine.write(call, dir === undefined ? machine.unknown('list') : `${dir}/**`, 'download');
      const file = (dir === undefined ? '' : `${dir}/`) + (value('out') ?? fileOf(url));
      saveFetched(call, machine, file);
      for (const { name, value: hook } of given)
        // A hook gets its number, then the file.
        if (name.startsWith('on-') && hook !== undefined)
          machine.script(call, /\s/.test(hook) ? hook : `${hook} ${file}`, { wrapper: 'aria2c', via: 'option' });
    },
  }),
  defineProgram({
    names: 'axel',
    kind: 'network',
    options: 'o,output= n,num-connections= s,max-speed= H,header= U,user-agent= T,timeout= a q k v c N',
    effects: (call, machine, { operands: [url = ''], value }) => {
      connect(call, machine, 'download', url);
      saveFetched(call, machine, value('output') ?? fileOf(url));
    },
  }),
  // macOS: the file goes to a name, a directory or the downloads.
  defineProgram({
    names: 'nscurl',
    kind: 'network',
    oneDash: true,
    options: 'o= output= dir= dl k insecure H= header= m= method= d= data= L v',
    effects: (call, machine, { has, operands: [url = ''], value }) => {
      connect(call, machine, 'download', url);
      const dir = value('dir');
      const file = value('o') ?? value('output') ?? (dir === undefined ? undefined : `${dir}/${fileOf(url)}`);
      if (file === undefined && !has('dl')) return fromNetwork(call, machine, url);
      saveFetched(call, machine, file ?? `~/Downloads/${fileOf(url)}`);
      return '';
    },
  }),
  defineProgram({
    names: 'lwp-download lwp-mirror',
    kind: 'network',
    options: 'a s q',
    effects: (call, machine, { operands: [url = '', file] }) => {
      connect(call, machine, 'download', url);
      saveFetched(call, machine, file ?? fileOf(url));
    },
  }),
  // `smbget URL`, busybox's `ftpget host here there`.
  defineProgram({
    names: 'smbget',
    kind: 'network',
    options: 'o,outputfile= U,user= w,workgroup= a,guest n R,recursive r,resume q v',
    effects: (call, machine, { operands, value }) => {
      for (const url of operands) {
        connect(call, machine, 'download', url);
        saveFetched(call, machine, value('outputfile') ?? fileOf(url));
      }
    },
  }),
  defineProgram({
    names: 'ftpget',
    kind: 'network',
    options: '+c,continue v,verbose u,username= p,password= P,port=',
    effects: (call, machine, { operands: [host = '', file = ''] }) => {
      connect(call, machine, 'download', host);
      if (file !== '') saveFetched(call, machine, file);
    },
  }),
  defineProgram({
    names: 'http https xh xhs curlie',
    kind: 'network',
    options:
      'o,output= d,download a,auth= f,form j,json b,body h,headers v timeout= s= p= response-charset= response-mime= session= session-read-only= proxy=',
    effects: httpie,
  }),
  defineProgram({
    names: 'fetch httpie lynx w3m links openssl-s_client Invoke-WebRequest iwr Invoke-RestMethod irm',
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
  else if (parsed.has('background')) machine.write(call, 'wget-log', 'output');
  const askpass = parsed.value('use-askpass');
  if (askpass !== undefined) machine.script(call, askpass, { wrapper: 'wget', via: 'option' });
  if (parsed.has('spider')) return '';
  const output = parsed.value('output-document');
  if (output !== undefined && isStandardOutput(output)) return fromNetwork(call, machine, parsed.operands[0] ?? '');
  const dir = parsed.value('directory-prefix');
  const prefix = dir === undefined ? '' : `${dir}/`;
  if (output !== undefined) saveFetched(call, machine, output);
  else if (parsed.has('recursive') || parsed.has('mirror'))
    for (const url of parsed.operands)
      saveBelow(call, machine, `${prefix === '' ? './' : prefix}${belowHost(url, parsed)}`);
  else if (list !== undefined && parsed.operands.length === 0) {
    if (dir === undefined) machine.write(call, machine.unknown('list'), 'download');
    else saveBelow(call, machine, prefix);
  }
  // The server may give it another name.
  else if (parsed.has('content-disposition')) machine.write(call, prefix + machine.unknown('name'), 'download');
  // Unlike curl it keeps the query in the name.
  else
    for (const url of parsed.operands)
      saveFetched(call, machine, prefix + placeOf(url, parsed) + (/\?[^#]*/.exec(url)?.[0] ?? ''));
  return '';
}

/** `-x` mirrors the host and path as directories. */
function placeOf(url: string, parsed: Parsed): string {
  const path = /^(?:\w+:\/\/)?[^/]+\/(.*\/)?/.exec(url.replace(/[?#].*$/, ''))?.[1] ?? '';
  const isDeep = parsed.has('x') || parsed.has('force-directories');
  return isDeep ? belowHost(url, parsed) + path + fileOf(url) : fileOf(url);
}

/** Files whose names only the list or the site knows: what is run from the directory came from the network. */
function saveBelow(call: Call, machine: Machine, directory: string): void {
  machine.write(call, `${directory}**`, 'download');
  if (!/^(?:\.\/|\/)?$/.test(directory)) noteDownload(machine, call, directory);
}

/** A copy of a site is kept below a directory with the name of its host. */
function belowHost(url: string, parsed: Parsed): string {
  const host = /^(?:\w+:\/\/)?(?:[^/@]*@)?([\w.-]+)/.exec(url)?.[1] ?? '';
  return parsed.has('nH') || parsed.has('nd') || host === '' ? '' : `${host}/`;
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
  else if (parsed.has('download')) machine.write(call, machine.unknown('name'), 'download');
  return fromNetwork(call, machine, url);
}
