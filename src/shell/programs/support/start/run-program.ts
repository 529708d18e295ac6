import type { Call, Machine } from '../../../run/machine.ts';
import { findProgram } from '../find-program.ts';
import { parseOptions } from '../options.ts';
import { runUndescribed } from '../undescribed.ts';

/** What a program does, as far as anybody described it. */
export function runProgram(call: Call, machine: Machine): string | undefined {
  const program = findProgram(call.program);
  if (program?.effects === undefined) return runUndescribed(call, machine);
  return program.effects(call, machine, parseOptions(call.args, program.options)) ?? undefined;
}
