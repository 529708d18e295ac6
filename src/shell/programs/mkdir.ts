import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import { defineOptions, type Parsed, parseOptions } from './support/options.ts';
import { makeDirectory } from './support/files/targets.ts';

export const mkdir = [
  defineProgram({
    names: 'mkdir',
    options: 'p,parents m,mode= v,verbose Z? context? help version',
    effects: (call, machine, { has, operands }) => {
      if (!has('help')) for (const path of operands) makeDirectory(call, machine, path);
      return '';
    },
  }),
  defineProgram({
    names: 'mktemp',
    options: 'd,directory u,dry-run q,quiet p= tmpdir? suffix= t help version',
    effects: mktemp,
  }),
  defineProgram({
    names: 'tempfile',
    options: 'd,directory= m,mode= n,name= p,prefix= s,suffix=',
    effects: (call, machine) => mktemp(call, machine, parseOptions([], defineOptions(''))),
  }),
];

/** The name is random but its directory is not; the template keeps its X. */
function mktemp(call: Call, machine: Machine, { has, operands, value }: Parsed): string {
  const assigned = call.assignments.get('TMPDIR') ?? call.scope.vars.get('TMPDIR');
  const temporary = (typeof assigned === 'string' ? assigned : machine.env['TMPDIR']) ?? '/tmp';
  const directory =
    value('p') ?? value('tmpdir') ?? (has('t') || has('tmpdir') || operands.length === 0 ? temporary : undefined);
  const name = (operands[0] ?? 'tmp.XXXXXXXXXX') + (value('suffix') ?? '');
  const path = directory === undefined ? name : `${directory}/${name}`;
  if (!has('dry-run')) {
    machine.write(call, operands.length === 0 ? `${directory ?? temporary}/**` : path, 'create');
    if (has('directory')) machine.directories.add(machine.locate(call, path));
  }
  return `${path}\n`;
}
