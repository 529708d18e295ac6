import type { Call, Machine } from '../run/machine.ts';
import { createFiles } from './support/files/create-files.ts';
import { defineProgram } from './support/define-program.ts';
import { shells } from './shells.ts';

const MKNOD = 'm,mode= p,parents Z? help version';

export const mkfifo = [
  defineProgram({
    names: 'mkfifo',
    options: MKNOD,
    effects: (call, machine, parsed) => {
      createFiles(call, machine, parsed);
      for (const path of parsed.operands) openPipe(call, machine, path);
      return '';
    },
  }),
  defineProgram({
    names: 'mknod',
    options: MKNOD,
    effects: (call, machine, { operands: [path] }) => {
      if (path !== undefined) machine.write(call, path, 'create');
      if (path !== undefined && call.args.at(-1) === 'p') openPipe(call, machine, path);
      return '';
    },
  }),
];

/** A shell that was started earlier may read what is written to a named pipe later: `sh < p & echo cmd > p`. */
function openPipe(call: Call, machine: Machine, path: string): void {
  const at = machine.locate(call, path);
  if (at === '?') return;
  const from = machine.analysis.invocations.length;
  machine.sinks.set(at, (writer, text) => {
    const started = machine.analysis.invocations.slice(from);
    if (started.some(({ program }) => shells.some(({ names }) => names.includes(program))))
      machine.script(writer, text, { via: 'script', stdin: null, capture: false });
  });
}
