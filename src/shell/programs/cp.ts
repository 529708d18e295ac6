import { mayTakeLong } from '../expand/regular-expression.ts';
import { hasUnknown } from '../expand/unknown.ts';
import { moveLinks, noteLink } from '../files/links.ts';
import { noteOriginal } from '../files/originals.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';
import { keepBackup } from './support/files/keep-backup.ts';
import { makeDirectory, targets } from './support/files/targets.ts';

const COPY =
  't,target-directory= T,no-target-directory S,suffix= r,R,recursive a,archive f,force n,no-clobber u,update v,verbose b backup? help version reflink? sparse=';

export const cp = [
  defineProgram({
    names: 'cp gcp ditto',
    options: `${COPY} p preserve? no-preserve= l,link s,symbolic-link parents`,
    effects: copy,
  }),
  defineProgram({ names: 'mv gmv', options: COPY, effects: move }),
  defineProgram({
    names: 'install',
    options:
      't,target-directory= T,no-target-directory m,mode= o,owner= g,group= d,directory D S,suffix= b s,strip v,verbose C c help strip-program=',
    effects: (call, machine, parsed) => {
      if (!parsed.has('directory')) return copy(call, machine, parsed);
      for (const path of parsed.operands) makeDirectory(call, machine, path);
      return '';
    },
  }),
  defineProgram({
    names: 'rename prename perl-rename',
    options: '+n,nono,no-act v,verbose f,force e= E= s,symlink o,no-overwrite d,filename 0,null help version',
    effects: rename,
  }),
];

function copy(call: Call, machine: Machine, parsed: Parsed): string {
  if (parsed.has('help') || parsed.has('version')) return '';
  for (const { from, to } of targets(call, machine, parsed)) {
    const empty = machine.locate(call, from) === '/dev/null';
    machine.read(call, from, 'copy');
    keepBackup(call, machine, parsed, to);
    const links = parsed.has('link') || parsed.has('symbolic-link');
    machine.write(call, to, links ? 'link' : 'copy', {
      empties: empty,
      content: empty ? '' : machine.content(call, from),
    });
    if (links) noteLink(machine, call, { from, to, kind: parsed.has('link') ? 'other' : 'symbolic' });
    noteCopied(call, machine, { from, to });
    if (call.program === 'cp' && !links && !call.args.some((arg) => LEAVES_OUT.test(arg)))
      noteCopy(call, machine, { from, to });
  }
  return '';
}

/** `-n`, `-u` and `-i` may leave a file as it is. */
const LEAVES_OUT = /^-\w*[nui]|^--(?:no-clobber|update|interactive)/;

/** `cp .env.example .env; sed -i … .env` changes the copy. Not where the copy may be left out (`cp -n`), and not on another machine. */
function noteCopy(call: Call, machine: Machine, { from, to }: { from: string; to: string }): void {
  const [original, copy] = [machine.locate(call, from), machine.locate(call, to)];
  const isPlain = ![original, copy].some((path) => path === '?' || /[*?[]/.test(path));
  if (isPlain && call.frame.place === 'local' && call.frame.assumed !== true)
    call.scope.copied = new Map(call.scope.copied).set(copy, original);
}

function move(call: Call, machine: Machine, parsed: Parsed): string {
  if (parsed.has('help') || parsed.has('version')) return '';
  for (const { from, to } of targets(call, machine, parsed)) {
    keepBackup(call, machine, parsed, to);
    machine.remove(call, from, 'move', { recursive: true, force: parsed.has('force') });
    machine.write(call, to, 'move', { content: machine.content(call, from) });
    machine.emit(call, {
      kind: 'move',
      path: machine.locate(call, to),
      raw: machine.render(to),
      from: machine.locate(call, from),
    });
    noteCopied(call, machine, { from, to });
  }
  return '';
}

/** What was there under the old name is there under the new one: links, and text on disk. */
function noteCopied(call: Call, machine: Machine, { from, to }: { from: string; to: string }): void {
  const places = [machine.locate(call, from), machine.locate(call, to)] as const;
  moveLinks(machine, ...places);
  noteOriginal(machine, ...places);
}

/** `rename s/a/b/ FILE…` of Perl, `rename a b FILE…` of util-linux: what the new names are can be told for plain patterns only. */
function rename(call: Call, machine: Machine, { has, all, operands }: Parsed): void {
  const given = all('e');
  const [first = '', second = ''] = operands;
  // The other program has at least three words.
  const isPerl = given.length > 0 || operands.length < 3 || /^(?:s|y|tr)\W/.test(first);
  if (has('no-act') || has('help') || has('version')) return;
  const renamed = isPerl
    ? given.length < 2
      ? renamedBy(given[0] ?? first)
      : undefined
    : (name: string) => name.replace(first, () => second);
  for (const file of operands.slice(isPerl ? (given.length > 0 ? 0 : 1) : 2)) {
    const isPlain = !hasUnknown(file) && !/[*?[]/.test(file);
    const name = isPlain ? renamed?.(file) : undefined;
    if (name === file) continue;
    machine.remove(call, file, 'move');
    machine.write(call, name ?? machine.unknown('rename'), 'move');
  }
}

/** `s/a/b/g` with a pattern and a replacement that mean the same in our language. */
function renamedBy(code: string): ((name: string) => string | undefined) | undefined {
  const [, , pattern, to, flags = ''] = /^s([/|,#!])((?:\\.|(?!\1).)+)\1([\w. $-]*)\1([gi]*)$/.exec(code) ?? [];
  if (pattern === undefined || to === undefined || !/^(?:\\[.dws\-_]|[\w. ^$()+*?-])+$/.test(pattern)) return undefined;
  if (/\$(?!\d)/.test(to) || to.includes('$0')) return undefined;
  try {
    const expression = new RegExp(pattern, flags);
    return (name) => (mayTakeLong(pattern, name.length) ? undefined : name.replace(expression, to));
  } catch {
    return undefined;
  }
}
