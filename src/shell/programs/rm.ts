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
      for (const path of operands) machine.remove(call, path, 'rm', more);
      return '';
    },
  }),
  defineProgram({
    names: 'rmdir',
    role: 'removes',
    options: 'p,parents v,verbose ignore-fail-on-non-empty help version',
    effects: (call, machine, { has, operands }) => {
      if (!has('help')) for (const path of operands) machine.remove(call, path, 'rmdir');
      return '';
    },
  }),
  defineProgram({
    names: 'unlink del',
    role: 'removes',
    effects: (call, machine, { operands }) => operands.forEach((path) => machine.remove(call, path, 'rm')),
  }),
  defineProgram({
    names: 'rimraf del-cli premove',
    role: 'removes',
    effects: (call, machine, { operands }) =>
      operands.forEach((path) => machine.remove(call, path, 'rm', { recursive: true, force: true })),
  }),
];
