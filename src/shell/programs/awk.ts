import type { Call, Machine } from '../run/machine.ts';
import { followProgram } from './awk/follow-program.ts';
import { printedByProgram } from './awk/print-program.ts';
import { defineProgram } from './support/define-program.ts';
import { hidesValues } from './support/files/setting-names.ts';
import type { Parsed } from './support/options.ts';
import { noteForeignCode } from './support/start/foreign-code.ts';

export const awk = defineProgram({
  names: 'awk gawk mawk nawk original_awk',
  kind: 'interpreter',
  role: 'other',
  options:
    '+F,field-separator= v,assign= f,file= e,source= E,exec= i,include= l,load= o,pretty-print?> p,profile?> d,dump-variables?> D? W= b c g h,help k M n N O P r s S t V,version',
  effects: runAwk,
});

function runAwk(call: Call, machine: Machine, parsed: Parsed): string | undefined {
  if (parsed.has('help') || parsed.has('version')) return undefined;
  const values = new Map<string, string>();
  for (const pair of parsed.all('assign'))
    values.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  // Without such an option the first operand is the program.
  const hasProgram = parsed.has('file') || parsed.has('source') || parsed.has('exec');
  const files = parsed.operands.slice(hasProgram ? 0 : 1);
  const inputs = files.filter((file) => !/^\w+=/.test(file));
  const programs = [
    ...programsInFiles(call, machine, parsed),
    ...parsed.all('source'),
    ...(hasProgram ? [] : parsed.operands.slice(0, 1)),
  ];
  const separator = parsed.value('field-separator');
  const suffix = values.get('inplace::suffix') ?? values.get('INPLACE_SUFFIX');
  const inPlace = parsed.all('include').includes('inplace');
  for (const file of inputs) {
    machine.read(call, file, hidesValues(file, { awk: [separator ?? '', ...programs] }) ? 'use' : undefined);
    if (inPlace) machine.write(call, file, 'in-place');
    if (inPlace && suffix) machine.write(call, file + suffix, 'copy');
  }
  for (const program of programs) followForInputs(call, machine, program, { inputs, values });
  const [only = ''] = programs;
  if (programs.length !== 1 || files.length > 0) return undefined;
  return printedByProgram(call, machine, only, { values, separator });
}

/** The programs in the files of `-f` and `-E`, as far as they are known. */
function programsInFiles(call: Call, machine: Machine, parsed: Parsed): string[] {
  const files = [...parsed.all('file'), ...parsed.all('exec')];
  for (const file of files) machine.read(call, file, 'script');
  return files.flatMap((file) => (file === '-' ? call.io.stdin?.text : machine.content(call, file)) ?? []);
}

const MOST_INPUTS = 64;

/** `print > FILENAME ".out"` names one output for each input. */
function followForInputs(
  call: Call,
  machine: Machine,
  program: string,
  { inputs, values }: { inputs: readonly string[]; values: Map<string, string> },
): void {
  noteForeignCode(call, machine, program);
  const named = /\bFILENAME\b/.test(program) ? inputs.slice(0, MOST_INPUTS) : [];
  for (const input of named) followProgram(call, machine, program, values.set('FILENAME', input));
  if (named.length === 0) followProgram(call, machine, program, values);
}
