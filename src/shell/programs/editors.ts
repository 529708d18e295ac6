import type { Call, Machine } from '../run/machine.ts';
import { hasUnknown } from '../expand/unknown.ts';
import { noteForeignCode } from './support/start/foreign-code.ts';
import { defineProgram } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';

/** Editors that a person or a script drives. */
export const editors = [
  defineProgram({ names: 'ed red', options: 'p,prompt= s,quiet,silent G E r l v', effects: lineEditor }),
  defineProgram({
    names: 'emacs',
    options: 'eval= f,funcall= l,load= script= batch Q q nw',
    effects: (call, machine, { all, has, operands }) => {
      for (const text of all('eval')) machine.code(call, 'emacs', text);
      for (const file of [...all('load'), ...all('script')]) {
        const text = file === '/dev/stdin' ? call.io.stdin?.text : machine.content(call, file);
        noteForeignCode(call, machine, text ?? '');
        if (text !== undefined) machine.code(call, 'emacs', text);
      }
      const saves = [...all('eval'), ...all('funcall')].some((text) => /\bsave-(?:buffer|some-buffers)\b/.test(text));
      for (const file of operands) {
        if (has('batch') && saves) machine.write(call, file, 'in-place');
        else if (has('batch')) machine.read(call, file);
        else machine.write(call, file, 'editor', { append: true });
      }
    },
  }),
  defineProgram({
    names: 'nano pico micro',
    effects: (call, machine) => {
      for (const file of call.args.filter((arg) => !/^[-+]/.test(arg))) {
        machine.read(call, file);
        machine.write(call, file, 'editor', { append: true });
      }
    },
  }),
  defineProgram({ names: 'code', effects: () => undefined }),
];

function lineEditor(call: Call, machine: Machine, { operands: [file] }: Parsed): undefined {
  const lines = (call.io.stdin?.text ?? '').split('\n');
  for (const line of lines) {
    const shell = /^\d*!\s*(.+)$/.exec(line)?.[1];
    if (shell !== undefined)
      machine.script(call, shell, {
        wrapper: 'ed',
        via: 'interpreter',
        stdin: null,
        capture: false,
      });
  }
  for (const line of lines) {
    const opened = /^\d*[erE]\s+([^!\s].*)$/.exec(line)?.[1];
    if (opened !== undefined) machine.read(call, opened);
  }
  if (file === undefined) return undefined;
  const others = lines.flatMap((line) => /^[\d,$%]*[wW]q?\s+([^!\s].*)$/.exec(line)?.[1] ?? []);
  for (const other of others) machine.write(call, other, 'output');
  // Commands that are only known at run time may write.
  const isOpen = lines.some(hasUnknown) || call.io.stdin === null;
  if (isOpen || lines.some((line) => /^[\d,$%]*(w|wq|W)q?\s*$/.test(line))) machine.write(call, file, 'in-place');
  else machine.read(call, file);
  return undefined;
}
