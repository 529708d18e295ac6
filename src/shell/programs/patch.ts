import { baseName } from '../files/paths.ts';
import { takeBack } from '../files/put-back.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';
import { patchedFiles } from './support/files/patched-files.ts';

export const patch = defineProgram({
  names: 'patch',
  options:
    'p,strip= i,input= d,directory= o,output= R,reverse N,forward dry-run b,backup backup-if-mismatch r,reject-file= F,fuzz= s,quiet,silent E,remove-empty-files t,batch T,set-time Z,set-utc f,force u,unified c,context e,ed n,normal l,ignore-whitespace B,prefix= D,ifdef= g,get= merge? posix binary follow-symlinks quoting-style= read-only= reject-format= V,version-control= x,debug= Y,basename-prefix= z,suffix= verbose v,version help',
  effects: applyPatch,
});

function applyPatch(call: Call, machine: Machine, parsed: Parsed): string {
  const { has, operands, value } = parsed;
  if (has('dry-run') || has('help') || has('version')) return '';
  const file = value('input') ?? operands[1];
  if (file !== undefined) machine.read(call, file);
  const base = value('directory');
  const inner = base === undefined ? call : { ...call, scope: { ...call.scope, cwd: machine.locate(call, base) } };
  const output = value('output');
  if (output !== undefined) {
    if (output !== '-') machine.write(inner, output, 'patch');
    return '';
  }
  const [original] = operands;
  const text = file === undefined ? call.io.stdin?.text : machine.content(call, file);
  const reverse = has('reverse');
  takeBack(machine, call, { text, file, reverse });
  if (original !== undefined) machine.write(inner, original, 'patch');
  const patched =
    original === undefined
      ? patchedFiles(inner, machine, text, {
          strip: Number(value('strip') ?? -1),
          reverse,
          ...(base === undefined ? {} : { within: './' }),
        })
      : [original];
  if (has('backup')) for (const path of patched) machine.write(inner, backupOf(path, parsed), 'move');
  return '';
}

/** Unlike cp, patch makes the backup of a new file, too: an empty one. */
function backupOf(path: string, { has, value }: Parsed): string {
  const kind = value('version-control') ?? '';
  if (kind === 't' || kind === 'numbered') return `${path}.~*~`;
  const [prefix = '', inName = ''] = [value('prefix'), value('basename-prefix')];
  const isNamed = has('prefix') || has('basename-prefix');
  const at = path.length - baseName(path).length;
  return `${prefix}${path.slice(0, at)}${inName}${path.slice(at)}${value('suffix') ?? (isNamed ? '' : '.orig')}`;
}
