import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import { defineOptions } from './support/options.ts';

export const trash = [
  defineProgram({
    names: 'trash trash-put trash-cli',
    role: 'removes',
    options: 'r,R,recursive f,force v,verbose help version',
    effects: (call, machine, { has, operands }) => {
      if (!has('help')) putAway(call, machine, operands);
      return '';
    },
  }),
  defineProgram({
    names: 'gio',
    role: 'removes',
    options: '+',
    subcommands: { trash: defineOptions('f,force help'), remove: defineOptions('f,force') },
    effects: (call, machine, { operands: [verb, ...paths] }) => {
      const files = paths.filter((path) => !path.startsWith('-'));
      if (verb === 'trash' && !paths.includes('--help')) putAway(call, machine, files);
      if (verb === 'remove') files.forEach((path) => machine.remove(call, path, 'rm'));
    },
  }),
  // They look for files with the same content; with these options all but one of each go, without a question.
  defineProgram({
    names: 'fdupes jdupes',
    role: 'removes',
    options:
      'r,recurse R,recurse: d,delete N,noprompt I,immediate s,symlinks H,hardlinks n,noempty A,nohidden S,size m,summarize q,quiet o,order= i,reverse l,log= c,cache G,minsize= L,maxsize= f,omitfirst 1,sameline v,version h,help',
    effects: (call, machine, { has, operands }) => {
      if (has('immediate') || (has('delete') && has('noprompt'))) deleteDoubles(call, machine, operands);
    },
  }),
  defineProgram({
    names: 'rdfind',
    role: 'removes',
    oneDash: true,
    options:
      'deleteduplicates= makehardlinks= makesymlinks= dryrun= n= ignoreempty= minsize= maxsize= followsymlinks= checksum= deterministic= makeresultsfile= outputname= sleep=',
    effects: (call, machine, { operands, value }) => {
      if (value('deleteduplicates') === 'true' && (value('dryrun') ?? value('n')) !== 'true')
        deleteDoubles(call, machine, operands);
    },
  }),
];

function deleteDoubles(call: Call, machine: Machine, directories: readonly string[]): void {
  for (const directory of directories) machine.remove(call, `${directory}/**`, 'other', { recursive: true });
}

function putAway(call: Call, machine: Machine, paths: readonly string[]): void {
  for (const path of paths) machine.remove(call, path, 'trash', { recursive: true });
}
