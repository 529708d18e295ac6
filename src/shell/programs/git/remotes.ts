import { hasUnknown } from '../../expand/unknown.ts';
import { baseName } from '../../files/paths.ts';
import { noteDownload } from '../../files/written-files.ts';
import { hostOf } from '../support/files/connect.ts';
import { defineOptions, type Parsed, parseOptions } from '../support/options.ts';
import { emitSettings, runsByConfig } from './config.ts';
import { addPair } from './settings.ts';
import { type Git, subcommand, type Subcommand } from './subcommand.ts';
import { changeTree } from './work-tree.ts';

const PUSH =
  'f,force force-with-lease? force-if-includes mirror d,delete all branches tags follow-tags n,dry-run prune u,set-upstream o,push-option= repo= receive-pack,exec= q,quiet v,verbose no-verify thin signed? atomic porcelain progress 4 6 recurse-submodules= verify stdin';
const TRANSPORT =
  'upload-pack,exec= depth= j,jobs= refmap= o,server-option= s,strategy= X,strategy-option= r,rebase? f,force p,prune P,prune-tags dry-run t,tags a,all u n,no-tags q,quiet v,verbose k,keep set-upstream update-head-ok append autostash ff-only no-ff multiple write-fetch-head unshallow shallow-since= shallow-exclude= deepen= filter= negotiation-tip= recurse-submodules? submodule-prefix= squash edit no-edit no-commit commit stat no-stat log? signoff verify gpg-sign? cleanup= allow-unrelated-histories progress ipv4 ipv6 4 6';

const ADDED = defineOptions('b,branch= f,force name= reference= depth= q,quiet');

/** Subcommands that talk to another repository. */
export const gitRemotes: Record<string, Subcommand> = {
  push: subcommand(PUSH, push),
  'send-pack': subcommand(PUSH, push),
  'http-push': subcommand(PUSH, push),
  clone: subcommand(
    'b,branch= depth= o,origin= u,upload-pack= c,config= reference= template= separate-git-dir= j,jobs= filter= shallow-since= shallow-exclude= server-option= bundle-uri= ref-format= l,local q,quiet v,verbose n,no-checkout bare mirror recursive recurse-submodules? single-branch sparse s,shared',
    clone,
  ),
  fetch: subcommand(TRANSPORT, transport),
  pull: subcommand(TRANSPORT, (git, parsed) => {
    transport(git, parsed);
    changeTree(git);
  }),
  'ls-remote': subcommand(TRANSPORT, transport),
  'fetch-pack': subcommand(TRANSPORT, transport),
  remote: subcommand('v,verbose', (git) => {
    const [verb] = git.args;
    if (verb === 'add' || verb === 'set-url' || verb === 'remove' || verb === 'rm' || verb === 'rename')
      git.emit('remote-change', { detail: git.args });
    if (verb === 'update' || verb === 'prune') connect(git, undefined, 'download');
  }),
  submodule: subcommand('q,quiet f,force recursive a,all', (git) => {
    const words = git.args.filter((arg) => arg !== '--quiet' && arg !== '-q');
    const at = words.indexOf('foreach');
    if (at >= 0) {
      const rest = words.slice(at + 1).filter((arg) => arg !== '--recursive');
      return git.machine.script(git.call, rest.join(' '), { wrapper: 'git', via: 'option' });
    }
    // Both throw away what was changed inside the modules.
    if ((words[0] === 'deinit' || words[0] === 'update') && words.some((arg) => arg === '-f' || arg === '--force'))
      git.emit('worktree-loss', { forced: true });
    if (words[0] === 'add' || words[0] === 'update')
      connect(
        git,
        words.find((arg) => /[:/]/.test(arg)),
        'download',
      );
    if (words[0] === 'update') changeTree(git);
    // The directory stays, what was in it goes.
    if (words[0] === 'deinit')
      for (const path of words.slice(1).filter((word) => !word.startsWith('-')))
        git.machine.remove(git.call, `${path.replace(/(.)\/+$/, '$1')}/**`, 'git', { recursive: true });
    if (words[0] === 'add') {
      const [url = '', path] = parseOptions(words.slice(1), ADDED).operands;
      git.machine.write(git.call, '.gitmodules', 'git', { append: true });
      git.machine.write(git.call, path ?? baseName(url).replace(/\.git$/, ''), 'download');
    }
    return undefined;
  }),
};

function push(git: Git, parsed: Parsed): void {
  const [remote, ...named] = parsed.operands;
  const setting = (name: string) => git.config.get(`remote.${(remote ?? 'origin').toLowerCase()}.${name}`);
  const configured = setting('push');
  // `send-pack --stdin` reads further refs, one from each line.
  const read = parsed.has('stdin') ? (git.call.io.stdin?.text.trim().split(/\s+/) ?? []) : [];
  const refs = named.length > 0 || configured === undefined ? [...named, ...read] : [configured];
  const mirror = parsed.has('mirror') || /^(true|yes|on|1)$/i.test(setting('mirror') ?? '');
  const plus = refs.some((ref) => ref.startsWith('+') || ref.includes(':+'));
  const deletes = parsed.has('delete') || parsed.has('prune') || refs.some((ref) => /^\+?:./.test(ref));
  const force = parsed.on('force') || plus || mirror;
  const lease = parsed.has('force-with-lease') || parsed.has('force-if-includes');
  const bypass = parsed.has('no-verify') || git.args.includes('--no-verify');
  if (bypass) git.emit('hooks-bypass');
  for (const text of parsed.all('exec')) runsElsewhere(git, 'receive-pack', text);
  if (parsed.on('dry-run')) return;
  connect(git, remote ?? parsed.value('repo'), 'upload');
  git.emit('push', {
    forced: force,
    detail: refs,
    push: {
      remote: remote === undefined ? null : git.machine.render(remote),
      to: refs.map(destination),
      force,
      lease: lease && !force,
      deletes,
      mirror,
      tags: parsed.has('tags') || parsed.has('follow-tags'),
    },
  });
  if (deletes) git.emit('ref-delete', { forced: true, detail: refs });
}

/** The program that serves the other side; where the other side is this machine, it runs here. */
function runsElsewhere(git: Git, name: string, text: string): void {
  git.machine.script(git.call, text, { wrapper: 'git', via: 'option' });
  git.emit('config', { detail: [`${name}=${text}`] });
}

function destination(ref: string): string {
  const plain = ref.replace(/^\+/, '');
  const target = plain.slice(plain.indexOf(':') + 1).replace(/^\+/, '');
  return hasUnknown(target) ? '?' : target.replace(/^refs\/heads\//, '');
}

function clone(git: Git, parsed: Parsed): void {
  const [url = '', dir] = parsed.operands;
  for (const text of parsed.all('upload-pack')) runsElsewhere(git, 'upload-pack', text);
  const settings = new Map<string, string>();
  for (const pair of parsed.all('config')) addPair(settings, pair);
  const template = parsed.value('template');
  if (template !== undefined) settings.set('init.templatedir', template);
  runsByConfig(git.call, git.machine, settings, 'option');
  emitSettings(git.call, git.machine, settings, git.subcommand);
  connect(git, url, 'download');
  const name = baseName(url.replace(/\/+$/, ''))
    .replace(/\.git$/, parsed.has('bare') || parsed.has('mirror') ? '.git' : '')
    .replace(/^.*:/, '');
  git.machine.write(git.call, dir ?? name, 'download');
  git.machine.directories.add(git.machine.locate(git.call, dir ?? name));
  if (!isLocal(url)) noteDownload(git.machine, git.call, dir ?? name);
}

/** A repository of this machine: a path, or a name without a host. */
function isLocal(url: string): boolean {
  return url.startsWith('file:') || /^[./~]/.test(url) || !/[:@]/.test(url);
}

function transport(git: Git, parsed: Parsed): void {
  for (const text of parsed.all('exec')) runsElsewhere(git, 'upload-pack', text);
  connect(git, parsed.operands[0], 'download');
  if (parsed.on('dry-run')) return;
  const [remote = 'origin', ...named] = parsed.operands;
  const configured = git.config.get(`remote.${remote.toLowerCase()}.fetch`);
  const refs = named.length > 0 || configured === undefined ? named : [configured];
  const own = refs.filter(isOwnBranch);
  const moved = own.filter((ref) => ref.startsWith('+') || parsed.has('force'));
  if (moved.length > 0) git.emit('history-rewrite', { forced: true, detail: moved });
  // What the other side does not have goes, and that may be all of one's own branches or tags.
  if (!parsed.on('prune')) return;
  const gone = refs.filter((ref) => /:(?:refs\/)?(?:heads|tags)\/\*$/.test(ref));
  if (gone.length > 0 || parsed.on('prune-tags'))
    git.emit('ref-delete', { forced: true, detail: gone.length > 0 ? gone : ['refs/tags/*'] });
}

/** `+main:main` puts a branch of this repository where the other one is; copies of remote branches may move freely. */
function isOwnBranch(ref: string): boolean {
  const target = /:(.+)$/.exec(ref)?.[1] ?? '';
  return target !== '' && !/^refs\/(?!heads\/)/.test(target);
}

function connect(git: Git, url: string | undefined, direction: 'download' | 'upload'): void {
  // `ext::` runs the rest as a command; `% ` is a blank inside a word.
  if (url?.startsWith('ext::') === true) {
    const argv = url
      .slice(5)
      .replaceAll('% ', '\0')
      .split(' ')
      .map((word) => word.replaceAll('\0', ' '));
    git.machine.run(git.call, argv, { wrapper: 'git', via: 'option' });
    git.emit('config', { detail: [`protocol.ext.url=${url}`] });
  }
  const named = url === undefined || !/[:/]/.test(url);
  if (!named && (url.startsWith('/') || url.startsWith('.'))) return;
  git.machine.emit(git.call, {
    kind: 'network',
    direction,
    host: named ? null : hostOf(git.machine, url),
    url: url === undefined ? null : git.machine.render(url),
  });
}
