import type { PrintedByGit } from '../../expand/printed-by-git.ts';
import { addUnknown } from '../../expand/unknown.ts';
import { takeBack } from '../../files/put-back.ts';
import { baseName, isWithin } from '../../files/paths.ts';
import type { Parsed } from '../support/options.ts';
import { patchedFiles } from '../support/files/patched-files.ts';
import { moveBranch } from './moved-ref.ts';
import { filesOf } from './pathspec.ts';
import { isPath, printedDiff, printedFile } from './printed.ts';
import { type Git, subcommand, type Subcommand } from './subcommand.ts';
import { changeTree, isHead } from './work-tree.ts';

const PRINT =
  'output= O= S= G= n,max-count= since= until= author= grep= format= pretty? L= U,unified= diff-filter= no-index ext-diff textconv color? stat? word-diff? p,u,patch';
const TOOL = 'x,extcmd= t,tool= g,gui y d,dir-diff';

/** Subcommands that read, write or remove files by name. */
export const gitFiles: Record<string, Subcommand> = {
  rm: subcommand('f,force cached r n,dry-run q,quiet ignore-unmatch sparse pathspec-from-file=', (git, parsed) => {
    if (parsed.on('cached') || parsed.on('dry-run')) return;
    if (parsed.on('force'))
      git.emit('worktree-loss', { forced: true, detail: parsed.operands, takes: ['unstaged', 'staged', 'submodules'] });
    for (const path of parsed.operands)
      git.machine.remove(git.call, filesOf(git, path), 'git', {
        recursive: parsed.has('r'),
        force: parsed.on('force'),
      });
  }),
  mv: subcommand('f,force n,dry-run k v,verbose', (git, parsed) => {
    if (parsed.on('dry-run')) return;
    const [source = '', target, ...others] = parsed.operands;
    // Without force git leaves a file alone that is already there. Behind several words, or with a slash at its end, the last one is a directory.
    if (parsed.on('force') && target !== undefined && others.length === 0) {
      const path = target.endsWith('/') ? `${target}${baseName(source)}` : target;
      git.emit('worktree-loss', {
        forced: true,
        detail: [path],
        takes: ['unstaged', 'staged', 'untracked', 'ignored'],
      });
    }
    git.machine.run(git.call, ['mv', ...parsed.operands], { wrapper: 'git' });
  }),
  apply: subcommand(
    'p= C= directory= exclude= include= whitespace= stat numstat summary check index cached 3,3way R,reverse reject build-fake-ancestor= unsafe-paths v,verbose q,quiet',
    (git, parsed) => {
      const onlyLooks = ['stat', 'numstat', 'summary', 'check', 'cached'].some((name) => parsed.has(name));
      for (const file of parsed.operands) git.machine.read(git.call, file);
      if (onlyLooks) return;
      const [file] = parsed.operands;
      const text = file === undefined || file === '-' ? git.call.io.stdin?.text : git.machine.content(git.call, file);
      const below = parsed.value('directory');
      const cwd = below === undefined ? git.call.scope.cwd : git.machine.locate(git.call, below);
      const inner = { ...git.call, scope: { ...git.call.scope, cwd: cwd === '?' ? null : cwd } };
      const strip = Number(parsed.value('p') ?? 1);
      const reverse = parsed.has('reverse');
      takeBack(git.machine, inner, { text, file, reverse });
      patchedFiles(inner, git.machine, text, {
        strip,
        reverse,
        ...(below === undefined ? {} : { within: './' }),
      });
    },
  ),
  am: subcommand('', (git) => {
    if (!git.args.some((arg) => arg.startsWith('--')))
      git.machine.write(git.call, git.machine.unknown('patch'), 'patch');
    if (git.args.some((arg) => /^--(?:abort|continue|skip|resolved)$/.test(arg))) changeTree(git);
    if (git.args.includes('--abort')) git.emit('worktree-loss');
  }),
  diff: subcommand(PRINT, (git, parsed) => {
    printing(git, parsed);
    return printedDiff(git, parsed);
  }),
  log: subcommand(PRINT, printing),
  show: subcommand(PRINT, printingFile),
  whatchanged: subcommand(PRINT, printing),
  shortlog: subcommand(PRINT, printing),
  'cat-file': subcommand(PRINT, printingFile),
  blame: subcommand('', blame),
  annotate: subcommand('', blame),
  archive: subcommand('o,output= format= prefix= remote= exec= add-file= l v', (git, parsed) => {
    const output = parsed.value('output');
    if (output !== undefined) git.machine.write(git.call, output, 'output');
    const exec = parsed.value('exec');
    if (exec !== undefined) git.machine.script(git.call, exec, { wrapper: 'git', via: 'option' });
    if (parsed.value('remote') !== undefined)
      git.machine.emit(git.call, { kind: 'network', direction: 'download', host: null, url: null });
    for (const member of parsed.operands.slice(1)) git.machine.read(git.call, member, 'archive');
    const members = parsed.operands.slice(1).map((member) => `${parsed.value('prefix') ?? ''}${member}`);
    const raw = `$(git archive ${git.machine.render(git.args.join(' ')).slice(0, 60)})`;
    const isPlain = !parsed.has('prefix') && !parsed.has('remote');
    return addUnknown(git.machine.unknowns, {
      raw,
      ...(isPlain ? { git: archived(git, parsed) } : {}),
      origin: parsed.has('remote') ? 'network' : 'value',
      members: members.length === 0 ? [parsed.value('prefix') ?? ''].filter((one) => one !== '') : members,
    });
  }),
  'format-patch': subcommand(
    'o,output-directory= stdout n N k s v,reroll-count= start-number= subject-prefix= cover-letter in-reply-to= to= cc= base= M? C? B? output=',
    (git, parsed) => {
      if (parsed.has('stdout')) return;
      const output = parsed.value('output');
      const dir = parsed.value('output-directory');
      git.machine.write(git.call, output ?? (dir === undefined ? './*.patch' : `${dir}/**`), 'output');
    },
  ),
  bundle: subcommand('', (git) => {
    const [verb, file] = git.args.filter((arg) => !/^-./.test(arg));
    if (verb === 'create' && file !== undefined && file !== '-') git.machine.write(git.call, file, 'output');
  }),
  'merge-file': subcommand(
    'p,stdout L= marker-size= diff3 zdiff3 ours theirs union object-id q,quiet',
    (git, parsed) => {
      const [file] = parsed.operands;
      if (file !== undefined && !parsed.has('stdout')) git.machine.write(git.call, file, 'in-place');
    },
  ),
  init: subcommand(
    'b,initial-branch= template= separate-git-dir= object-format= shared? bare q,quiet',
    (git, { operands }) => {
      const [place = '.'] = operands;
      git.machine.write(git.call, place === '.' ? '.git' : place, 'create');
    },
  ),
  worktree: subcommand(
    'f,force b= B= d,detach reason= lock expire= orphan checkout q,quiet n,dry-run v,verbose porcelain',
    (git, parsed) => {
      const [verb, path, other] = parsed.operands;
      if (path === undefined) return;
      if (verb === 'add') git.machine.write(git.call, path, 'git');
      const moved = verb === 'add' ? parsed.value('B') : undefined;
      if (moved !== undefined) moveBranch(git, moved, other);
      if (verb === 'remove') {
        git.emit('worktree-remove', {
          forced: parsed.has('force'),
          detail: [path],
          takes: ['unstaged', 'staged', 'submodules', 'untracked'],
        });
        git.machine.remove(git.call, path, 'git', { recursive: true, force: parsed.has('force') });
      }
      if (verb === 'move' && other !== undefined) git.machine.run(git.call, ['mv', path, other], { wrapper: 'git' });
    },
  ),
  'sparse-checkout': subcommand('', (git) => {
    if (git.args.length > 0 && git.args[0] !== 'list') changeTree(git);
  }),
  subtree: subcommand('P,prefix= squash m,message= d,debug q,quiet b,branch= rejoin onto= annotate=', (git, parsed) => {
    const prefix = parsed.value('prefix');
    if (prefix !== undefined && /^(?:add|merge|pull)$/.test(parsed.operands[0] ?? ''))
      git.machine.write(git.call, `${prefix}/**`, 'git');
  }),
  'rev-parse': subcommand('', ({ args, call, machine }) => {
    const { project } = machine;
    const { cwd } = call.scope;
    const [asked = ''] = args.filter((arg) => !arg.startsWith('--path-format'));
    if (project === null || cwd === null || !isWithin(project, cwd)) return undefined;
    if (asked === '--show-toplevel') return `${project}\n`;
    return /^--(?:absolute-git-dir|git-dir|git-common-dir)$/.test(asked) ? `${project}/.git\n` : undefined;
  }),
  bisect: subcommand('', (git) => {
    // Each answer takes the work tree to the commit to try next; a start does so once it knows both ends.
    const [verb = '', ...rest] = git.args;
    if (/^(?:good|bad|old|new|skip|next|reset|replay|run)$/.test(verb) || (verb === 'start' && rest.length > 1))
      changeTree(git);
    if (git.args[0] === 'run') return git.machine.run(git.call, git.args.slice(1), { wrapper: 'git', via: 'option' });
    return undefined;
  }),
  grep: subcommand(
    'e= f= O,open-files-in-pager? A= B= C= m= max-depth= threads= n i l c r w E F P v h H o q p W',
    (git, parsed) => {
      const pager = parsed.value('open-files-in-pager');
      if (pager !== undefined) git.machine.script(git.call, pager, { wrapper: 'git', via: 'option' });
      const file = parsed.value('f');
      if (file !== undefined) git.machine.read(git.call, file);
      const [, ...words] = parsed.has('e') || parsed.has('f') ? ['', ...parsed.operands] : parsed.operands;
      for (const path of parsed.separated.after ?? words.filter(isPath)) git.machine.read(git.call, path, 'search');
    },
  ),
  difftool: subcommand(TOOL, tool),
  instaweb: subcommand('d,httpd= p,port= m,module-path= b,browser= l,local start stop restart', (git, parsed) => {
    for (const text of [parsed.value('httpd'), parsed.value('browser')])
      if (text !== undefined) git.machine.script(git.call, text, { wrapper: 'git', via: 'option' });
  }),
  mergetool: subcommand(TOOL, tool),
  'hash-object': subcommand('', (git) => {
    for (const path of git.args.filter((arg) => !arg.startsWith('-'))) git.machine.read(git.call, path);
  }),
};

/** Unpacked where it was made, an archive puts every file back. */
function archived({ call }: Git, { operands }: Parsed): PrintedByGit {
  const [revision = 'HEAD', ...paths] = operands;
  const takes: PrintedByGit['takes'] = isHead(revision) ? ['unstaged'] : ['unstaged', 'untracked', 'ignored'];
  return { what: 'tree', paths, directory: call.scope.cwd, takes };
}

function blame(git: Git): void {
  // Instead of the work tree, the lines come from this file.
  for (const [at, arg] of git.args.entries()) {
    const file = arg === '--contents' ? git.args[at + 1] : /^--contents=(.+)$/s.exec(arg)?.[1];
    if (file !== undefined) git.machine.read(git.call, file);
  }
  const last = git.args.at(-1);
  if (last !== undefined && !last.startsWith('-')) git.machine.read(git.call, last);
}

/** Only names or numbers are shown. */
const NO_TEXT =
  /^(?:--(?:stat|numstat|shortstat|dirstat|summary|name-only|name-status|no-patch|quiet|raw|check)(?:=|$)|-s$)/;

/** `git log -p FILE` and `git diff FILE` show lines of the file, of now or of earlier. */
function shown(git: Git, parsed: Parsed): string[] {
  const isText = git.subcommand === 'log' ? parsed.has('patch') || parsed.has('L') : true;
  if (!isText || git.args.some((arg) => NO_TEXT.test(arg))) return [];
  return parsed.separated.after ?? parsed.operands.filter(isPath);
}

function printing(git: Git, parsed: Parsed): void {
  if (git.subcommand !== 'cat-file') for (const path of shown(git, parsed)) git.machine.read(git.call, path, 'search');
  const output = parsed.value('output');
  if (output !== undefined) git.machine.write(git.call, output, 'output');
  for (const word of parsed.operands) {
    // `HEAD:path` prints a file of another revision, `:path` and `:0:path` one that is staged.
    const path = /^:(?:\d:)?([^/(!^:].*)$/.exec(word)?.[1] ?? /^[^:]+:(?!\/\/)(.+)$/.exec(word)?.[1];
    if (git.subcommand !== 'log' && path !== undefined) git.machine.read(git.call, path);
    else if (parsed.has('no-index')) git.machine.read(git.call, word);
  }
}

function printingFile(git: Git, parsed: Parsed): string | undefined {
  printing(git, parsed);
  return printedFile(git, parsed);
}

function tool(git: Git, parsed: Parsed): void {
  const text = parsed.value('extcmd');
  if (text !== undefined) git.machine.script(git.call, text, { wrapper: 'git', via: 'option' });
}
