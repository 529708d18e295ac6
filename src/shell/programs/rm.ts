import { isWithin } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';

/** Programs that remove what their operands name. */
export const rm = [
  defineProgram({
    names: 'rm grm srm',
    role: 'removes',
    // PowerShell's rm takes `-Recurse -Force`.
    options:
      'r,R,recursive f,F,force i I interactive? d,dir v,verbose one-file-system no-preserve-root preserve-root? help version',
    effects: (call, machine, { has, operands }) => {
      if (has('help') || has('version')) return '';
      const more = { recursive: has('recursive'), force: has('force') };
      for (const path of operands) if (!isHistoryOfClone(call, machine, path)) machine.remove(call, path, 'rm', more);
      return '';
    },
  }),
  defineProgram({
    names: 'rmdir',
    role: 'removes',
    options: 'p,parents v,verbose ignore-fail-on-non-empty help version',
    effects: (call, machine, { has, operands }) => {
      if (has('help')) return '';
      for (const path of operands)
        for (const directory of has('parents') ? withParents(path) : [path]) machine.remove(call, directory, 'rmdir');
      return '';
    },
  }),
  defineProgram({
    names: 'unlink',
    role: 'removes',
    effects: (call, machine, { operands }) => operands.forEach((path) => machine.remove(call, path, 'rm')),
  }),
  defineProgram({
    names: 'del',
    role: 'removes',
    effects: (call, machine, { operands }) => {
      // The one of Windows has switches with a slash.
      for (const path of operands) if (!/^\/[aAfFpPqQsS]$/.test(path)) machine.remove(call, path, 'rm');
    },
  }),
  defineProgram({
    names: 'rimraf del-cli premove',
    role: 'removes',
    effects: (call, machine, { operands }) =>
      operands.forEach((path) => machine.remove(call, path, 'rm', { recursive: true, force: true })),
  }),
];

/** `a/b/c`, `a/b`, `a` */
function withParents(path: string): string[] {
  const parts = path.replace(/\/+$/, '').split('/');
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('/')).filter((one) => one !== '' && one !== '.');
}

/**
 * `git clone URL app && rm -rf app/.git`: the history is where it came from. git clones into a directory that is new or empty; that of the project, or
 * what holds it, is not.
 */
function isHistoryOfClone(call: Call, machine: Machine, path: string): boolean {
  const at = machine.locate(call, path);
  const directory = at.replace(/\/\.git$/, '');
  return (
    directory !== at && !isWithin(directory, machine.project ?? directory) && machine.downloads.includes(directory)
  );
}
