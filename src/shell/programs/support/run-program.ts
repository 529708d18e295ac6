import { filesLoaded, showInput, withLoaded } from '../../files/loaded-files.ts';
import type { Call, Machine } from '../../run/machine.ts';
import { asksForUsage } from './asks-for-usage.ts';
import { runBehindValue } from './behind-value.ts';
import { findProgram } from './find-program.ts';
import { guessByVariable, runOption } from './guesses.ts';
import { noteHiddenWords } from './hidden-words.ts';
import { makeByWords } from './made-by-words.ts';
import { readNamedByOptions, writeNamedByOptions } from './named-by-options.ts';
import { parseOptions } from './options.ts';
import { runFoundByName } from './start/found-by-name.ts';
import { runTasks } from './tasks/task-files.ts';
import { runUndescribed } from './undescribed/run-undescribed.ts';

/** What a program does, as far as its description says. */
export function runProgram(call: Call, machine: Machine): string | undefined {
  const program = findProgram(call.program);
  if (call.assignments.size > 0) guessByVariable(call, machine);
  runFoundByName(call, machine);
  showInput(machine, call);
  if (program?.does === 'nothing' || asksForUsage(program, call.args)) return undefined;
  if (program?.does === 'service') machine.emit(call, { kind: 'network', direction: 'connect', host: null, url: null });
  if (program?.effects === undefined) {
    makeByWords(call, machine, call.args);
    return runUndescribed(call, machine);
  }
  const parsed = parseOptions(call.args, program.options);
  makeByWords(call, machine, parsed.operands);
  const firstEffect = machine.analysis.effects.length;
  const started = machine.analysis.invocations.length;
  noteHiddenWords(call, machine, program.role);
  if (program.tasks !== undefined) runTasks(call, machine, program.tasks);
  const scope = withLoaded(machine, call, filesLoaded(program.loads, call.args));
  const printed = program.effects({ ...call, scope }, machine, parsed) ?? undefined;
  writeNamedByOptions(call, machine, { parsed, options: program.options, firstEffect });
  if (program.role !== 'prints') readNamedByOptions(call, machine, parsed, firstEffect);
  if (machine.analysis.invocations.length === started) runOption(call, machine);
  runBehindValue(call, machine, program, started);
  return printed;
}
