import type { Call, Machine } from '../run/machine.ts';
import { leaveConsole } from './support/start/consoles.ts';
import { defineProgram } from './support/define-program.ts';

/** Programs with a command language that can leave for a shell. */
export const consoles = [
  defineProgram({ names: 'lldb gdb m4', effects: (call, machine) => leaveConsole(call, machine) }),
  defineProgram({ names: 'ansible', options: 'a,args= m,module-name= c,connection= i,inventory=', effects: ansible }),
];

/** An ad-hoc command: `ansible HOSTS -m shell -a 'text'`; here when the host is this one, elsewhere otherwise. */
function ansible(call: Call, machine: Machine): void {
  const after = (...options: string[]): string | undefined =>
    call.args[call.args.findIndex((arg) => options.includes(arg)) + 1 || call.args.length];
  const text = after('-a', '--args');
  const module = after('-m', '--module-name') ?? 'command';
  // `path=/x state=absent` deletes with everything in it.
  const removed = /\bstate=absent\b/.test(text ?? '') ? /\b(?:path|dest|name)=(\S+)/.exec(text ?? '')?.[1] : undefined;
  if (removed !== undefined && /^(ansible\.builtin\.)?file$/.test(module))
    machine.script(call, `rm -rf ${removed}`, { wrapper: 'ansible', stdin: null });
  if (text === undefined || !/^(ansible\.builtin\.)?(shell|command|raw)$/.test(module)) return;
  const isHere =
    call.args.some((arg) => /^(localhost|127\.0\.0\.1)?,?$/.test(arg)) || after('-c', '--connection') === 'local';
  const place = isHere ? {} : { place: 'remote' as const };
  machine.script(call, text, { wrapper: 'ansible', stdin: null, ...place });
}
