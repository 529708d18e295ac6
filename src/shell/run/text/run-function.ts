import { hasUnknown } from '../../expand/unknown.ts';
import type { SyntaxNode } from '../../parse/parse.ts';
import type { Call, Here, Machine } from '../machine.ts';
import type { Definition, Scope } from '../scope.ts';
import { asSecondReading } from '../second-reading.ts';
import { listOf, textsOf, UNSET } from '../value.ts';
import { arrive, inFunction } from '../ways/landings.ts';
import { type Locals, restoreLocals } from '../variables.ts';

/** A function runs in the shell itself, with its own words and its own local variables. */
export function runFunction(machine: Machine, name: string, call: Call): string {
  const definition = call.scope.functions.get(name);
  if (definition === undefined) return '';
  for (const other of definition.others ?? []) follow(machine, name, asSecondReading(machine, call), other);
  return follow(machine, name, call, definition);
}

function follow(machine: Machine, name: string, call: Call, definition: Definition): string {
  const { frame, scope } = call;
  if (frame.active.includes(definition.body)) {
    if (frame.concurrent) machine.emit(call, { kind: 'process', operation: 'fork-bomb', target: name });
    if (frame.concurrent || !saysMore(call, definition.body)) return '';
    if (isTooDeep(machine, call)) {
      if (isShrinking(call, definition.body)) machine.mark('too-deep', `${name} in itself`, frame);
      return '';
    }
  }
  const { positional, locals: outer } = scope;
  const locals: Locals = { names: new Map(), outer };
  const callers = scope.vars.get('FUNCNAME');
  scope.positional = call.args;
  scope.locals = locals;
  scope.vars.set('FUNCNAME', listOf([name, ...textsOf(callers ?? UNSET)]));
  const early: Here[] = [];
  const printed = machine.walk(definition.body, {
    scope,
    io: call.io,
    frame: {
      ...inFunction(frame, early),
      // What it prints in `$(f)` is taken up, as of any other command there.
      via: frame.via === 'direct' ? 'function' : frame.via,
      active: [...frame.active, definition.body],
      calls: [...(frame.calls ?? []), { body: definition.body, args: call.args }],
      depth: frame.depth + 1,
      source: definition.source,
      concurrent: false,
    },
  });
  // A branch of the body has left a copy of them.
  const end = (way: Scope) => {
    restoreLocals(way, way.locals ?? locals);
    way.locals = way.locals?.outer;
    way.positional = positional;
    if (callers === undefined) way.vars.delete('FUNCNAME');
    else way.vars.set('FUNCNAME', callers);
  };
  for (const way of [scope, ...early.map((one) => one.scope)]) end(way);
  arrive(machine, { scope, frame, io: call.io }, early);
  return printed;
}

/** Deeper than this a function is not followed into itself. */
const DEEPEST = 28;

function isTooDeep({ budget }: Machine, { frame }: Call): boolean {
  return frame.depth > DEEPEST || budget.recursions-- <= 0;
}

/** Fewer or shorter words than the time before: the function takes them apart, and the last of them have not been seen. A number may count anything. */
function isShrinking({ args, frame }: Call, body: SyntaxNode): boolean {
  const before = frame.calls?.findLast((one) => one.body === body)?.args ?? [];
  return before.length > 0 && lengthOf(args) < lengthOf(before);
}

function lengthOf(words: readonly string[]): number {
  return words.filter((word) => !/^-?\d*$/.test(word)).join(' ').length;
}

/** A function that calls itself with other words may take a string apart letter by letter. Unknown words count as equal. */
function saysMore({ args, frame }: Call, body: SyntaxNode): boolean {
  if (frame.assumed === true) return false;
  if (args.some((arg) => hasUnknown(arg) || /[*?]/.test(arg))) return false;
  const words = args.join('\0');
  return frame.calls?.some((one) => one.body === body && one.args.join('\0') === words) !== true;
}
