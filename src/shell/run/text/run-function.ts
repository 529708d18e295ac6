import { hasUnknown } from '../../expand/unknown.ts';
import type { SyntaxNode } from '../../parse/parse.ts';
import type { Call, Machine } from '../machine.ts';
import type { Definition } from '../scope.ts';
import { asSecondReading } from '../second-reading.ts';
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
    if (frame.concurrent || !saysMore(machine, call, definition.body)) return '';
  }
  const { positional, locals: outer } = scope;
  const locals: Locals = { names: new Map(), outer };
  scope.positional = call.args;
  scope.locals = locals;
  const printed = machine.walk(definition.body, {
    scope,
    io: call.io,
    frame: {
      ...frame,
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
  restoreLocals(scope, scope.locals ?? locals);
  scope.locals = scope.locals?.outer;
  scope.positional = positional;
  return printed;
}

/** Deeper than this a function is not followed into itself; what it does has been seen. */
const DEEPEST = 28;

/** A function that calls itself with other words may take a string apart letter by letter. Unknown words count as equal. */
function saysMore({ budget }: Machine, { args, frame }: Call, body: SyntaxNode): boolean {
  if (frame.assumed === true || frame.depth > DEEPEST || budget.recursions-- <= 0) return false;
  if (args.some((arg) => hasUnknown(arg) || /[*?]/.test(arg))) return false;
  const words = args.join('\0');
  return frame.calls?.some((one) => one.body === body && one.args.join('\0') === words) !== true;
}
