import { showVariables } from '../files/loaded-files.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import { defineOptions, parseOptions } from './support/options.ts';
import { leadingAssignments, splitString } from './support/start/split-string.ts';

const ENV = defineOptions(
  '+i,ignore-environment u,unset= C,chdir= S,split-string= P= a,argv0= 0,null v,debug block-signal? default-signal? ignore-signal? help version',
);

export const env = defineProgram({ names: 'env genv', options: ENV, isHarmlessWrapper: true, effects: runEnv });

function runEnv(call: Call, machine: Machine): string | undefined {
  const parsed = parseOptions(withSplit(call.args[0] === '-' ? call.args.slice(1) : call.args), ENV);
  if (parsed.has('help') || parsed.has('version')) return '';
  const directory = parsed.value('chdir');
  const at = directory === undefined ? call.scope.cwd : machine.locate(call, directory);
  const scope = directory === undefined ? call.scope : { ...call.scope, cwd: at === '?' ? null : at };
  const words = parsed.operands;
  const { argv, assignments } = leadingAssignments(words[0] === '-' ? words.slice(1) : words);
  if (argv.length === 0) return showVariables(call, machine);
  return machine.run(call, argv, { wrapper: 'env', scope, assignments });
}

/** `env -S 'bash -e' -c text`: the words of the string stand in its place, and what follows belongs to them. */
function withSplit(args: readonly string[]): string[] {
  const at = args.findIndex((arg) => /^(?:-[iv0]*S|--split-string)/.test(arg));
  const split = parseOptions([...args], ENV).value('split-string');
  if (at < 0 || split === undefined) return [...args];
  const isApart = args[at + 1] === split && /(?:^-[iv0]*S|string)$/.test(args[at] ?? '');
  const flags = /^-([iv0]+)S/.exec(args[at] ?? '')?.[1];
  const before = flags === undefined ? args.slice(0, at) : [...args.slice(0, at), `-${flags}`];
  return [...before, ...splitString(withSpaces(split)), ...args.slice(at + (isApart ? 2 : 1))];
}

/** `\_` is a blank to `env -S`. */
function withSpaces(text: string): string {
  return text.replaceAll('\\_', ' ');
}
