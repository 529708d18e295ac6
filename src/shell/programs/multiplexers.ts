import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import { defineOptions, type Parsed, parseOptions } from './support/options.ts';

const OPTION = { via: 'option', stdin: null } as const;
const NEW = defineOptions('+s= n= t= c= F= x= y= e= l= p= d h v b P A D E X');
const SHELL_COMMAND = defineOptions('+c= f= L= S= T=');
const SEND = defineOptions('t= N= l R M H K X');
const IF = defineOptions('t= b F');
const STARTS =
  /^(new-session|new|new-window|neww|split-window|splitw|run-shell|run|respawn-pane|respawnp|respawn-window|respawnw|display-popup|popup|pipe-pane|pipep)$/;

/** Commands of tmux that keep another command of tmux for later. */
const KEEPS = /^(?:set-hook|bind|bind-key|confirm-before|confirm|command-prompt)$/;

export const multiplexers = [
  defineProgram({ names: 'tmux byobu byobu-tmux', options: '+c= f= L= S= T= 2 C D l N u V v', effects: tmux }),
  defineProgram({
    names: 'screen',
    options: '+S= t= h= c= s= e= T= p= dm dmS= d m D R r x L A Logfile=',
    effects: screen,
  }),
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
  const text = parseOptions(args, SHELL_COMMAND).value('c');
  if (text !== undefined && args.indexOf('-c') < firstWord(args)) machine.script(call, text, reached);
  const kept = args.findIndex((arg) => KEEPS.test(arg));
  const later = kept < 0 ? undefined : args.slice(kept + 1).findLast((arg) => /\s/.test(arg));
  if (later !== undefined) machine.script(call, `tmux ${later}`, OPTION);
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

function firstWord(args: readonly string[]): number {
  const at = args.findIndex((arg) => /^[a-z]/.test(arg));
  return at < 0 ? args.length : at;
}

/** screen reads `\\n`, `\\r`, `^M` and octal codes as keys. */
function typedKeys(text: string): string {
  return text.replaceAll(/\\0?1[25]|\\[nr]|\^[MJ]/g, '\n');
}

/** `screen -dm cmd`, `screen -X stuff 'cmd'`, `screen -X exec cmd`. */
function screen(call: Call, machine: Machine, { operands }: Parsed): undefined {
  const { args } = call;
  const reached = { ...OPTION, wrapper: 'screen' };
  const stuff = args.indexOf('stuff');
  if (stuff >= 0) machine.script(call, typedKeys(args[stuff + 1] ?? ''), reached);
  const exec = args.findIndex((arg, i) => i > 0 && args[i - 1] === '-X' && /^(exec|screen)$/.test(arg));
  // `exec` may say first which descriptors the program gets: `exec .!. sh`.
  const started = exec < 0 ? [] : args.slice(exec + 1).filter((arg, i) => i > 0 || !/^[.!:|]+$/.test(arg));
  if (started.length > 0) machine.run(call, started, reached);
  else if (stuff < 0 && operands.length > 0 && !args.includes('-X')) machine.run(call, operands, reached);
  return undefined;
}
