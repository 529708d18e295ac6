import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import { defineOptions, parseOptions } from './support/options.ts';
import { leadingAssignments, splitString } from './support/start/split-string.ts';

const ENV = defineOptions(
  '+i,ignore-environment u,unset= C,chdir= S,split-string= P= a,argv0= 0,null v,debug block-signal? default-signal? ignore-signal? help version',
);

export const env = defineProgram({ names: 'env genv', options: ENV, isHarmlessWrapper: true, effects: runEnv });

function runEnv(call: Call, machine: Machine): string | undefined {
  const parsed = parseOptions(call.args[0] === '-' ? call.args.slice(1) : call.args, ENV);
  if (parsed.has('help') || parsed.has('version')) return '';
  const directory = parsed.value('chdir');
  const at = directory === undefined ? call.scope.cwd : machine.locate(call, directory);
  const scope = directory === undefined ? call.scope : { ...call.scope, cwd: at === '?' ? null : at };
  const split = parsed.value('split-string');
  const words = split === undefined ? parsed.operands : [...splitString(split), ...parsed.operands];
  const { argv, assignments } = leadingAssignments(words[0] === '-' ? words.slice(1) : words);
  return argv.length === 0 ? undefined : machine.run(call, argv, { wrapper: 'env', scope, assignments });
}
