import type { Call, Machine } from '../../../run/machine.ts';
import { findProgram } from '../find-program.ts';

/** `hg --config hooks.update='make' pull`: some settings of a program are commands. */
export function runSettings(call: Call, machine: Machine): void {
  const pattern = findProgram(call.program)?.startsBySetting;
  if (pattern === undefined) return;
  for (const [at, arg] of call.args.entries()) {
    const setting = arg === '--config' ? call.args[at + 1] : /^--config=(.+)$/s.exec(arg)?.[1];
    const command = pattern.exec(setting ?? '')?.[1];
    if (command !== undefined) machine.script(call, command, { wrapper: call.program, via: 'option', stdin: null });
  }
}
