import { fromNetwork } from './support/files/fetched.ts';
import { hasUnknown } from '../expand/unknown.ts';
import { baseName } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { connect, readElsewhere } from './support/files/connect.ts';
import { defineProgram } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';
import { useSshOptions } from './support/start/ssh-options.ts';
import { keepBackup } from './support/files/keep-backup.ts';
import { isDirectory } from './support/files/targets.ts';

/** Programs that copy files to or from another machine. */
export const scp = [
  defineProgram({
    names: 'scp',
    kind: 'network',
    options: 'c= D= F= i= J= l= o= P= S= X= r C q v p 3 4 6 B O R T',
    effects: copyBySsh,
  }),
  defineProgram({
    names: 'rsync',
    kind: 'network',
    options:
      'e,rsh= rsync-path= f,filter= exclude= exclude-from= include= include-from= files-from= T,temp-dir= B= M= compare-dest= copy-dest= link-dest= log-file= password-file= port= bwlimit= timeout= chmod= chown= max-size= min-size= suffix= backup-dir= partial-dir= a,archive r,recursive v,verbose z,compress n,dry-run delete,del delete-after delete-before delete-during delete-delay delete-excluded delete-missing-args list-only R,relative i,itemize-changes W,whole-file I,ignore-times remove-source-files P progress partial u,update l,links t,times p,perms o,owner g,group D h c,checksum b,backup H A X S,sparse x info= debug= stderr= confine-root= cc,checksum-choice= block-size= max-delete= max-alloc= usermap= groupmap= contimeout= modify-window= zc,compress-choice= zl,compress-level= zt,compress-threads= skip-compress= copy-as= address= outbuf= remote-option= out-format= log-file-format= early-input= stop-after= stop-at= write-batch=> only-write-batch=> read-batch= iconv= checksum-seed= config= dparam=',
    effects: rsync,
  }),
  defineProgram({
    names: 'unison',
    kind: 'network',
    oneDash: true,
    options:
      'sshcmd= rshcmd= sshargs= servercmd= diff= merge= backupcmd= force= prefer= forcepartial= preferpartial= path= ignore= ignorenot= ignorepath= root= batch auto ui= perms= retry= repeat= log= logfile= times= addprefsto= label= maxbackups= backup= backupdir= backuploc= host= killserver= socket= copyprog= testserver version help silent terse confirmbigdel=',
    effects: unison,
  }),
  defineProgram({
    names: 'rclone',
    kind: 'network',
    effects: (call, machine) => {
      const [verb, from = '', to = ''] = call.args.filter((arg) => !arg.startsWith('-'));
      if (verb === 'cat') return fromNetwork(call, machine, from);
      const isTrial = call.args.some((arg) => /^(?:-\w*n\w*|--dry-run)$/.test(arg));
      if (isTrial || !/^(copy|sync|move|copyto|moveto)$/.test(verb ?? '')) return undefined;
      transfer(call, machine, { from, to, place: `${to.replace(/\/+$/, '')}/**` });
      if (verb === 'sync' && !isRemote(to)) machine.remove(call, `${to}/**`, 'sync', { recursive: true });
      return undefined;
    },
  }),
];

function copyBySsh(call: Call, machine: Machine, parsed: Parsed): string {
  const program = parsed.value('S');
  if (program !== undefined) machine.script(call, program, { wrapper: 'scp', via: 'option' });
  useSshOptions(call, machine, parsed);
  const to = parsed.operands.at(-1) ?? '';
  const sources = parsed.operands.slice(0, -1);
  for (const from of sources) {
    const name = baseName(from.replace(/^[^:]*:/, ''));
    const inside = sources.length > 1 || isDirectory(call, machine, to);
    const place = inside ? `${to}/${hasUnknown(from) || name === '' ? '**' : name}` : to;
    transfer(call, machine, { from, to, place });
  }
  return '';
}

function rsync(call: Call, machine: Machine, parsed: Parsed): string {
  const program = parsed.value('rsh');
  if (program !== undefined && !/^ssh(\s+-[a-zA-Z]+(\s+[^-;|&$`]\S*)?)*$/.test(program))
    machine.script(call, program, { wrapper: 'rsync', via: 'option' });
  // A shell on the other machine runs it in front of rsync's own words.
  const other = parsed.value('rsync-path');
  if (other !== undefined)
    machine.script(call, other, {
      wrapper: 'rsync',
      via: 'wrapper',
      place: 'remote',
      scope: { ...call.scope, cwd: null },
    });
  const log = parsed.value('log-file');
  if (log !== undefined) machine.write(call, log, 'output', { append: true });
  if (parsed.on('dry-run') || parsed.has('list-only')) return '';
  const to = parsed.operands.at(-1) ?? '';
  const sources = parsed.operands.slice(0, -1);
  if (sources.length === 0) return '';
  const tree =
    parsed.has('archive') ||
    parsed.has('files-from') ||
    parsed.has('recursive') ||
    sources.length > 1 ||
    to.endsWith('/');
  const target = tree ? `${to.replace(/(.)\/+$/, '$1')}/**` : to;
  for (const from of sources) {
    const isFile = /[^/*?]\.\w+$/.test(from) && !hasUnknown(from) && !parsed.has('delete');
    const file = isDirectory(call, machine, to)
      ? `${to.replace(/(.)\/+$/, '$1')}/${baseName(from.replace(/^[^/]*:/, ''))}`
      : to;
    // A source with the ending of a file goes to one file, if the target has such an ending or ends in a slash.
    const isNamed = isFile && (isDirectory(call, machine, to) || (sources.length === 1 && /\.\w+$/.test(to)));
    const place = isNamed ? file : target;
    transfer(call, machine, { from, to, place });
    if (!isRemote(to)) keepReplaced(call, machine, parsed, [...new Set([place, to.replace(/\/+$/, '')])]);
    // Directories stay.
    if (parsed.has('remove-source-files'))
      machine.remove(call, from.endsWith('/') ? `${from}**` : from, 'sync', { recursive: true });
  }
  const deletes = ['delete', 'delete-after', 'delete-before', 'delete-during', 'delete-delay', 'delete-excluded'].some(
    (name) => parsed.has(name),
  );
  if (deletes && !isRemote(to))
    machine.remove(call, `${to.replace(/(.)\/+$/, '$1')}/**`, 'sync', { recursive: true, force: true });
  return '';
}

/** `--backup` keeps what is replaced beside it, or in a directory. */
function keepReplaced(call: Call, machine: Machine, parsed: Parsed, places: readonly string[]): void {
  const directory = parsed.value('backup-dir');
  if (directory === undefined) for (const place of places) keepBackup(call, machine, parsed, place);
  else machine.write(call, `${directory}/**`, 'move');
}

/** `place`: the files that are written, below `to` or itself. */
type Transfer = { from: string; to: string; place: string };

function transfer(call: Call, machine: Machine, { from, to, place }: Transfer): void {
  if (isRemote(from)) {
    connect(call, machine, 'download', from);
    readElsewhere(call, machine, from.replace(/^(?:rsync:\/\/[^/]*|[^:]*::?)/, ''), 'remote');
  } else machine.read(call, from, isRemote(to) ? 'upload' : 'copy');
  if (isRemote(to)) connect(call, machine, 'upload', to);
  else
    machine.write(call, place, isRemote(from) ? 'download' : 'copy', {
      content: isRemote(from) ? machine.unknown('$(scp)', 'network') : machine.content(call, from),
    });
}

function isRemote(path: string): boolean {
  return /^[^/]*::?[^/]|^[^/.][^/]*:|^rsync:\/\//.test(path) && !path.startsWith('./');
}

/** Two directories are made equal; with `-force ROOT` the other one loses what ROOT does not have. */
function unison(call: Call, machine: Machine, parsed: Parsed): string {
  for (const name of ['sshcmd', 'rshcmd', 'diff', 'merge', 'backupcmd', 'copyprog']) {
    const text = parsed.value(name);
    if (text !== undefined) machine.script(call, text, { wrapper: 'unison', via: 'option', stdin: null });
  }
  const forced = parsed.value('force');
  const roots = [...parsed.operands, ...parsed.all('root')];
  for (const root of roots) {
    if (/^\w+:\/\//.test(root)) connect(call, machine, 'connect', root);
    else if (forced !== undefined && root !== forced) machine.remove(call, `${root}/**`, 'sync', { recursive: true });
  }
  return '';
}
