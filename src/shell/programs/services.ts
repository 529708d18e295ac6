import { baseName } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import { defineOptions, type Parsed, parseOptions } from './support/options.ts';

/** Programs that make something run later, or keep it running. */
export const services = [
  defineProgram({
    names: 'systemctl',
    options: '+H,host= M,machine= f,force q,quiet',
    subcommands: { '*': defineOptions('f,force q,quiet H,host= M,machine=') },
    effects: systemctl,
  }),
  defineProgram({
    names: 'loginctl',
    options: 'H,host= M,machine= n,lines= o,output= p,property= s,signal= kill-whom= a,all l,full value no-pager',
    effects: (call, machine, { operands }) => {
      const [verb = ''] = operands;
      if (/^(?:poweroff|reboot|halt|suspend|hibernate)$/.test(verb))
        machine.emit(call, { kind: 'process', operation: 'power', target: verb });
    },
  }),
  defineProgram({
    names: 'launchctl',
    effects: (call, machine) => {
      const [verb = '', ...rest] = call.args;
      // `asuser UID cmd`, `bsexec PID cmd`
      if (/^(asuser|bsexec)$/.test(verb)) return machine.run(call, rest.slice(1), { wrapper: 'launchctl' });
      if (/^(load|bootstrap|submit|enable)$/.test(verb))
        machine.emit(call, { kind: 'persistence', what: 'login-item', target: machine.render(rest.at(-1) ?? '') });
      return undefined;
    },
  }),
  defineProgram({
    names: 'chkconfig rc-update update-rc.d insserv',
    effects: (call, machine, { operands }) => {
      // The words come before or after the service: `rc-update add x`, `chkconfig x on`.
      const words = call.args.map((word) => word.replace(/^--/, ''));
      if (words.some((word) => /^(?:add|on|enable|defaults|defaults-disabled)$/.test(word)) || isPlainInsserv(call))
        machine.emit(call, { kind: 'persistence', what: 'service', target: machine.render(operands.join(' ')) });
    },
  }),
  defineProgram({ names: 'crontab', options: 'u,user= l r i e n T V s c x=', effects: crontab }),
  defineProgram({ names: 'at batch', options: 'f= q= t= l d r m v c= M b u= o=', effects: deferred }),
];

/** `insserv x` alone enables x. */
function isPlainInsserv(call: Call): boolean {
  return call.program === 'insserv' && call.args.length > 0 && call.args.every((word) => !word.startsWith('-'));
}

/** Verbs of systemctl and the targets of the same names, those of the old run levels as well. */
const POWER = /^(?:poweroff|reboot|halt|suspend|hibernate|kexec|rescue|emergency|runlevel[016])$/;

function systemctl(call: Call, machine: Machine, { operands }: Parsed): void {
  const [verb = '', ...words] = operands.filter((word) => !word.startsWith('-'));
  const units = words.map((unit) => machine.render(unit)).join(' ');
  if (/^(enable|link|daemon-reload|edit|reenable|preset|set-default|set-property)$/.test(verb))
    machine.emit(call, { kind: 'persistence', what: 'service', target: units });
  if (/^(start|stop|restart|disable|mask|kill|isolate|reload)$/.test(verb))
    machine.emit(call, { kind: 'process', operation: 'service', target: `${verb} ${units}` });
  // `isolate` and `start` reach the targets that the verbs reach: `systemctl isolate rescue` stops everything else.
  const reached = /^(?:isolate|start)$/.test(verb) ? words.map((unit) => unit.replace(/\.target$/, '')) : [verb];
  for (const target of reached)
    if (POWER.test(target)) machine.emit(call, { kind: 'process', operation: 'power', target });
}

/** The user's table lives in the spool; `-` reads it from standard input. */
function crontab(call: Call, machine: Machine, parsed: Parsed): string | undefined {
  const user = parsed.value('user') ?? baseName(machine.home ?? '');
  const table = `/var/spool/cron/crontabs/${user}`;
  if (parsed.has('l')) return undefined;
  if (parsed.has('r')) {
    machine.remove(call, table, 'other');
    return '';
  }
  const [file] = parsed.operands;
  // The table is only checked.
  if (parsed.has('T') || parsed.has('n')) {
    if (file !== undefined && file !== '-') machine.read(call, file, 'use');
    return undefined;
  }
  const text = file === undefined || file === '-' ? call.io.stdin?.text : machine.content(call, file);
  if (file === undefined && text === undefined && !parsed.has('e')) return undefined;
  if (file !== undefined) machine.read(call, file);
  machine.write(call, table, 'output');
  machine.emit(call, { kind: 'persistence', what: 'cron', target: table });
  for (const line of (text ?? '').split('\n')) {
    const job = /^\s*(?:@\w+|(?:[\d*,/a-zA-Z-]+\s+){5})\s*(.+)$/.exec(line)?.[1];
    if (job !== undefined)
      machine.script(call, job, { wrapper: 'crontab', via: 'deferred', stdin: null, capture: false });
  }
  return '';
}

function deferred(call: Call, machine: Machine): string | undefined {
  const parsed = parseOptions(call.args, defineOptions('f= q= t= l d r m v c= M b'));
  if (['l', 'd', 'r', 'c'].some(parsed.has)) return undefined;
  const file = parsed.value('f');
  if (file !== undefined) machine.read(call, file, 'script');
  const text = file === undefined ? call.io.stdin?.text : machine.content(call, file);
  machine.emit(call, { kind: 'persistence', what: 'at', target: machine.render(parsed.operands.join(' ')) });
  if (text !== undefined) machine.script(call, text, { wrapper: 'at', via: 'deferred', stdin: null, capture: false });
  return '';
}
