import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';

/** The editor that some agents put on the search path: a patch as its argument or on standard input, with headers instead of `+++`. */
export const applyPatch = defineProgram({
  names: 'apply_patch applypatch',
  effects: changeFiles,
});

const HEADER = /^\s*\*\*\* (Add File|Update File|Delete File|Move to):\s*(.+?)\s*$/gm;

function changeFiles(call: Call, machine: Machine, { operands }: Parsed): string {
  const text = operands[0] ?? call.io.stdin?.text;
  const headers = text === undefined ? [] : [...text.matchAll(HEADER)];
  // What it changes is not known.
  if (headers.length === 0) machine.write(call, machine.unknown('apply_patch'), 'patch');
  headers.forEach(([, verb, path = ''], index) => {
    const isMoved = headers[index + 1]?.[1] === 'Move to';
    if (verb === 'Delete File' || (verb === 'Update File' && isMoved)) machine.remove(call, path, 'other');
    else machine.write(call, path, 'patch');
  });
  return '';
}
