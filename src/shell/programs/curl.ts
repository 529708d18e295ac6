import { fileOf, fromNetwork, isStandardOutput, noteFetched, saveFetched } from './support/files/fetched.ts';
import type { Call, Machine } from '../run/machine.ts';
import { connect } from './support/files/connect.ts';
import { defineProgram } from './support/define-program.ts';
import { defineOptions, type Parsed, parseOptions } from './support/options.ts';

const OPTIONS = defineOptions(
  'o,output= O,remote-name remote-name-all output-dir= J,remote-header-name create-dirs d,data= data-raw= data-binary= data-ascii= data-urlencode= json= F,form= form-string= T,upload-file= H,header= A,user-agent= e,referer= u,user= U,proxy-user= x,proxy= X,request= b,cookie= c,cookie-jar= D,dump-header= w,write-out= K,config= m,max-time= connect-timeout= retry= retry-delay= cacert= capath= E,cert= key= r,range= C,continue-at= url= resolve= interface= limit-rate= z,time-cond= Q,quote= y,speed-time= Y,speed-limit= t= P,ftp-port= unix-socket= stderr= trace= trace-ascii= netrc-file= variable= proto= s,silent S,show-error L,location f,fail k,insecure I,head i,include v,verbose g G,get N n,netrc # a 0 1 2 3 4 6 l q R j p tlsv1.2 h,help? V,version compressed Z,parallel ftp-ssl-ccc socks5-gssapi abstract-unix-socket= aws-sigv4= cert-type= create-file-mode= crlfile= curves= delegation= dns-interface= dns-ipv4-addr= dns-ipv6-addr= dns-servers= doh-url= egd-file= engine= etag-compare= etag-save=> expect100-timeout= ftp-account= ftp-method= ftp-ssl-ccc-mode= happy-eyeballs-timeout-ms= hostpubmd5= hostpubsha256= keepalive-time= key-type= krb= libcurl=> local-port= login-options= mail-auth= mail-from= max-filesize= max-redirs= noproxy= oauth2-bearer= parallel-max= connect-to= pass= pinnedpubkey= preproxy= proto-default= proto-redir= proxy-cacert= proxy-capath= proxy-cert-type= proxy-cert= proxy-ciphers= proxy-crlfile= proxy-key-type= proxy-key= proxy-pass= proxy-pinnedpubkey= proxy-service-name= proxy-tls13-ciphers= proxy-tlsauthtype= proxy-tlspassword= proxy-tlsuser= pubkey= random-file= rate= request-target= retry-max-time= sasl-authzid= service-name= socks4= socks4a= socks5-gssapi-service= socks5-hostname= socks5= tftp-blksize= tls-max= tls13-ciphers= tlsauthtype= tlspassword= tlsuser=',
);

export const curl = defineProgram({
  names: 'curl',
  kind: 'network',
  options: OPTIONS,
  effects: request,
});

function request(call: Call, machine: Machine, written: Parsed): string | undefined {
  if (written.has('help') || written.has('version')) return undefined;
  const settings = written.all('config').flatMap((file) => argumentsIn(configText(call, machine, file)));
  const parsed = settings.length === 0 ? written : parseOptions([...settings, ...call.args], OPTIONS);
  const urls = [...parsed.all('url'), ...parsed.operands];
  const uploads = [...parsed.all('upload-file'), ...dataFiles(parsed)];
  for (const file of uploads) machine.read(call, file, 'upload');
  for (const name of ['config', 'key', 'cert', 'netrc-file']) {
    const file = parsed.value(name);
    // A key is used, not shown.
    if (file !== undefined) machine.read(call, file, name === 'config' || name === 'netrc-file' ? 'argument' : 'use');
  }
  const sends =
    uploads.length > 0 ||
    ['data', 'form', 'json', 'data-raw', 'data-binary', 'data-urlencode'].some((name) => parsed.has(name));
  for (const url of urls) connect(call, machine, sends ? 'upload' : 'download', url);
  for (const host of otherHosts(parsed)) connect(call, machine, 'connect', host);
  const dir = parsed.value('output-dir');
  const prefix = dir === undefined ? '' : `${dir}/`;
  for (const name of ['cookie-jar', 'dump-header', 'trace', 'trace-ascii', 'stderr']) {
    const file = parsed.value(name);
    if (file !== undefined && file !== '-') machine.write(call, file, 'output');
  }
  const outputs = parsed.all('output').filter((path) => !isStandardOutput(path));
  for (const path of outputs) saveFetched(call, machine, prefix + globbed(path));
  if (parsed.has('remote-name') || parsed.has('remote-name-all')) {
    // The server may give it another name.
    const named = (url: string) => (parsed.has('remote-header-name') ? machine.unknown('name') : fileOf(url));
    for (const url of urls) {
      saveFetched(call, machine, prefix + named(url));
      noteFetched(call, machine, prefix + fileOf(url));
    }
    return '';
  }
  if (outputs.length > 0 && outputs.length >= urls.length) return '';
  return fromNetwork(call, machine, urls[0] ?? '');
}

/** `#1` in the name of an output is what the first braces or brackets of the address were. */
function globbed(path: string): string {
  return path.replaceAll(/#\d/g, '*');
}

/** The address says one host, the connection goes to another: `--resolve name:port:address`, `--connect-to name:port:host:port`, a proxy. */
function otherHosts(parsed: Parsed): string[] {
  const resolved = parsed.all('resolve').map((text) => text.split(':').slice(2).join(':').split(',')[0] ?? '');
  const connected = parsed.all('connect-to').map((text) => text.split(':').slice(2).join(':'));
  return [...resolved, ...connected, ...parsed.all('proxy')].filter((host) => host !== '');
}

/** `-d @file`, `-F name=@file` and `-H @file` send a file. */
function dataFiles(parsed: Parsed): string[] {
  const found: string[] = [];
  for (const name of ['data', 'data-binary', 'data-ascii', 'data-urlencode', 'json', 'header']) {
    for (const text of parsed.all(name)) {
      const at = text.indexOf('@');
      if (at === 0 || (name === 'data-urlencode' && at > 0)) found.push(text.slice(at + 1));
    }
  }
  for (const text of parsed.all('form')) {
    const match = /^[^=]*=[@<]"?([^;"]+)/.exec(text);
    if (match?.[1] !== undefined) found.push(match[1]);
  }
  return found;
}

function configText(call: Call, machine: Machine, file: string): string {
  return (file === '-' ? call.io.stdin?.text : machine.content(call, file)) ?? '';
}

/** A file of settings holds options without their dashes: `output = "file"`. */
function argumentsIn(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const found = /^\s*(-?-?)([\w-]+)(?:\s*[=:]\s*|\s+|$)(?:"((?:[^"\\]|\\.)*)"|(.*?))\s*$/.exec(line);
    if (found === null) return [];
    const [, dashes, name = '', quoted, plain = ''] = found;
    const value = quoted ?? plain;
    return [`${dashes === '-' ? '-' : '--'}${name}`, ...(value === '' ? [] : [value])];
  });
}
