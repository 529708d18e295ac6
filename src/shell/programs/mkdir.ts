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

/** A template keeps its X. Without one the name is random; the directory is known where the text or the environment says it. */
function mktemp(call: Call, machine: Machine, { has, operands, value }: Parsed): string {
  const assigned = call.assignments.get('TMPDIR') ?? call.scope.vars.get('TMPDIR');
  const set = typeof assigned === 'string' ? assigned : machine.env['TMPDIR'];
  const inTemporary = has('t') || has('tmpdir') || operands.length === 0;
  const given = value('p') ?? value('tmpdir') ?? (inTemporary ? set : undefined);
  const directory = given ?? (inTemporary ? '/tmp' : undefined);
  const name = (operands[0] ?? 'tmp.XXXXXXXXXX') + (value('suffix') ?? '');
  const path = directory === undefined ? name : `${directory}/${name}`;
  const at = machine.locate(call, path);
  if (operands.length === 0)
    machine.randomNames.set(at, given === undefined ? '?' : `${machine.locate(call, given)}/**`);
  if (!has('dry-run')) {
    machine.write(call, path, 'create');
    if (has('directory')) machine.directories.add(at);
  }
  return `${path}\n`;
}
