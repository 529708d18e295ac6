import { hasUnknown } from '../expand/unknown.ts';
import { moveLinks, noteLink } from '../files/links.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';
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
    if (links) noteLink(machine, call, { from, to }, parsed.has('link') ? 'other' : 'symbolic');
    moveLinks(machine, machine.locate(call, from), machine.locate(call, to));
  }
  return '';
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
    moveLinks(machine, machine.locate(call, from), machine.locate(call, to));
  }
  return '';
}

/** `rename s/a/b/ FILE…` of Perl, `rename a b FILE…` of util-linux: what the new names are can be told for plain texts only. */
function rename(call: Call, machine: Machine, { has, all, operands }: Parsed): void {
  const given = all('e');
  const [first = '', second = ''] = operands;
  const isPerl = given.length > 0 || /^(?:s|y|tr)\W/.test(first);
  if (has('no-act') || has('help') || has('version')) return;
  const [, , from = isPerl ? undefined : first, to = isPerl ? undefined : second] =
    (isPerl && given.length < 2 ? /^s([/|,#])([\w -]+)\1([\w. -]*)\1$/.exec(given[0] ?? first) : null) ?? [];
  for (const file of operands.slice(isPerl ? (given.length > 0 ? 0 : 1) : 2)) {
    const isPlain = from !== undefined && to !== undefined && !hasUnknown(file) && !/[*?[]/.test(file);
    if (isPlain && !file.includes(from)) continue;
    machine.remove(call, file, 'move');
    machine.write(call, isPlain ? file.replace(from, () => to) : machine.unknown('rename'), 'move');
  }
}

/** `-b` keeps what was there under another name. */
function keepBackup(call: Call, machine: Machine, { has, value }: Parsed, to: string): void {
  const kind = value('backup') ?? 'existing';
  if ((!has('b') && !has('backup')) || kind === 'none' || kind === 'off') return;
  const name = /^(?:numbered|t)$/.test(kind) ? `${to}.~*~` : `${to}${value('suffix') ?? '~'}`;
  machine.write({ ...call, frame: { ...call.frame, assumed: true } }, name, 'move');
}
