import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import { defineOptions, type Parsed, parseOptions } from './support/options.ts';

const OPTION = { via: 'option', stdin: null } as const;
const NEW = defineOptions('+s= n= t= c= F= x= y= e= l= p= d h v b P A D E X');
const SEND = defineOptions('t= N= l R M H K X');
const IF = defineOptions('t= b F');
const STARTS =
  /^(new-session|new|new-window|neww|split-window|splitw|run-shell|run|respawn-pane|respawnp|display-popup|popup)$/;

export const multiplexers = [
  defineProgram({ names: 'tmux', effects: tmux }),
  defineProgram({ names: 'screen', options: '+S= t= h= c= s= e= T= p= dm dmS= d m D R r x L A', effects: screen }),
];

/** `tmux send-keys 'cmd' Enter`, `tmux new -d 'cmd'`, `tmux if-shell 'test' 'cmd'`. */
function tmux(call: Call, machine: Machine): undefined {
  const { args } = call;
  const reached = { ...OPTION, wrapper: 'tmux' };
  const verb = args.findIndex((arg) => STARTS.test(arg));
  if (verb >= 0) {
    const { operands } = parseOptions(args.slice(verb + 1), NEW);
    if (operands.length === 1) machine.script(call, operands[0] ?? '', reached);
    else if (operands.length > 1) machine.run(call, operands, reached);
  }
  const keys = args.findIndex((arg) => arg === 'send-keys' || arg === 'send');
  if (keys >= 0) {
    const { operands } = parseOptions(args.slice(keys + 1), SEND);
    machine.script(call, operands.filter((word) => !/^(Enter|C-m|C-j)$/.test(word)).join(' '), reached);
  }
  const test = args.findIndex((arg) => arg === 'if-shell' || arg === 'if');
  if (test < 0) return undefined;
  const [condition, ...commands] = parseOptions(args.slice(test + 1), IF).operands;
  if (!/^-[a-zA-Z]*F/.test(args[test + 1] ?? '') && condition !== undefined) machine.script(call, condition, reached);
  for (const command of commands) machine.script(call, `tmux ${command}`, OPTION);
  return undefined;
}

/** `screen -dm cmd`, `screen -X stuff 'cmd'`, `screen -X exec cmd`. */
function screen(call: Call, machine: Machine, { operands }: Parsed): undefined {
  const { args } = call;
  const reached = { ...OPTION, wrapper: 'screen' };
  const stuff = args.indexOf('stuff');
  // screen has escapes of its own for the end of a line.
  if (stuff >= 0) machine.script(call, (args[stuff + 1] ?? '').replaceAll(/\\n|\\r|\\01[25]|\^[MJ]/g, '\n'), reached);
  const exec = args.findIndex((arg, i) => i > 0 && args[i - 1] === '-X' && /^(exec|screen)$/.test(arg));
  // `exec` may say first which descriptors the program gets: `exec .!. sh`.
  const started = exec < 0 ? [] : args.slice(exec + 1).filter((arg, i) => i > 0 || !/^[.!:|]+$/.test(arg));
  if (started.length > 0) machine.run(call, started, reached);
  else if (stuff < 0 && operands.length > 0 && !args.includes('-X')) machine.run(call, operands, reached);
  return undefined;
}
