import type { EventRow } from '../protocol/event-row.ts';
import { canRefuse } from '../lint/guard.ts';
import { lastWords, REFUSAL } from '../lint/messages.ts';
import type { HookProgram } from '../lint/read/program.ts';
import type { Reaction } from './run-call.ts';

/** Is there something in the text of a program that refuses, or says that it does? */
export function canBeMeant(program: HookProgram): boolean {
  return canRefuse(program) || lastWords(program, 1).some(({ said }) => REFUSAL.test(said));
}

/** Words of a refusal without the effect. A crash is something else; before a tool call, an error with a message may be meant as a refusal. */
export function triesToRefuse({ decidesPermission }: EventRow, { kind, exitCode, stdout, stderr }: Reaction): boolean {
  if (kind !== 'fails' && kind !== 'nothing') return false;
  const text = `${stdout}${stderr}`.trim();
  if (text === '' || CRASH.test(text)) return false;
  return REFUSAL.test(text) || (kind === 'fails' && exitCode === 1 && decidesPermission);
}

const CRASH =
  /Traceback \(most recent call last\)|^\s+at .+:\d+:\d+\)?$|(?:command )?not found|No such file|syntax error|parse error/im;
