import type { Call, Handler, Machine } from '../../run/machine.ts';
import { defineOptions, parseOptions } from '../options.ts';
import { baseName } from '../../files/paths.ts';
import { hasUnknown } from '../../expand/unknown.ts';
import { leaveConsole } from '../wrappers/consoles.ts';
import { localCommand } from '../wrappers/remote.ts';
import { connect } from './connect.ts';
import { isDirectory } from './copying.ts';
import { lftp, sftp } from './sftp.ts';

const CURL = defineOptions(
  'o,output= O,remote-name remote-name-all output-dir= J,remote-header-name create-dirs d,data= data-raw= data-binary= data-ascii= data-urlencode= json= F,form= form-string= T,upload-file= H,header= A,user-agent= e,referer= u,user= U,proxy-user= x,proxy= X,request= b,cookie= c,cookie-jar= D,dump-header= w,write-out= K,config= m,max-time= connect-timeout= retry= retry-delay= cacert= capath= E,cert= key= r,range= C,continue-at= url= resolve= interface= limit-rate= z,time-cond= Q,quote= y= Y= t= P= unix-socket= stderr= trace= trace-ascii= netrc-file= variable= proto= s,silent S,show-error L,location f,fail k,insecure I,head i,include v,verbose g G,get N n,netrc # a 0 1 2 3 4 6 l q R j p Z tlsv1.2 help? V,version compressed',
);
const WGET = defineOptions(
  'O,output-document= P,directory-prefix= o,output-file= a,append-output= i,input-file= U,user-agent= t,tries= T,timeout= w,wait= l,level= A= R= D= e,execute= header= post-data= post-file= body-data= body-file= method= user= password= Q= X= I= B,base= load-cookies= save-cookies= ca-certificate= certificate= private-key= use-askpass= referer= limit-rate= cut-dirs= warc-file= q,quiet v c,continue N,timestamping r,recursive p,page-requisites k,convert-links m,mirror S,server-response spider b nc,no-clobber nv nd nH x H L np F E help version no-check-certificate',
);

export const network: Record<string, Handler> = {
  curl,
  wget,
  aria2c: (call, machine) => {
    const parsed = parseOptions(
      call.args,
      defineOptions('o,out= d,dir= x= s= j= i= k= on-download-complete= header= c'),
    );
    const [url = ''] = parsed.operands;
    connect(call, machine, 'download', url);
    const dir = parsed.value('dir');
    save(call, machine, (dir === undefined ? '' : `${dir}/`) + (parsed.value('out') ?? fileOf(url)));
    const hook = parsed.value('on-download-complete');
    if (hook !== undefined) machine.script(call, hook, { wrapper: 'aria2c', via: 'option' });
  },
  http: httpie,
  https: httpie,
  xh: httpie,
  nc: netcat,
  ncat: netcat,
  netcat,
  socat,
  telnet: connectAndLeave,
  ftp: connectAndLeave,
  scp,
  sftp,
  lftp,
  rsync,
  rclone: (call, machine) => {
    const [verb, from = '', to = ''] = call.args.filter((arg) => !arg.startsWith('-'));
    if (verb === 'cat') return fromNetwork(call, machine, from);
    if (!/^(copy|sync|move|copyto|moveto)$/.test(verb ?? '')) return undefined;
    transfer(call, machine, from, to, `${to.replace(/\/+$/, '')}/**`);
    if (verb === 'sync' && !isRemote(to)) machine.remove(call, `${to}/**`, 'sync', { recursive: true });
    return undefined;
  },
  openssl: (call, machine) => {
    const parsed = parseOptions(
      call.args.slice(1),
      defineOptions(
        'in= out= inkey= key= keyout= cert= CAfile= connect= days= subj= newkey= pass= passin= passout= d base64 a A k= K= iv= e',
      ),
    );
    const input = parsed.value('in') ?? parsed.value('inkey') ?? parsed.value('key');
    if (input !== undefined) machine.read(call, input);
    for (const name of ['out', 'keyout']) {
      const path = parsed.value(name);
      if (path !== undefined) machine.write(call, path, 'output');
    }
    const host = parsed.value('connect');
    if (host !== undefined) connect(call, machine, 'connect', host);
    return parsed.has('d') ? machine.unknown('$(openssl)', 'decoded') : undefined;
  },
  dig: lookUp,
  nslookup: lookUp,
  host: lookUp,
  ping: (call, machine) => connect(call, machine, 'connect', call.args.at(-1) ?? ''),
};

/** The name that is asked for travels to whoever serves its domain. */
function lookUp(call: Call, machine: Machine): void {
  connect(call, machine, 'connect', call.args.find((arg) => /^[^-+@]/.test(arg)) ?? '');
}

function fromNetwork(call: Call, machine: Machine, url: string): string {
  return machine.unknown(`$(${call.program} ${machine.render(url)})`, 'network');
}

function save(call: Call, machine: Machine, path: string): void {
  machine.write(call, path, 'download', { content: machine.unknown(`$(<${machine.render(path)})`, 'network') });
}

function fileOf(url: string): string {
  const path = url.replace(/[?#].*$/, '').replace(/^[a-z]+:\/\/[^/]*/, '');
  return baseName(path) || 'index.html';
}

function curl(call: Call, machine: Machine): string | undefined {
  const parsed = parseOptions(call.args, CURL);
  if (parsed.has('help') || parsed.has('version')) return undefined;
  const urls = [...parsed.all('url'), ...parsed.operands];
  const uploads = [...parsed.all('upload-file'), ...dataFiles(parsed)];
  for (const file of uploads) machine.read(call, file, 'upload');
  for (const name of ['config', 'key', 'cert', 'netrc-file']) {
    const file = parsed.value(name);
    // A key is used, not shown.
    if (file !== undefined) machine.read(call, file, name === 'key' || name === 'cert' ? 'script' : 'argument');
  }
  const sends =
    uploads.length > 0 ||
    ['data', 'form', 'json', 'data-raw', 'data-binary', 'data-urlencode'].some((name) => parsed.has(name));
  for (const url of urls) connect(call, machine, sends ? 'upload' : 'download', url);
  const dir = parsed.value('output-dir');
  const prefix = dir === undefined ? '' : `${dir}/`;
  for (const name of ['cookie-jar', 'dump-header', 'trace', 'trace-ascii', 'stderr']) {
    const file = parsed.value(name);
    if (file !== undefined && file !== '-') machine.write(call, file, 'output');
  }
  const outputs = parsed.all('output').filter((path) => path !== '-');
  for (const path of outputs) save(call, machine, prefix + path);
  if (parsed.has('remote-name') || parsed.has('remote-name-all')) {
    for (const url of urls) save(call, machine, prefix + fileOf(url));
    return '';
  }
  if (outputs.length > 0 && outputs.length >= urls.length) return '';
  return fromNetwork(call, machine, urls[0] ?? '');
}

/** `-d @file`, `-F name=@file` send a file. */
function dataFiles(parsed: ReturnType<typeof parseOptions>): string[] {
  const found: string[] = [];
  for (const name of ['data', 'data-binary', 'data-ascii', 'data-urlencode', 'json']) {
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

function wget(call: Call, machine: Machine): string | undefined {
  const parsed = parseOptions(call.args, WGET);
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
  if (output !== undefined) save(call, machine, output);
  else if (parsed.has('recursive') || parsed.has('mirror'))
    machine.write(call, `${prefix === '' ? './' : prefix}**`, 'download');
  else for (const url of parsed.operands) save(call, machine, prefix + fileOf(url));
  return '';
}

function httpie(call: Call, machine: Machine): string | undefined {
  const parsed = parseOptions(
    call.args,
    defineOptions('o,output= d,download a,auth= f,form j,json b,body h,headers v timeout= s= p='),
  );
  for (const word of parsed.operands) {
    const file = /^[^@:=/]*@(.+)$/.exec(word)?.[1] ?? /^[^:=]+:?=@(.+)$/.exec(word)?.[1];
    if (file !== undefined) machine.read(call, file, 'upload');
  }
  const url = parsed.operands.find((word) => /[./:]/.test(word)) ?? '';
  connect(call, machine, 'download', url);
  const output = parsed.value('output');
  if (output !== undefined) save(call, machine, output);
  return fromNetwork(call, machine, url);
}

const NC = defineOptions(
  'e,exec= c,sh-exec= p= s= w= i= q= X= x= O= I= T= P= m= V= g= l,listen u v n z k d r t 4 6 C D N U h',
);

function netcat(call: Call, machine: Machine): string {
  const parsed = parseOptions(call.args, NC);
  const listens = parsed.has('listen');
  connect(
    call,
    machine,
    listens ? 'listen' : call.io.stdin === null ? 'connect' : 'upload',
    listens ? '' : (parsed.operands[0] ?? ''),
  );
  const program = parsed.value('exec') ?? parsed.value('sh-exec');
  if (program !== undefined) {
    machine.emit(call, { kind: 'code', source: 'network', interpreter: baseName(program.split(' ')[0] ?? '') });
    machine.script(call, program, { wrapper: call.program, via: 'option', stdin: machine.unknown('$(nc)', 'network') });
  }
  return machine.unknown('$(nc)', 'network');
}

function socat(call: Call, machine: Machine): string {
  const addresses = call.args.filter((arg) => !arg.startsWith('-'));
  connect(
    call,
    machine,
    addresses.some((text) => /listen/i.test(text)) ? 'listen' : 'connect',
    addresses.find((text) => /^(tcp|udp|openssl|ssl)/i.test(text))?.replace(/^[^:]*:/, '') ?? '',
  );
  for (const address of addresses) {
    const file = /^(?:file|open|gopen):([^,]+)/i.exec(address)?.[1];
    if (file !== undefined) machine.read(call, file, 'upload');
    const text = /^(exec|system|shell):(.*)$/is
      .exec(address)?.[2]
      ?.replace(/,(pty|stderr|setsid|sigint|sane|ctty|nofork|echo=0|raw).*$/i, '')
      .replace(/^(['"])(.*)\1$/, '$2');
    if (text === undefined) continue;
    machine.emit(call, { kind: 'code', source: 'network', interpreter: 'bash' });
    machine.script(call, text, { wrapper: 'socat', via: 'option', stdin: machine.unknown('$(socat)', 'network') });
  }
  return machine.unknown('$(socat)', 'network');
}

function isRemote(path: string): boolean {
  return /^[^/]*::?[^/]|^[^/.][^/]*:|^rsync:\/\//.test(path) && !path.startsWith('./');
}

function transfer(call: Call, machine: Machine, from: string, to: string, target: string): void {
  if (isRemote(from)) connect(call, machine, 'download', from);
  else machine.read(call, from, isRemote(to) ? 'upload' : 'copy');
  if (isRemote(to)) connect(call, machine, 'upload', to);
  else
    machine.write(call, target, isRemote(from) ? 'download' : 'copy', {
      content: isRemote(from) ? machine.unknown('$(scp)', 'network') : machine.content(call, from),
    });
}

const SCP = defineOptions('c= D= F= i= J= l= o= P= S= X= r C q v p 3 4 6 B O R T');

function scp(call: Call, machine: Machine): string {
  const parsed = parseOptions(call.args, SCP);
  const program = parsed.value('S');
  if (program !== undefined) machine.script(call, program, { wrapper: 'scp', via: 'option' });
  for (const option of parsed.all('o')) localCommand(call, machine, option);
  const key = parsed.value('i');
  if (key !== undefined) machine.read(call, key, 'script');
  const to = parsed.operands.at(-1) ?? '';
  const sources = parsed.operands.slice(0, -1);
  for (const from of sources) {
    const name = baseName(from.replace(/^[^:]*:/, ''));
    const inside = sources.length > 1 || isDirectory(call, machine, to);
    transfer(call, machine, from, to, inside ? `${to}/${hasUnknown(from) || name === '' ? '**' : name}` : to);
  }
  return '';
}

const RSYNC = defineOptions(
  'e,rsh= rsync-path= f,filter= exclude= exclude-from= include= include-from= files-from= T,temp-dir= B= M= compare-dest= copy-dest= link-dest= log-file= password-file= port= bwlimit= timeout= chmod= chown= max-size= min-size= suffix= backup-dir= partial-dir= a,archive r,recursive v z n,dry-run delete delete-after delete-before delete-during delete-excluded remove-source-files P progress u l t p o g D h c b H A X S x',
);

function rsync(call: Call, machine: Machine): string {
  const parsed = parseOptions(call.args, RSYNC);
  const program = parsed.value('rsh');
  if (program !== undefined && !/^ssh(\s+-[a-zA-Z]+(\s+[^-;|&$`]\S*)?)*$/.test(program))
    machine.script(call, program, { wrapper: 'rsync', via: 'option' });
  if (parsed.has('dry-run')) return '';
  const to = parsed.operands.at(-1) ?? '';
  const sources = parsed.operands.slice(0, -1);
  if (sources.length === 0) return '';
  const tree = parsed.has('archive') || parsed.has('recursive') || sources.length > 1 || to.endsWith('/');
  const target = tree ? `${to.replace(/(.)\/+$/, '$1')}/**` : to;
  for (const from of sources) {
    transfer(call, machine, from, to, target);
    if (parsed.has('remove-source-files')) machine.remove(call, from, 'sync', { recursive: true });
  }
  const deletes = ['delete', 'delete-after', 'delete-before', 'delete-during', 'delete-excluded'].some((name) =>
    parsed.has(name),
  );
  if (deletes && !isRemote(to))
    machine.remove(call, `${to.replace(/(.)\/+$/, '$1')}/**`, 'sync', { recursive: true, force: true });
  return '';
}

/** A line that begins with `!` is for a shell of this machine. */
function connectAndLeave(call: Call, machine: Machine): void {
  connect(call, machine, 'connect', call.args.find((arg) => !arg.startsWith('-')) ?? '');
  leaveConsole(call, machine);
}
