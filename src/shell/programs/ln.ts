import { keepBackup } from './support/files/keep-backup.ts';
import { targets } from './support/files/targets.ts';
import { linkTarget, type NewLink, noteLink } from '../files/links.ts';
import { baseName } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';

export const ln = defineProgram({
  names: 'ln link',
  options:
    's,symbolic f,force n,no-dereference t,target-directory= T,no-target-directory S,suffix= v,verbose r,relative b backup? i,interactive d,directory F L,logical P,physical help version',
  effects: link,
});

function link(call: Call, machine: Machine, parsed: Parsed): string {
  if (parsed.has('help') || parsed.has('version')) return '';
  const list =
    parsed.operands.length === 1 && !parsed.has('target-directory')
      ? [{ from: parsed.operands[0] ?? '', to: baseName(parsed.operands[0] ?? '') }]
      : targets(call, machine, parsed);
  const kind = parsed.has('symbolic') && !parsed.has('relative') ? 'symbolic' : 'other';
  for (const { from, to } of list) {
    const link: NewLink = { from, to, kind };
    const target = linkTarget(machine, call, link);
    const empty = machine.locate(call, target) === '/dev/null';
    machine.read(call, target, 'copy');
    keepBackup(call, machine, parsed, to);
    machine.write(call, to, 'link', { empties: empty, content: empty ? '' : machine.content(call, target) });
    noteLink(machine, call, link);
  }
  return '';
}
